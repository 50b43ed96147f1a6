import type { AlertKind } from "../alerts/kinds"
import type { HealthFacts, HealthPart } from "./facts"

/** Labels of the parts. */
export const PART_LABELS: Readonly<Record<HealthPart, string>> = {
  present: "Coverage",
  parseable: "Parseable",
  linked: "Linked",
  loaded: "Delivered",
  budget: "Within limits",
  staleness: "Fresh",
  compaction: "Compacted",
  searchable: "Searchable",
}

/** The next step for each part that needs attention. */
export const WAYS_OUT: Readonly<Record<HealthPart, string>> = {
  present: "Seed agents without memory from their category, or import their files",
  parseable: "Fix each file at its source and import it again",
  linked: "Fix broken links and references, or import removed files from their new location",
  loaded: "Start a new session to load the changes. If nothing is reported, run quarterdeck hook install",
  budget: "Retire outdated entries, merge duplicates, and move the overflow to a topic file",
  staleness: "Under Verify, confirm the entries that are still true and retire the rest",
  compaction:
    "Compact the daily logs into MEMORY.md. If today’s log is missing, check that the agents write one",
  searchable: "Check the state of the search index under Search",
}

/** Returns the state of a part as a sentence without a full stop. */
export function wordsOf(part: HealthPart, facts: HealthFacts): string {
  if (facts.files === 0) return "No memory files yet"
  const { subjects } = facts
  const sick = (kind: AlertKind) => subjects[kind] ?? 0
  switch (part) {
    case "present":
      return facts.agents === 0
        ? "No agents yet"
        : `${of(facts.agentsWithMemory, facts.agents, ["agent", "agents"], ["has", "have"])} memory${sick("cold-agent") > 0 ? `; ${amount(sick("cold-agent"), "cold agent", "cold agents")} can be seeded` : ""}`
    case "parseable":
      return listed(
        [
          [sick("malformed"), "malformed"],
          [sick("secret"), "with a secret"],
          [sick("set-aside"), "quarantined"],
          [sick("invisible-characters"), "with hidden characters"],
          [sick("bad-frontmatter"), "with invalid front matter"],
        ],
        `${facts.files === 1 ? "The file parses" : `All ${count(facts.files)} files parse`} without errors`,
      )
    case "linked":
      return listed(
        [
          [sick("link-broken"), "with a broken or wrong link"],
          [sick("gone"), "removed from its source"],
          [sick("broken-reference"), "with a broken reference"],
        ],
        "All links and references work",
      )
    case "loaded":
      if (facts.agentsCurrent + facts.agentsOld === 0) return "No deliveries recorded yet"
      return `${amount(facts.agentsCurrent, "agent is", "agents are")} up to date, ${count(facts.agentsOld)} outdated, ${count(facts.agentsNever)} not delivered`
    case "budget":
      if (facts.measuredFiles === 0) return "No files have a limit"
      return listed(
        [
          [sick("past-cut"), "truncated at the load limit"],
          [sick("run-cache-over"), "with more runs than the load limit"],
          [sick("over-budget"), "over the soft budget"],
        ],
        `${facts.measuredFiles === 1 ? "The file with a limit is" : `All ${count(facts.measuredFiles)} files with a limit are`} within it`,
      )
    case "staleness":
      return facts.entries === 0
        ? "No entries yet"
        : facts.staleEntries === 0
          ? "No stale entries"
          : `${of(facts.staleEntries, facts.entries, ...ENTRIES)} stale`
    case "compaction":
      if (facts.workspaces === 0) return "No daily logs"
      return listed(
        [
          [sick("compaction-overdue"), "overdue"],
          [(facts.compactionsDue ?? 0) - sick("compaction-overdue"), "due"],
          [sick("log-missing"), "without a log for today or yesterday"],
        ],
        facts.workspaces === 1
          ? "The workspace with daily logs is up to date"
          : `All ${count(facts.workspaces)} workspaces are up to date`,
      )
    case "searchable":
      return facts.entries === 0
        ? "No entries yet"
        : `${of(facts.searchable, facts.entries, ...ENTRIES)} found by keyword${meaningWords(facts.filesWithoutMeaning)}`
  }
}

const meaningWords = (without: number | null): string =>
  without === null
    ? ""
    : without === 0
      ? " and by meaning"
      : `; ${amount(without, "file is", "files are")} not indexed by meaning yet`

const ENTRIES = [
  ["entry", "entries"],
  ["is", "are"],
] as const

/** "1 of 5 entries is", "5 entries are". */
function of(
  some: number,
  all: number,
  [one, many]: readonly [string, string],
  [is, are]: readonly [string, string],
): string {
  return `${some === all ? "" : `${count(some)} of `}${amount(all, one, many)} ${some === 1 ? is : are}`
}

export const count = (number: number): string => number.toLocaleString("en")
export const amount = (number: number, one: string, many: string): string =>
  `${count(number)} ${number === 1 ? one : many}`

function listed(found: readonly (readonly [number, string])[], none: string): string {
  const some = found.filter(([number]) => number > 0)
  return some.length === 0 ? none : some.map(([number, words]) => `${count(number)} ${words}`).join(", ")
}
