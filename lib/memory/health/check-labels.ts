import type { AlertKind } from "../alerts/kinds"
import type { HealthFacts, HealthPart } from "./facts"

/** What a part is called. */
export const PART_LABELS: Readonly<Record<HealthPart, string>> = {
  present: "Memory is there",
  parseable: "It can be read",
  linked: "One source of truth",
  loaded: "It reaches its agents",
  budget: "It fits",
  staleness: "It is fresh",
  compaction: "Logs are compacted",
  searchable: "It is found",
}

/** What to do where a part is not as it should be. */
export const WAYS_OUT: Readonly<Record<HealthPart, string>> = {
  present:
    "Give agents without memory what their category knows: open one in the fleet, or import their files",
  parseable: "Open each at its line, mend it where it comes from, and import it again",
  linked: "Mend the link or the reference; let go of what is gone, or import it from where it is now",
  loaded: "Begin a session anew to load what changed; where nothing is reported, quarterdeck hook install",
  budget: "Retire what no longer holds, merge what is said twice, move the overflow to a topic file",
  staleness: "Confirm what still holds, and retire the rest: both wait under Verify",
  compaction:
    "Have the daily logs compacted into MEMORY.md; where today’s is missing, see that its agents keep one",
  searchable: "Say it in words, and see under Search how far the index of meanings is",
}

/** What a part says, as a sentence without a full stop. */
export function wordsOf(part: HealthPart, facts: HealthFacts): string {
  if (facts.files === 0) return "There is no memory file yet"
  const { subjects } = facts
  const sick = (kind: AlertKind) => subjects[kind] ?? 0
  switch (part) {
    case "present":
      return facts.agents === 0
        ? "No agent is known by name"
        : `${of(facts.agentsWithMemory, facts.agents, ["agent", "agents"], ["has", "have"])} memory${sick("cold-agent") > 0 ? `; ${amount(sick("cold-agent"), "cold one", "cold ones")} could be given some` : ""}`
    case "parseable":
      return listed(
        [
          [sick("malformed"), "malformed"],
          [sick("secret"), "with a secret"],
          [sick("set-aside"), "set aside"],
          [sick("invisible-characters"), "with invisible characters"],
          [sick("bad-frontmatter"), "with bad frontmatter"],
        ],
        `${facts.files === 1 ? "The file is" : `All ${count(facts.files)} files are`} read whole`,
      )
    case "linked":
      return listed(
        [
          [sick("link-broken"), "with a link that is broken or leads elsewhere"],
          [sick("gone"), "gone from where it came from"],
          [sick("broken-reference"), "with a reference that leads nowhere"],
        ],
        "Every link and reference leads somewhere",
      )
    case "loaded":
      if (facts.agentsCurrent + facts.agentsOld === 0)
        return "Nothing proves it: no harness has reported what it loads"
      return `${amount(facts.agentsCurrent, "agent", "agents")} loaded what it says now, ${count(facts.agentsOld)} something older, ${count(facts.agentsNever)} nothing`
    case "budget":
      if (facts.measuredFiles === 0) return "No file has a limit"
      return listed(
        [
          [sick("past-cut"), "with lines that no harness loads"],
          [sick("run-cache-over"), "with more runs than are loaded"],
          [sick("over-budget"), "over the soft budget"],
        ],
        `${facts.measuredFiles === 1 ? "The file with a limit keeps" : `All ${count(facts.measuredFiles)} files with a limit keep`} to it`,
      )
    case "staleness":
      return facts.entries === 0
        ? "There is no entry"
        : facts.staleEntries === 0
          ? "No entry is stale"
          : `${of(facts.staleEntries, facts.entries, ...ENTRIES)} stale`
    case "compaction":
      if (facts.workspaces === 0) return "Nobody keeps daily logs"
      return listed(
        [
          [sick("compaction-overdue"), "overdue"],
          [(facts.compactionsDue ?? 0) - sick("compaction-overdue"), "due"],
          [sick("log-missing"), "without a log of today or yesterday"],
        ],
        facts.workspaces === 1
          ? "The workspace with daily logs is up to date"
          : `All ${count(facts.workspaces)} workspaces are up to date`,
      )
    case "searchable":
      return facts.entries === 0
        ? "There is no entry"
        : `${of(facts.searchable, facts.entries, ...ENTRIES)} found by words${meaningWords(facts.filesWithoutMeaning)}`
  }
}

const meaningWords = (without: number | null): string =>
  without === null
    ? ""
    : without === 0
      ? " and by meaning"
      : `; ${amount(without, "file waits", "files wait")} to be found by meaning`

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
