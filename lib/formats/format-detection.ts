import {
  type FormatId,
  NOT_MEMORY,
  type Location,
  type MemoryFormat,
  type Surroundings,
  type FormatRule,
} from "../memory/memory-files/format"
import { isAgentDefinition } from "./workspace/agent-definition"
import { whyIgnored, whyNoMemory, surroundingsOf } from "./memory-signs"
import { formatById, FORMATS, assignedFormatOf, locationAsFormat } from "./all-formats"
import { isOwnWorkspace } from "./workspace/workspace"

export { formatById } from "./all-formats"

/** A format that may own a path. Plain data: it can be sent to a worker. */
export interface Candidate {
  readonly format: FormatId
  readonly location: Location
  /** True if the path alone does not show the format. The text must show it. */
  readonly needsProof?: true
  /** True if a rule assigns this format to the file. The text is then not checked. */
  readonly isTaken?: true
}

export type Identified =
  | { readonly format: MemoryFormat; readonly location: Location }
  | { readonly leftAlone: string }

/** Facts about a source besides its paths. */
export interface SourceFacts {
  /** Files that its indexes link, see `linkedFiles`. */
  readonly linked?: ReadonlySet<string>
  readonly takenAs?: readonly FormatRule[]
  /**
   * Agent that the source is named for, see `agentOfSource`. Used only if the whole source is one agent's
   * workspace.
   */
  readonly owner?: string | null
}

/**
 * Returns a function that lists the possible formats of a path, most likely first; empty for a path that is
 * not memory. `holder`: the folders before the paths (see `prefixOfMemoryFolder`), which are not part of the
 * roots.
 */
export function locator(
  paths: readonly string[],
  holder = "",
  { linked, takenAs = [], owner = null }: SourceFacts = {},
): (path: string) => Candidate[] {
  const near = surroundingsOf(holder === "" ? paths : paths.map((path) => holder + path))
  const isLinked = (path: string) => linked?.has(path.slice(holder.length)) === true
  const agent = owner !== null && holder === "" && isOwnWorkspace(near("")) ? owner : null
  const ownerOf = (root: string) => (root === "" ? agent : null)
  return (path) => {
    const around = { ...near(holder + path), isLinked, ownerOf }
    const said = assignedFormatOf(takenAs, path)
    if (said === NOT_MEMORY) return []
    const readAs = holder + path
    const candidates =
      said === null
        ? candidatesFor(readAs, around)
        : [{ format: said, location: locationAsFormat(said, { readAs, around }), isTaken: true as const }]
    return holder === "" ? candidates : candidates.map((one) => ({ ...one, location: below(holder, one) }))
  }
}

function below(holder: string, { location }: Candidate): Location {
  const { root } = location
  return { ...location, root: `${root}/`.startsWith(holder) ? root.slice(holder.length) : root }
}

/** True if a file should be read: it may be memory, or it defines an agent. */
export const isWorthReading = (candidates: readonly Candidate[], path: string): boolean =>
  candidates.length > 0 || isAgentDefinition(path)

/**
 * Returns the format of the candidate that best matches the text (of equals, the first), or the reason why
 * the file is not memory. A format that a rule assigns is not compared with the text.
 */
export function chooseFormat(candidates: readonly Candidate[], text: string, path: string): Identified {
  if (candidates.length === 0) return { leftAlone: whyIgnored(path) }
  const taken = candidates.find((one) => one.isTaken)
  if (taken) return { format: formatById(taken.format), location: taken.location }
  const reason = whyNoMemory(text, path)
  if (reason !== null) return { leftAlone: reason }
  let best: { format: MemoryFormat; location: Location; score: number } | null = null
  for (const candidate of candidates) {
    const format = formatById(candidate.format)
    const score = scoreOf(format, candidate, text, path)
    if (score >= 0 && (best === null || score > best.score))
      best = { format, location: candidate.location, score }
  }
  if (best !== null) return { format: best.format, location: best.location }
  return {
    leftAlone: candidates.every((one) => one.needsProof)
      ? whyIgnored(path)
      : "its name matches a memory format, but its content does not",
  }
}

/**
 * Score of a format that only the text shows. It is higher than any score of a format that the path shows.
 */
const SHOWN = 3

function scoreOf(format: MemoryFormat, { needsProof }: Candidate, text: string, path: string): number {
  if (needsProof) return format.isShownBy?.(text) === true ? SHOWN : -1
  return format.recognizes?.(text, path) ?? 0
}

/** Returns the format of a file by its path, text and siblings, or the reason why it is not memory. */
export const identify = (path: string, text: string, around: Surroundings): Identified =>
  chooseFormat(candidatesFor(path, around), text, path)

function candidatesFor(path: string, around: Surroundings): Candidate[] {
  if (/(?:^|\/)readme\.(?:md|markdown)$/i.test(path)) return []
  const found = FORMATS.flatMap((format) => {
    const location = format.locate(path, around)
    if (location === null) return []
    const certainty = format.certainty?.(path, around) ?? 0
    const needsProof = format.needsProof?.(path, around) === true
    return [{ certainty, candidate: { format: format.id, location, ...(needsProof && { needsProof }) } }]
  })
  return found.toSorted((a, b) => b.certainty - a.certainty).map(({ candidate }) => candidate)
}
