import { formatCount } from "@/lib/memory/text/sentence"
import type { Answer } from "../infra/command"
import { refuse } from "../infra/exit-codes"
import { visible } from "../infra/terminal"
import type { SyncResult } from "./sync-folder"

export function syncJson(synced: SyncResult, { dry = false } = {}): Record<string, unknown> {
  const { root, pushed, pulled, removed, conflicts, same, both, gone, left, failed, team, projects, notes } =
    synced
  const paths = (meeting: "merges" | "waits") =>
    both.flatMap((one) => (one.meeting === meeting ? [one.path] : []))
  const ahead = dry
    ? { both: both.map((one) => one.path), wouldMerge: paths("merges"), wouldWait: paths("waits") }
    : {}
  return {
    pushed,
    pulled,
    removed,
    conflicts: conflicts.map((one) => one.path),
    same,
    ...ahead,
    gone,
    left,
    failed,
    waiting: conflicts,
    inbox: inboxOf(synced),
    team,
    projects,
    folder: root,
    notes,
    dryRun: dry,
  }
}

/** Returns the URL of the inbox if it contains conflicts of the sync, else null. */
export function inboxOf({
  url,
  team,
  conflicts,
}: Pick<SyncResult, "url" | "team" | "conflicts">): string | null {
  const waiting = conflicts.flatMap((one) => one.conflict ?? [])
  if (team === null || waiting.length === 0) return null
  return `${url}/t/${team}/inbox?tab=conflicts${waiting.length === 1 ? `&item=${waiting[0]}` : ""}`
}

/**
 * Returns the result of a sync or preview as text and JSON. Throws an error with the result if files failed.
 */
export function syncAnswer(synced: SyncResult, { dry = false } = {}): Answer {
  const json = syncJson(synced, { dry })
  if (synced.failed.length > 0)
    throw refuse(
      "failed",
      [...synced.failed.map((one) => visible(one.reason)), summaryOf(synced, { dry })].join("\n"),
      json,
    )
  return { json, text: syncText(synced, { dry }) }
}

/** Maximum number of printed paths. The JSON output contains all. */
const SHOWN = 30

export function syncText(synced: SyncResult, { dry = false } = {}): string {
  const listed = [
    ...named(dry ? "would push" : "pushed", synced.pushed),
    ...named(
      dry ? "would be marked as removed in Quarterdeck" : "marked as removed in Quarterdeck",
      synced.gone,
    ),
    ...named(dry ? "would pull" : "pulled", synced.pulled),
    ...named(
      dry ? "would be removed here (moved by a migration)" : "removed here (moved by a migration)",
      synced.removed,
    ),
    ...synced.both.map(({ path, meeting }) => `${MEETING[meeting ?? "unknown"]}  ${visible(path)}`),
    ...synced.conflicts.map(
      (one) =>
        `${one.conflict === null ? "not synced yet" : "conflict in the Inbox"}  ${visible(one.reason)}`,
    ),
    ...synced.left.map((one) => `skipped  ${visible(one.path)}: ${visible(one.reason)}`),
  ]
  const rest =
    listed.length > SHOWN
      ? [`and ${formatCount(listed.length - SHOWN, "more line")}. Use --json to list all`]
      : []
  return [...listed.slice(0, SHOWN), ...rest, summaryOf(synced, { dry })].join("\n")
}

/**
 * Returns the result of one sync of a watch as text, with its time. Conflicts and failures are left out,
 * because the watch prints each of them once.
 */
export function oneOfMany(synced: SyncResult, at: Date): string {
  const moved = [
    ...named("pushed", synced.pushed),
    ...named("marked as removed in Quarterdeck", synced.gone),
    ...named("pulled", synced.pulled),
    ...named("removed here (moved by a migration)", synced.removed),
  ]
  const rest = moved.length > SHOWN ? [`and ${formatCount(moved.length - SHOWN, "more file")}`] : []
  return [...moved.slice(0, SHOWN), ...rest, `${at.toISOString().slice(0, 19)}Z ${summaryOf(synced)}`].join(
    "\n",
  )
}

const MEETING = {
  merges: "would merge",
  waits: "would open a conflict",
  unknown: "would merge or open a conflict",
} as const

const named = (what: string, paths: readonly string[]): string[] =>
  paths.map((path) => `${what}  ${visible(path)}`)

/** Returns a summary of a sync or preview as text, after its notes. */
export function summaryOf(synced: SyncResult, { dry = false } = {}): string {
  const { root, projects, pushed, pulled, removed, conflicts, same, both, gone, left, notes } = synced
  const [project, ...others] = projects
  const noun = others.length > 0 ? "projects" : "project"
  const folder = `${visible(root)}${project === undefined ? "" : ` (${noun} ${projects.map(visible).join(", ")})`}`
  const said = notes.map((note) => `${visible(note)}\n`).join("")
  if ([pushed, pulled, removed, conflicts, both, gone, left].every((list) => list.length === 0))
    return `${said}${folder} is in sync with Quarterdeck: ${formatCount(same, "memory file")}, nothing to sync`
  const some = (files: readonly unknown[], words: string) =>
    files.length === 0 ? [] : [`${files.length.toLocaleString("en")} ${words}`]
  const waiting = conflicts.filter((one) => one.conflict !== null)
  const inbox = inboxOf(synced)
  const parts = [
    `${formatCount(pushed.length, "file")} ${dry ? "to push" : "pushed"}`,
    `${pulled.length.toLocaleString("en")} ${dry ? "to pull" : "pulled"}`,
    ...some(removed, dry ? "to be removed here" : "removed here"),
    ...some(gone, dry ? "to be marked as removed in Quarterdeck" : "marked as removed in Quarterdeck"),
    ...some(
      both.filter((one) => one.meeting === "merges"),
      "would be merged",
    ),
    ...some(
      both.filter((one) => one.meeting === "waits"),
      "would open a conflict",
    ),
    ...some(
      both.filter((one) => one.meeting === null),
      "changed on both sides",
    ),
    ...(waiting.length > 0 ? [`${formatCount(waiting.length, "conflict")} in the Inbox`] : []),
    ...some(
      conflicts.filter((one) => one.conflict === null),
      "left for the next sync",
    ),
    ...some(left, "skipped"),
    `${same.toLocaleString("en")} unchanged`,
  ]
  return `${said}${folder}: ${parts.join(", ")}${inbox === null ? "" : `\nResolve conflicts at ${inbox}`}`
}
