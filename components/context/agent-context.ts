import type { OutputOf } from "@/lib/http/contract"
import { termRanges } from "@/lib/memory/search/mark-terms"
import { termsOf } from "@/lib/memory/text/plain-words"
import { inflectionsOf, stemOf } from "@/lib/memory/text/stems"
import { isEmptyWord } from "@/lib/memory/lexicon/software"

/** An entry in the context, as `showContext` returns it. */
export type IncludedEntry = AgentContext["entries"][number]

export type LeftOutEntry = AgentContext["leftOut"][number]

/** The context of an agent, with its entries and its token count. */
export type AgentContext = OutputOf<"context.show">

/** The agent of a context, as `showLoads` returns it. */
export type ContextAgent = Omit<OutputOf<"context.loads">, "files" | "size">

export type DiskFile = OutputOf<"context.loads">["files"][number]

/** An agent in the list of choices. */
export type AgentOption = OutputOf<"agent.list">["agents"][number]

interface SearchedEntry {
  readonly text: string
  readonly section: string | null
  readonly path: string
}

/** Words of a query, each with the terms that match it: its inflections, and longer words that begin with it. */
function queryTerms(query: string): (readonly [word: string, terms: readonly string[]])[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.map((word) => [word, [`${word}*`, ...inflectionsOf(word)]])
}

/**
 * Returns the entries that contain all words of a query, in their text or section, and the terms to
 * highlight. A word with a slash is looked for in paths, too.
 */
export function findEntries<Entry extends SearchedEntry>(
  entries: readonly Entry[],
  query: string,
): { readonly found: readonly Entry[]; readonly terms: readonly string[] } {
  const wanted = queryTerms(query)
  const found = entries.filter(({ text, section, path }) =>
    wanted.every(
      ([word, terms]) =>
        termRanges(`${text}\n${section ?? ""}`, terms).length > 0 ||
        (word.includes("/") && path.toLowerCase().includes(word)),
    ),
  )
  return { found, terms: wanted.flatMap(([, terms]) => terms) }
}

/** The change of an entry's rank through the task. */
export type RankMove =
  | { readonly kind: "new" }
  | { readonly kind: "up" | "down"; readonly by: number }
  | { readonly kind: "same" }

/** The changes of all ranks through the task, by entry ID. */
export interface Moves {
  readonly of: ReadonlyMap<string, RankMove>
  /** IDs of the entries that are included only without the task. */
  readonly gone: readonly string[]
  readonly came: number
  readonly up: number
}

export function movesOf(now: readonly string[], before: readonly string[]): Moves {
  const of = new Map(now.map((id, place): [string, RankMove] => [id, moveOf(place, before.indexOf(id))]))
  const kept = new Set(now)
  const moves = [...of.values()]
  return {
    of,
    gone: before.filter((id) => !kept.has(id)),
    came: moves.filter(({ kind }) => kind === "new").length,
    up: moves.filter(({ kind }) => kind === "up").length,
  }
}

function moveOf(place: number, before: number): RankMove {
  if (before < 0) return { kind: "new" }
  if (before === place) return { kind: "same" }
  return before > place ? { kind: "up", by: before - place } : { kind: "down", by: place - before }
}

/** Returns the significant words of a task as search terms to highlight, with their inflections. */
export function taskTerms(task: string): string[] {
  const terms = termsOf(task).flatMap((term) => {
    const stem = stemOf(term)
    if (isEmptyWord(stem)) return []
    return stem.length > 3 && term.startsWith(stem) ? [term, `${stem}*`] : [term]
  })
  return [...new Set(terms)]
}
