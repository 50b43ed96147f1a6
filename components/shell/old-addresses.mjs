/**
 * Old URLs and their replacements, both below `/t/<team>/`. next.config.mjs redirects them permanently and
 * keeps the query. Add a line when a page moves; never remove one, because people have bookmarks.
 * @type {readonly (readonly [old: string, now: string])[]}
 */
export const OLD_ADDRESSES = [
  ["team", ""],
  ["project/:project", "?project=:project"],
  ["inbox/flow", "#queue"],
  ["fleet", "agents"],
  ["fleet/missed", "agents/overlap"],
  ["fleet/missed/csv", "agents/overlap/csv"],
  ["fleet/redundancy", "agents/overlap/repeated"],
  ["fleet/redundancy/csv", "agents/overlap/repeated/csv"],
  ["fleet/coverage", "agents/overlap/coverage"],
  ["fleet/coverage/csv", "agents/overlap/coverage/csv"],
  ["fleet/loads", "agents/delivery/files"],
  ["fleet/loads/csv", "agents/delivery/files/csv"],
  ["fleet/growth", "agents/growth"],
  ["fleet/growth/csv", "agents/growth/csv"],
  ["fleet/activity", "agents/growth/activity"],
  ["fleet/activity/csv", "agents/growth/activity/csv"],
  ["fleet/compare", "agents/compare"],
  ["fleet/:project/:agent", "agents/:project/:agent"],
  ["receipts", "agents/delivery"],
  ["context", "agents/context"],
  ["verify", "memory/verify"],
  ["compaction", "memory/compact"],
  ["compaction/:file", "memory/compact/:file"],
  ["seed/migrate", "sources/migrate"],
  ["seed/migrate/:migration", "sources/migrate/:migration"],
  ["seed/taxonomy", "settings/categories"],
  ["settings/heartbeat", "settings/instance"],
]

/** Returns the redirects for next.config.mjs. */
export const redirectsOfOldAddresses = () =>
  OLD_ADDRESSES.map(([old, now]) => ({
    source: `/t/:team/${old}`,
    destination: /^[a-z]/.test(now) ? `/t/:team/${now}` : `/t/:team${now}`,
    permanent: true,
  }))
