import { type ComparedEntry, entriesLike, entriesOfWords } from "@/lib/db/conflicts/finding"
import { groupBy } from "@/lib/memory/text/group"
import { runIsolated } from "../../isolated/run-isolated"
import { type ComparedPair, compareStatements, type Copies, type StatementIndex } from "./analyses"
import { type Edge, worthALook } from "./families"
import { findBetween } from "./find-between"
import type { FoundConflict } from "./pairs"
import { portionsOf, readEntries, statementOf } from "./read-entries"
import type { SetAside } from "../set-aside"

/** New entries of one unit: each is compared with some eighty others at most. */
const AT_ONCE = 50

/** Compares entries with what the store has like each of them. Yields what was found file by file. */
export async function* compareFew(
  teamId: string,
  entries: readonly ComparedEntry[],
  setAside: SetAside,
): AsyncGenerator<FoundConflict[]> {
  const indexes = await readEntries(entries, setAside)
  for (const [, own] of groupBy([...indexes.keys()], ({ fileId }) => fileId))
    for (const some of portionsOf(own, AT_ONCE)) yield await compareSome(teamId, some, { indexes, setAside })
}

type Known = ComparedPair & { readonly entry: ComparedEntry }

async function compareSome(
  teamId: string,
  entries: readonly ComparedEntry[],
  {
    indexes,
    setAside,
  }: { readonly indexes: ReadonlyMap<ComparedEntry, StatementIndex>; readonly setAside: SetAside },
): Promise<FoundConflict[]> {
  const fileId = entries[0]?.fileId ?? ""
  if (setAside.has(fileId)) return []
  const all = [...entries]
  const pairs: [number, number][] = []
  for (const [one, entry] of entries.entries())
    for (const like of await likesOf(teamId, entry, indexes.get(entry)?.choices ?? []))
      if (!setAside.has(like.fileId)) pairs.push([one, all.push(like) - 1])
  const [result] = await runIsolated(compareStatements, [{ statements: all.map(statementOf), pairs }])
  if (!result?.ok) {
    setAside.add(fileId, result)
    return []
  }
  const conflicting = pairs.flatMap(([one, other], at) => {
    const compared = result.value[at]
    return compared ? [{ one, ...compared, entry: all[other] as ComparedEntry }] : []
  })
  const units: { readonly fileId: string; readonly one: Copies; readonly other: Copies | null }[] = []
  for (const [one, known] of groupBy(conflicting, (pair) => pair.one)) {
    const entry = all[one] as ComparedEntry
    const worthy = worthALook(edgesOf(known))
    const copies = worthy.length > 0 ? await copiesOf(teamId, entry) : null
    if (copies === null) continue
    for (const edge of worthy) {
      const other = edge.one === edge.other ? null : await copiesOf(teamId, edge.entry)
      if (other !== null || edge.one === edge.other) units.push({ fileId, one: copies, other })
    }
  }
  return findBetween(units, setAside)
}

async function likesOf(
  teamId: string,
  entry: ComparedEntry,
  choices: readonly string[],
): Promise<ComparedEntry[]> {
  const otherwise = choices.length === 0 ? [] : await entriesLike(teamId, entry, choices.join(" "))
  return [...(await entriesLike(teamId, entry)), ...otherwise]
}

/** Of several that say the same, the one that is most like. */
function edgesOf(known: readonly Known[]): (Edge<number> & { readonly entry: ComparedEntry })[] {
  const edges = new Map<number, Edge<number> & { readonly entry: ComparedEntry }>()
  for (const { keys, finding, score, entry } of known) {
    const [one, other] = keys
    if (!edges.has(other)) edges.set(other, { one, other, finding, score, entry })
  }
  return [...edges.values()]
}

/** Entries with the words of an entry; null where it is no longer among them. */
async function copiesOf(teamId: string, { id, text }: ComparedEntry): Promise<Copies | null> {
  const entries = await entriesOfWords(teamId, text)
  return entries.some((one) => one.id === id) ? { text, entries } : null
}
