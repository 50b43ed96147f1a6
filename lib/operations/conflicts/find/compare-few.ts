import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { type ComparedEntry, similarEntries, entriesOfWords } from "@/lib/db/conflicts/comparable-entries"
import { groupBy } from "@/lib/memory/text/aggregates"
import { runIsolated } from "../../isolated/run-isolated"
import {
  type ComparedPair,
  compareStatements,
  type PossibleCopies,
  type StatementIndex,
  type FoundConflict,
} from "./analyses"
import { type Edge, selectForReview } from "./conflicts-per-entry"
import { findBetween, inPortions, indexEntries, statementOf, type UncheckedFiles } from "./run-analyses"

/**
 * Maximum number of entries of one file compared per child process run. Each is compared with at most about
 * eighty others.
 */
const AT_ONCE = 50

/** Compares entries with similar stored entries. Yields the conflicts file by file. */
export async function* compareFew(
  teamId: string,
  entries: readonly ComparedEntry[],
  setAside: UncheckedFiles,
): AsyncGenerator<FoundConflict[]> {
  const indexes = await indexEntries(entries, setAside)
  for (const [, own] of groupBy([...indexes.keys()], ({ fileId }) => fileId))
    for (const some of inPortions(own, AT_ONCE)) yield await compareSome(teamId, some, { indexes, setAside })
}

interface Comparing {
  readonly indexes: ReadonlyMap<ComparedEntry, StatementIndex>
  readonly setAside: UncheckedFiles
}

async function compareSome(
  teamId: string,
  entries: readonly ComparedEntry[],
  comparing: Comparing,
): Promise<FoundConflict[]> {
  const { setAside } = comparing
  const fileId = entries[0]?.fileId ?? ""
  if (setAside.has(fileId)) return []
  const { all, pairs } = await pairWithSimilar(teamId, entries, comparing)
  const [result] = await runIsolated(compareStatements, [{ statements: all.map(statementOf), pairs }])
  if (!result?.ok) {
    setAside.add(fileId, result)
    return []
  }
  const conflicting = pairs.flatMap(([one, other], at) => {
    const compared = result.value[at]
    return compared ? [{ one, ...compared, entry: all[other] as ComparedEntry }] : []
  })
  const units: ConflictingCopies[] = []
  for (const [one, known] of groupBy(conflicting, (pair) => pair.one))
    units.push(...(await conflictingCopies(teamId, all[one] as ComparedEntry, known)))
  return findBetween(
    units.map((unit) => ({ fileId, ...unit })),
    setAside,
  )
}

/** Returns the entries followed by the similar ones, and the pairs to compare as indexes into that list. */
async function pairWithSimilar(
  teamId: string,
  entries: readonly ComparedEntry[],
  { indexes, setAside }: Comparing,
): Promise<{ all: ComparedEntry[]; pairs: [number, number][] }> {
  const all = [...entries]
  const pairs: [number, number][] = []
  for (const [one, entry] of entries.entries())
    for (const similar of await similarTo(teamId, entry, indexes.get(entry)?.choices ?? []))
      if (!setAside.has(similar.fileId)) pairs.push([one, all.push(similar) - 1])
  return { all, pairs }
}

type ConflictingEntry = ComparedPair & { readonly entry: ComparedEntry }

interface ConflictingCopies {
  readonly one: PossibleCopies
  /** Copies of the other statement. Null for a conflict between copies of one statement. */
  readonly other: PossibleCopies | null
}

async function conflictingCopies(
  teamId: string,
  entry: ComparedEntry,
  found: readonly ConflictingEntry[],
): Promise<ConflictingCopies[]> {
  const worthy = selectForReview(edgesOf(found))
  const copies = worthy.length > 0 ? await copiesOf(teamId, entry) : null
  if (copies === null) return []
  const units: ConflictingCopies[] = []
  for (const edge of worthy) {
    const isSame = edge.one === edge.other
    const other = isSame ? null : await copiesOf(teamId, edge.entry)
    if (isSame || other !== null) units.push({ one: copies, other })
  }
  return units
}

async function similarTo(
  teamId: string,
  entry: ComparedEntry,
  choices: readonly string[],
): Promise<ComparedEntry[]> {
  const otherwise =
    choices.length === 0 ? [] : await similarEntries(wholeTeamUnchecked(teamId), entry, choices.join(" "))
  return [...(await similarEntries(wholeTeamUnchecked(teamId), entry)), ...otherwise]
}

/** Returns one edge for each distinct statement: the first, most similar entry. */
function edgesOf(known: readonly ConflictingEntry[]): (Edge<number> & { readonly entry: ComparedEntry })[] {
  const edges = new Map<number, Edge<number> & { readonly entry: ComparedEntry }>()
  for (const { keys, finding, score, entry } of known) {
    const [one, other] = keys
    if (!edges.has(other)) edges.set(other, { one, other, finding, score, entry })
  }
  return [...edges.values()]
}

/** Returns all entries with the same words, or null if the entry itself has changed. */
async function copiesOf(teamId: string, { id, text }: ComparedEntry): Promise<PossibleCopies | null> {
  const entries = await entriesOfWords(wholeTeamUnchecked(teamId), text)
  return entries.some((one) => one.id === id) ? { text, entries } : null
}
