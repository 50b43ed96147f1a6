import type { ProposedChange } from "../../proposals/proposed-change"
import { isStale } from "../../policies/staleness"
import { counted } from "../counted"
import { isKept } from "../file/kept"
import type { Cure, PlacedEntry, Sick } from "./facts"
import { isOfLength, leftWords, lengthWords, tryChanges } from "./trial"

/**
 * Retires what is older than its policy allows, or what nobody vouches for any more. Where lines are to be saved a struck entry would
 * save none: what is stale, and what was struck before, leaves the file then; its history keeps it.
 */
export function retireStale(sick: Sick): Cure | null {
  if (!isKept(sick.file)) return null
  return isOfLength(sick) ? takeOut(sick) : strike(sick)
}

function takeOut(sick: Sick): Cure | null {
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
    ...(struck.length > 0
      ? [
          `${counted(struck.length, "entry", "entries")} that ${struck.length === 1 ? "is" : "are"} struck already`,
        ]
      : []),
  ].join(" and ")
  return {
    cure: "retire-stale",
    label: "Take out what is stale",
    consequence: `takes out ${what}: ${lengthWords(sick, trial.text)}${leftWords(trial.left)}`,
    proposals: [
      {
        path: sick.file.path,
        makes: false,
        changes: trial.changes,
        reason: `Stale: older than ${ageWords(sick)}, or struck before. The history of the file keeps it.`,
      },
    ],
  }
}

function strike(sick: Sick): Cure | null {
  const wanted = sick.entries.flatMap((entry): ProposedChange[] => {
    const why = whyRetired(sick, entry)
    return why === null ? [] : [{ kind: "retire", entry: entry.id, before: entry.text, why }]
  })
  const trial = tryChanges(sick, wanted)
  if (trial === null) return null
  const unvouched = sick.kind === "unverified-entries"
  return {
    cure: "retire-stale",
    label: unvouched ? "Retire what nobody vouches for" : "Retire what is stale",
    consequence: `retires ${counted(trial.changes.length, "entry", "entries")} ${unvouched ? "that nobody vouches for any more" : `older than ${ageWords(sick)}`}: they stay in the file, struck, and agents are told of them no longer${leftWords(trial.left)}`,
    proposals: [
      {
        path: sick.file.path,
        makes: false,
        changes: trial.changes,
        reason: unvouched ? "Nobody vouches for it any more." : `Stale: older than ${ageWords(sick)}.`,
      },
    ],
  }
}

function whyRetired(sick: Sick, entry: PlacedEntry): string | null {
  if (entry.state === "retired") return null
  if (sick.kind !== "unverified-entries") return isOld(sick, entry) ? `older than ${ageWords(sick)}` : null
  const until = sick.file.entries.find(({ id }) => id === entry.id)?.vouchedUntil ?? null
  return until !== null && until <= sick.today ? `nobody vouches for it since ${until}` : null
}

const isOld = ({ settings, today }: Sick, entry: PlacedEntry): boolean =>
  isStale(entry, new Date(`${today}T00:00:00Z`), {
    days: settings.staleDays,
    byType: settings.staleDaysByType,
  })

const ageWords = ({ settings: { staleDays, staleDaysByType } }: Sick): string =>
  staleDays === null || Object.keys(staleDaysByType).length > 0
    ? "their types may be"
    : counted(staleDays, "day")
