import type { ProposedChange } from "../../proposals/proposed-change"
import { type FileRule, isLastingMemory } from "../file/file-rule"
import { linksIn } from "../../memory-files/topic-files"
import { brokenReferences } from "../file/broken-references"
import { instructionLike } from "../file/untrusted-text"
import { restatesInstructions, sessionNoise } from "../file/redundant-entries"
import { formatCount } from "../../text/sentence"
import { isStale } from "../../memory-files/entry-dates"
import { type ReadSide, readSide } from "../../conflicts/conflict"
import { compareParsed, type StatementComparison } from "../../comparison/compare-statements"
import {
  type SuggestedFix,
  type PlacedEntry,
  type ParsedFixFacts,
  describeRemaining,
  tryChanges,
  isOfLength,
  describeLengthChange,
  type FixName,
} from "./fix"

const remove = ({ id, text }: PlacedEntry): ProposedChange => ({ kind: "remove", entry: id, before: text })
const entriesWord = (count: number): string => formatCount(count, "entry")

/** Suggests removing the oldest runs, which are not loaded. The history keeps them. */
export function dropRuns(sick: ParsedFixFacts): SuggestedFix | null {
  const { file, reading } = sick
  const limit = file.limits.runs
  const over = limit === null ? 0 : file.sessions - limit
  const trial =
    over <= 0
      ? null
      : tryChanges(
          sick,
          sick.entries
            .filter(({ section }) => section === "Runs")
            .slice(0, over)
            .map(remove),
        )
  if (trial === null || limit === null) return null
  const runs = reading.format.parse(trial.text, reading.path).sessions.length
  const rest = runs > limit ? `, still ${(runs - limit).toLocaleString("en")} over the limit` : ""
  return {
    cure: "drop-runs",
    label: "Remove oldest runs",
    consequence: `removes the ${formatCount(trial.changes.length, "oldest run")} (kept in the history): ${formatCount(file.sessions, "run")} reduced to ${runs.toLocaleString("en")} (limit ${limit.toLocaleString("en")})${rest}`,
    proposals: [
      {
        path: file.path,
        makes: false,
        changes: trial.changes,
        reason: `The cache contains more runs than the load limit of ${limit.toLocaleString("en")}.`,
      },
    ],
  }
}

/** Suggests removing the session notes that the rule finds. */
export function removeNoise(sick: ParsedFixFacts): SuggestedFix | null {
  const trial = tryChanges(sick, foundBy(sessionNoise, sick).map(remove))
  return (
    trial && {
      cure: "remove-noise",
      label: "Remove session notes",
      consequence: `removes ${entriesWord(trial.changes.length)} that ${trial.changes.length === 1 ? "describes" : "each describe"} a single session${describeRemaining(trial.left)}`,
      proposals: [
        {
          path: sick.file.path,
          makes: false,
          changes: trial.changes,
          reason: "Describes a single session and is not lasting knowledge.",
        },
      ],
    }
  )
}

/** Suggests removing entries that the instructions contain too. */
export function removeRestated(sick: ParsedFixFacts): SuggestedFix | null {
  const trial = tryChanges(sick, foundBy(restatesInstructions, sick).map(remove))
  const [where] = restatesInstructions.find(sick.file, sick.settings, sick.today)
  return (
    trial && {
      cure: "remove-restated",
      label: "Remove entries already in the instructions",
      consequence: `removes ${entriesWord(trial.changes.length)} that are also in the instructions${describeRemaining(trial.left)}`,
      proposals: [
        {
          path: sick.file.path,
          makes: false,
          changes: trial.changes,
          reason: `Already in the instructions: ${(where?.evidence.names ?? []).slice(0, 10).join(", ")}.`,
        },
      ],
    }
  )
}

/** Suggests removing the unverified entries that read like instructions to the agent. */
export const removeFlagged = (sick: ParsedFixFacts): SuggestedFix | null =>
  fixFlagged(sick, { cure: "remove-flagged", label: "Remove", consequence: "removes" }, remove)

/** Suggests retiring them instead, for files that only Quarterdeck sends to agents. */
export const retireFlagged = (sick: ParsedFixFacts): SuggestedFix | null =>
  fixFlagged(
    sick,
    {
      cure: "retire-flagged",
      label: "Retire",
      consequence: "retires",
      note: "kept in the file: Quarterdeck never sends retired entries, but a harness that loads the file reads them",
    },
    ({ id, text }) => ({ kind: "retire", entry: id, before: text, why: "reads like an instruction" }),
  )

function fixFlagged(
  sick: ParsedFixFacts,
  words: {
    readonly cure: FixName
    readonly label: string
    readonly consequence: string
    /** What else the reader has to know. */
    readonly note?: string
  },
  change: (entry: PlacedEntry) => ProposedChange,
): SuggestedFix | null {
  const trial = tryChanges(sick, foundBy(instructionLike, sick).map(change))
  if (trial === null) return null
  const number = trial.changes.length
  return {
    cure: words.cure,
    label: `${words.label} ${number === 1 ? "entry" : formatCount(number, "entry")}`,
    consequence: `${words.consequence} ${entriesWord(number)} that ${number === 1 ? "reads like an instruction" : "read like instructions"}${words.note ? ` (${words.note})` : ""}${describeRemaining(trial.left)}`,
    proposals: [
      {
        path: sick.file.path,
        makes: false,
        changes: trial.changes,
        reason: "Reads like an instruction to the agent.",
      },
    ],
  }
}

/** Suggests removing index lines whose links are all broken. */
export function removeReference(sick: ParsedFixFacts): SuggestedFix | null {
  const { file } = sick
  const broken = new Set(
    brokenReferences
      .find(file, sick.settings, sick.today)
      .flatMap(({ evidence }) => evidence.places ?? [])
      .map(({ line, column }) => `${line}:${column}`),
  )
  const links = linksIn(file.text, file.path)
  const leads = (entry: PlacedEntry) =>
    links.filter(({ line }) => line >= entry.line && line <= entry.endLine)
  const isBroken = ({ line, column }: (typeof links)[number]) => broken.has(`${line}:${column}`)
  const lost = sick.entries.filter((entry) => leads(entry).length > 0 && leads(entry).every(isBroken))
  const trial = tryChanges(sick, lost.map(remove))
  if (trial === null) return null
  const held = links.filter(
    (link) => isBroken(link) && !lost.some((entry) => link.line >= entry.line && link.line <= entry.endLine),
  ).length
  return {
    cure: "remove-reference",
    label: "Remove broken index lines",
    consequence: `removes ${formatCount(trial.changes.length, "line")} from the index${held > 0 ? `; fix ${formatCount(held, "broken link")} manually on lines that also contain other links` : ""}${describeRemaining(trial.left)}`,
    proposals: [
      {
        path: file.path,
        makes: false,
        changes: trial.changes,
        reason: "Links to a file that does not exist.",
      },
    ],
  }
}

/** Returns the entries that a rule finds in the current text. */
function foundBy(rule: FileRule, { file, settings, today, entries }: ParsedFixFacts): PlacedEntry[] {
  const ids = new Set(rule.find(file, settings, today).flatMap(({ evidence }) => evidence.entries ?? []))
  return entries.filter(({ id }) => ids.has(id))
}

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
    ...(stale.length > 0 ? [`${formatCount(stale.length, "entry")} older than ${ageWords(sick)}`] : []),
    ...(struck.length > 0 ? [formatCount(struck.length, "retired entry")] : []),
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
    consequence: `retires ${formatCount(trial.changes.length, "entry")} ${unvouched ? "with expired verification" : `older than ${ageWords(sick)}`} (kept in the file as retired; Quarterdeck no longer sends ${trial.changes.length === 1 ? "it" : "them"})${describeRemaining(trial.left)}`,
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
  const until = factsOf(sick, entry)?.vouchedUntil ?? null
  return until !== null && until <= sick.today ? `verification expired on ${until}` : null
}

/** True if an entry is stale. Entries that a person verified or kept in a conflict stay. */
function isOld(sick: ParsedFixFacts, entry: PlacedEntry): boolean {
  const { settings, today } = sick
  return isStale(factsOf(sick, entry) ?? entry, new Date(`${today}T00:00:00Z`), {
    days: settings.staleDays,
    byType: settings.staleDaysByType,
  })
}

const factsOf = ({ file }: ParsedFixFacts, { id }: PlacedEntry) =>
  file.entries.find((entry) => entry.id === id)

const ageWords = ({ settings: { staleDays, staleDaysByType } }: ParsedFixFacts): string =>
  staleDays === null || Object.keys(staleDaysByType).length > 0
    ? "the limit for the entry type"
    : formatCount(staleDays, "day")

/** Maximum number of entries to compare. More would take too long. */
const MOST_COMPARED = 1_000

/**
 * Suggests keeping the longest of duplicate entries in a file if they have the same readers, and removing the
 * others.
 */
export function mergeRedundant(sick: ParsedFixFacts): SuggestedFix | null {
  const twice = isLastingMemory(sick.file) ? saidTwice(sick) : []
  const trial = tryChanges(
    sick,
    twice.map(({ copy }): ProposedChange => ({ kind: "remove", entry: copy.id, before: copy.text })),
  )
  if (trial === null) return null
  const shown = twice.slice(0, 20).map(({ copy, kept }) => `line ${copy.line} duplicates line ${kept.line}`)
  return {
    cure: "merge-redundant",
    label: "Merge duplicates",
    consequence: `removes ${trial.changes.length === 1 ? "1 duplicate entry and keeps the longer version" : `${trial.changes.length} duplicate entries and keeps the longer versions`}: ${describeLengthChange(sick, trial.text)}${describeRemaining(trial.left)}`,
    proposals: [
      {
        path: sick.file.path,
        makes: false,
        changes: trial.changes,
        reason: `Duplicates: ${shown.join("; ")}${twice.length > shown.length ? "; and others" : ""}.`,
      },
    ],
  }
}

const SAID_TWICE: ReadonlySet<StatementComparison["kind"]> = new Set(["same", "duplicate"])

interface Compared {
  readonly entry: PlacedEntry
  readonly side: ReadSide
  readonly ideas: ReadonlySet<string>
}

/** Returns duplicates in file order, each with the entry to keep. */
function saidTwice({
  file,
  entries,
}: ParsedFixFacts): { readonly copy: PlacedEntry; readonly kept: PlacedEntry }[] {
  const compared = entries
    .filter((entry) => entry.state === "current" && linksIn(entry.text, file.path).length === 0)
    .slice(0, MOST_COMPARED)
    .map((entry): Compared => {
      const side = readSide({ text: entry.text, date: entry.date, section: entry.section, file: file.path })
      return { entry, side, ideas: new Set(side.read.terms.map(({ idea }) => idea)) }
    })
    .toSorted(
      (a, b) =>
        b.entry.text.length - a.entry.text.length ||
        (b.entry.date ?? "").localeCompare(a.entry.date ?? "") ||
        a.entry.line - b.entry.line,
    )
  const kept: Compared[] = []
  const found: { copy: PlacedEntry; kept: PlacedEntry }[] = []
  for (const one of compared) {
    const fuller = kept.find(
      (other) =>
        other.entry.audience === one.entry.audience &&
        mayRepeat(one, other) &&
        SAID_TWICE.has(compareParsed(other.side.read, one.side.read).kind),
    )
    if (fuller) found.push({ copy: one.entry, kept: fuller.entry })
    else kept.push(one)
  }
  return found.toSorted((a, b) => a.copy.line - b.copy.line)
}

/** True if two entries share enough words to be duplicates. */
function mayRepeat(one: Compared, other: Compared): boolean {
  if (one.side.read.exact === other.side.read.exact) return true
  const [few, many] = one.ideas.size <= other.ideas.size ? [one.ideas, other.ideas] : [other.ideas, one.ideas]
  let shared = 0
  for (const idea of few) if (many.has(idea)) shared += 1
  return shared * 3 >= few.size && shared > 0
}
