import type { FormatId, Location, MemoryFormat, Surroundings } from "../memory/format"
import { isAgentDefinition } from "./agent-definition"
import { whyLeftAlone, whyNoMemory } from "./decoys"
import { FORMATS } from "./index"
import { surroundingsOf } from "./surroundings"

/** A format that may own a path. Plain data: it can be sent to a worker. */
export interface Candidate {
  readonly format: FormatId
  readonly location: Location
}

export type Identified =
  | { readonly format: MemoryFormat; readonly location: Location }
  | { readonly leftAlone: string }

/**
 * For the paths of one source: the formats that may own a path, likeliest first; none for what is surely no memory. `holder` is what
 * stands before the paths (see `holderOf`); roots come without it.
 */
export function locator(paths: readonly string[], holder = ""): (path: string) => Candidate[] {
  const around = surroundingsOf(holder === "" ? paths : paths.map((path) => holder + path))
  return (path) => {
    const candidates = candidatesFor(holder + path, around(holder + path))
    return holder === ""
      ? candidates
      : candidates.map(({ format, location }) => ({
          format,
          location: {
            ...location,
            root: `${location.root}/`.startsWith(holder) ? location.root.slice(holder.length) : location.root,
          },
        }))
  }
}

/** Whether the bytes of a file are to be read: it may be memory, or it defines an agent. */
export const isWorthReading = (candidates: readonly Candidate[], path: string): boolean =>
  candidates.length > 0 || isAgentDefinition(path)

/** The candidate that the text speaks for most; among equals the first. A format that recognizes the text as not its own drops out. */
export function choose(candidates: readonly Candidate[], text: string, path: string): Identified {
  if (candidates.length === 0) return { leftAlone: whyLeftAlone(path) }
  const reason = whyNoMemory(text, path)
  if (reason !== null) return { leftAlone: reason }
  let best: { format: MemoryFormat; location: Location; score: number } | null = null
  for (const { format: id, location } of candidates) {
    const format = formatById(id)
    const score = format.recognizes?.(text, path) ?? 0
    if (score >= 0 && (best === null || score > best.score)) best = { format, location, score }
  }
  return best === null
    ? { leftAlone: "its name is that of a memory file, its content is not" }
    : { format: best.format, location: best.location }
}

/** Which format owns a file, from its path, its text and its neighbours. */
export const identify = (path: string, text: string, around: Surroundings): Identified =>
  choose(candidatesFor(path, around), text, path)

export function formatById(id: FormatId): MemoryFormat {
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) throw new RangeError(`There is no memory format ${id}`)
  return format
}

function candidatesFor(path: string, around: Surroundings): Candidate[] {
  if (/(?:^|\/)readme\.(?:md|markdown)$/i.test(path)) return []
  const found = FORMATS.flatMap((format) => {
    const location = format.locate(path, around)
    return location === null
      ? []
      : [{ format: format.id, location, certainty: format.certainty?.(path, around) ?? 0 }]
  })
  return found
    .toSorted((a, b) => b.certainty - a.certainty)
    .map(({ format, location }) => ({ format, location }))
}
