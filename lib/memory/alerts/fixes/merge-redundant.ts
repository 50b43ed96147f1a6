import { type ReadSide, readSide } from "../../conflicts/conflict"
import { compareParsed, type StatementComparison } from "../../comparison/compare-statements"
import type { ProposedChange } from "../../proposals/proposed-change"
import { isLastingMemory } from "../file/file-rule"
import { linksIn } from "../../memory-files/links-between-files"
import type { SuggestedFix, PlacedEntry, ParsedFixFacts } from "./facts"
import { describeRemaining, describeLengthChange, tryChanges } from "./trial"

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
