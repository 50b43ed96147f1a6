import type { ProposedChange } from "../../proposals/proposed-change"
import { isStale } from "../../memory-files/staleness"
import { formatCount } from "../../numbers/format-count"
import { isLastingMemory } from "../file/file-rule"
import type { SuggestedFix, PlacedEntry, ParsedFixFacts } from "./facts"
import { isOfLength, describeRemaining, describeLengthChange, tryChanges } from "./trial"

/**
 * Suggests retiring entries that are stale or whose verification expired. If the file is too long, suggests
 * removing stale and retired entries instead, because retired entries still use lines. The history keeps
 * them.
 */
export function retireStale(sick: ParsedFixFacts): SuggestedFix | null {
  if (!isLastingMemory(sick.file)) return null
  return isOfLength(sick) ? takeOut(sick) : strike(sick)
}

function takeOut(sick: ParsedFixFacts): SuggestedFix | null {
  const stale = sick.entries.filter((entry) => isOld(sick, entry))
  const struck = sick.entries.filter((entry) => entry.state === "retired")
  const oldestFirst = stale.toSorted((a, b) => (a.date ?? "").localeCompare(b.date ?? ""))
  const trial = tryChanges(
    sick,
    [...struck, ...oldestFirst].map(({ id, text }): ProposedChange => ({
      kind: "remove",
      entry: id,
      before: text,
    })),
  )
  if (trial === null) return null
  const what = [
    ...(stale.length > 0
      ? [`${formatCount(stale.length, "entry", "entries")} older than ${ageWords(sick)}`]
      : []),
    ...(struck.length > 0 ? [formatCount(struck.length, "retired entry", "retired entries")] : []),
  ].join(" and ")
  return {
    cure: "retire-stale",
    label: "Remove stale entries",
    consequence: `removes ${what}: ${describeLengthChange(sick, trial.text)}${describeRemaining(trial.left)}`,
    proposals: [
      {
        path: sick.file.path,
        makes: false,
        changes: trial.changes,
        reason: `Stale (older than ${ageWords(sick)}) or already retired. The entries stay in the file history.`,
      },
    ],
  }
}

function strike(sick: ParsedFixFacts): SuggestedFix | null {
  const wanted = sick.entries.flatMap((entry): ProposedChange[] => {
    const why = whyRetired(sick, entry)
    return why === null ? [] : [{ kind: "retire", entry: entry.id, before: entry.text, why }]
  })
  const trial = tryChanges(sick, wanted)
  if (trial === null) return null
  const unvouched = sick.kind === "unverified-entries"
  return {
    cure: "retire-stale",
    label: unvouched ? "Retire entries with expired verification" : "Retire stale entries",
    consequence: `retires ${formatCount(trial.changes.length, "entry", "entries")} ${unvouched ? "with expired verification" : `older than ${ageWords(sick)}`} (kept in the file but no longer sent to agents)${describeRemaining(trial.left)}`,
    proposals: [
      {
        path: sick.file.path,
        makes: false,
        changes: trial.changes,
        reason: unvouched ? "Verification expired." : `Stale: older than ${ageWords(sick)}.`,
      },
    ],
  }
}

function whyRetired(sick: ParsedFixFacts, entry: PlacedEntry): string | null {
  if (entry.state === "retired") return null
  if (sick.kind !== "unverified-entries") return isOld(sick, entry) ? `older than ${ageWords(sick)}` : null
  const until = sick.file.entries.find(({ id }) => id === entry.id)?.vouchedUntil ?? null
  return until !== null && until <= sick.today ? `verification expired on ${until}` : null
}

const isOld = ({ settings, today }: ParsedFixFacts, entry: PlacedEntry): boolean =>
  isStale(entry, new Date(`${today}T00:00:00Z`), {
    days: settings.staleDays,
    byType: settings.staleDaysByType,
  })

const ageWords = ({ settings: { staleDays, staleDaysByType } }: ParsedFixFacts): string =>
  staleDays === null || Object.keys(staleDaysByType).length > 0
    ? "the limit for the entry type"
    : formatCount(staleDays, "day")
