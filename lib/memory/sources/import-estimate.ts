import { formatCount } from "@/lib/memory/text/sentence"
import { ownValue } from "../text/own-value"
import type { AlertKind, AlertSeverity } from "../alerts/kinds"

/** A finding that an import is going to raise. */
export interface ExpectedFinding {
  /** Key of the finding. Findings with the same key count once. */
  readonly key: string
  readonly kind: AlertKind | ConflictFinding
  readonly severity: AlertSeverity
  /** Key of the inbox item. Findings with the same cause are one item. */
  readonly cause: string
}

type ConflictFinding = "duplicate-entry" | "contradiction" | "file-conflict"

/** Returns the cause of an alert as the inbox groups them: warnings of one kind in one project, all notices together, errors one by one. */
export function causeOfAlert(
  key: string,
  kind: AlertKind,
  severity: AlertSeverity,
  project: string | null,
): string {
  if (severity === "info") return NOTICES
  return severity === "warning" ? `${kind} in ${project ?? ""}` : key
}

const NOTICES = "notices"

/** The findings of one kind, and how many inbox items they come to. */
interface ExpectedKind {
  readonly kind: string
  readonly found: number
  readonly items: number
}

/** Estimate of what an import adds to the inbox. */
export interface ImportEstimate {
  readonly items: number
  /** True if not all entries were compared, so that there may be more conflicts. */
  readonly isPartial: boolean
  /** The most harmful first; notices last, as one kind. */
  readonly kinds: readonly ExpectedKind[]
}

/** Adds up findings. One that was computed twice counts once. */
export function estimateOf(expected: readonly ExpectedFinding[], isPartial: boolean): ImportEstimate {
  const findings = [...new Map(expected.map((one) => [one.key, one])).values()]
  const byKind = new Map<string, { found: number; causes: Set<string> }>()
  for (const { kind, severity, cause } of findings) {
    const name = severity === "info" ? NOTICES : kind
    const known = byKind.get(name) ?? { found: 0, causes: new Set() }
    known.found += 1
    known.causes.add(cause)
    byKind.set(name, known)
  }
  const order = Object.keys(NAMES)
  const kinds = [...byKind]
    .map(([kind, { found, causes }]) => ({ kind, found, items: causes.size }))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return { items: kinds.reduce((sum, { items }) => sum + items, 0), isPartial, kinds }
}

/** Returns an estimate as a sentence: "About 5 inbox items: 3 truncated files, 1 possible poisoning attempt, 8 duplicates in 1 item". */
export function estimateWords(estimate: ImportEstimate): string {
  const kinds = kindsInWords(estimate)
  return kinds === "" ? totalInWords(estimate) : `${totalInWords(estimate)}: ${kinds}`
}

/** Returns how many items an estimate comes to: "About 5 inbox items". */
export function totalInWords({ items, isPartial }: ImportEstimate): string {
  if (items === 0) return isPartial ? "No inbox items found so far" : "No inbox items expected"
  return `${isPartial ? "At least" : "About"} ${formatCount(items, "inbox item")}`
}

/** Returns the findings of an estimate by kind: "3 truncated files, 8 duplicates in 1 item"; empty without findings. */
export function kindsInWords({ kinds }: ImportEstimate): string {
  return kinds
    .map(({ kind, found, items }) => {
      const words = formatCount(found, ...(ownValue(NAMES, kind) ?? ([kind, kind] as const)))
      return items < found ? `${words} in ${formatCount(items, "item")}` : words
    })
    .join(", ")
}

const files = (words: string): readonly [string, string] => [`file ${words}`, `files ${words}`]
const agents = (words: string): readonly [string, string] => [`agent ${words}`, `agents ${words}`]

/** Singular and plural of each kind, in the order of the list. */
const NAMES: Readonly<
  Record<AlertKind | ConflictFinding | typeof NOTICES, readonly [one: string, many: string]>
> = {
  secret: files("with a secret"),
  "instruction-like": ["possible poisoning attempt", "possible poisoning attempts"],
  "past-cut": ["truncated file", "truncated files"],
  malformed: files("with parse errors"),
  "invisible-characters": files("with hidden characters"),
  "set-aside": files("quarantined"),
  "file-conflict": files("changed both in Quarterdeck and at the source"),
  contradiction: ["contradiction", "contradictions"],
  "bad-frontmatter": files("with invalid front matter"),
  "over-budget": files("over budget"),
  "run-cache-over": ["run cache over its limit", "run caches over their limit"],
  "broken-reference": files("with broken links"),
  "link-broken": ["broken symbolic link", "broken symbolic links"],
  "stale-file": ["stale file", "stale files"],
  unchecked: files("that could not be checked"),
  "compaction-overdue": ["overdue compaction", "overdue compactions"],
  "cold-agent": agents("without memory"),
  "never-loaded": agents("whose memory is not loaded"),
  "old-revision-loaded": agents("with an outdated revision"),
  flood: agents("with too many proposals"),
  silence: agents("without proposals"),
  "coach-overdue": ["overdue coach run", "overdue coach runs"],
  "log-missing": ["missing daily log", "missing daily logs"],
  "filling-up": files("filling up"),
  "stale-entries": files("with stale entries"),
  "undated-entries": files("with undated entries"),
  "unverified-entries": files("with unverified entries"),
  duplicate: files("with duplicate entries"),
  "restates-instructions": files("that restate instructions"),
  "session-noise": files("with session noise"),
  "section-missing": files("with missing sections"),
  "section-unknown": files("with unknown sections"),
  empty: ["empty file", "empty files"],
  sparse: ["sparse file", "sparse files"],
  gone: ["removed file", "removed files"],
  "duplicate-entry": ["duplicate", "duplicates"],
  [NOTICES]: ["notice", "notices"],
}
