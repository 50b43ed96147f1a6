import type { ProposedChange } from "../../proposals/proposed-change"
import { isStale } from "../../memory-files/staleness"
import { counted } from "../counted"
import { isKept } from "../file/file-rule"
import type { Cure, PlacedEntry, ParsedCureFacts } from "./facts"
import { isOfLength, leftWords, lengthWords, tryChanges } from "./trial"

/**
 * Suggests retiring entries that are stale or whose verification expired. If the file is too long, suggests
 * removing stale and retired entries instead, because retired entries still use lines. The history keeps
 * them.
 */
export function retireStale(sick: ParsedCureFacts): Cure | null {
  if (!isKept(sick.file)) return null
  return isOfLength(sick) ? takeOut(sick) : strike(sick)
}

function takeOut(sick: ParsedCureFacts): Cure | null {
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
      ? [`${counted(stale.length, "entry", "entries")} older than ${ageWords(sick)}`]
      : []),
    ...(struck.length > 0 ? [counted(struck.length, "retired entry", "retired entries")] : []),
  ].join(" and ")
  return {
    cure: "retire-stale",
    label: "Remove stale entries",
    consequence: `removes ${what}: ${lengthWords(sick, trial.text)}${leftWords(trial.left)}`,
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

function strike(sick: ParsedCureFacts): Cure | null {
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
    consequence: `retires ${counted(trial.changes.length, "entry", "entries")} ${unvouched ? "with expired verification" : `older than ${ageWords(sick)}`} (kept in the file but no longer sent to agents)${leftWords(trial.left)}`,
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

function whyRetired(sick: ParsedCureFacts, entry: PlacedEntry): string | null {
  if (entry.state === "retired") return null
  if (sick.kind !== "unverified-entries") return isOld(sick, entry) ? `older than ${ageWords(sick)}` : null
  const until = sick.file.entries.find(({ id }) => id === entry.id)?.vouchedUntil ?? null
  return until !== null && until <= sick.today ? `verification expired on ${until}` : null
}

const isOld = ({ settings, today }: ParsedCureFacts, entry: PlacedEntry): boolean =>
  isStale(entry, new Date(`${today}T00:00:00Z`), {
    days: settings.staleDays,
    byType: settings.staleDaysByType,
  })

const ageWords = ({ settings: { staleDays, staleDaysByType } }: ParsedCureFacts): string =>
  staleDays === null || Object.keys(staleDaysByType).length > 0
    ? "their types allow"
    : counted(staleDays, "day")
