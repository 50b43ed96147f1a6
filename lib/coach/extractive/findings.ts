import { formatCount } from "@/lib/memory/text/sentence"
import type { DraftClaim, CoachEntry, CoachMaterial, ClaimKind } from "@/lib/memory/coach/synthesis"
import { roundTo, compareText } from "@/lib/memory/text/aggregates"
import { shownStatement } from "@/lib/memory/memory-files/shown-statement"
import { type StatementIndex, type DistinctStatement, type StatementSource } from "./distinct-statements"
import { textBeforeBlock } from "./worth-sharing"

/** A possible claim. `worth`: usefulness for the reader, used to select the best findings. */
export interface Finding extends DraftClaim {
  readonly worth: number
  /**
   * IDs of the entries that the finding is about, or other keys. A finding is left out if at least half of
   * its keys belong to findings that were selected before.
   */
  readonly about: ReadonlySet<string>
  /** Key of the source that the finding is mainly about. */
  readonly from: string
}

/** Maximum number of findings of one kind that are compared with the others. */
export const MAX_FINDINGS_OF_KIND = 120

export const mostUsefulFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => b.worth - a.worth || (a.text < b.text ? -1 : 1)).slice(0, MAX_FINDINGS_OF_KIND)

export const roundShare = (value: number): number => roundTo(Math.min(1, Math.max(0, value)), 2)

/** Maximum number of times that duplicates are grouped again without flagged entries. */
const MOST_ROUNDS = 3

/**
 * Rejects findings that cite flagged entries. Detecting flags takes longer than reading, so only selected
 * findings are checked. The statement of a flagged entry is barred, and duplicates are then grouped again
 * without it.
 */
export class FlagFilter {
  /** IDs of the flagged entries that were found. */
  readonly flagged = new Set<string>()
  readonly barred = new Set<DistinctStatement>()
  private readonly byId: ReadonlyMap<string, CoachEntry>
  private rounds = 0
  private before = 0

  constructor({ entries }: CoachMaterial) {
    this.byId = new Map(entries.map((entry) => [entry.id, entry]))
  }

  /** True if no cited entry is flagged. Otherwise bars the statements of the flagged entries. */
  lets({ citations }: Finding, { byEntry }: StatementIndex): boolean {
    const held = [...new Set(citations)].filter((id) => (this.byId.get(id)?.flags.length ?? 0) > 0)
    for (const id of held) {
      this.flagged.add(id)
      const saying = byEntry.get(id)
      if (saying !== undefined) this.barred.add(saying)
    }
    return held.length === 0
  }

  /**
   * True if the duplicates should be grouped again: a statement was barred since the last call, and fewer
   * than `MOST_ROUNDS` rounds have run.
   */
  mayLetMore(): boolean {
    const more = this.barred.size > this.before && this.rounds < MOST_ROUNDS
    this.before = this.barred.size
    this.rounds += 1
    return more
  }
}

/**
 * Returns the maximum number of claims of a brief. 12 for a few agents, at most 40 for many, because a person
 * reviews each claim.
 */
export const maxClaimsFor = (agents: number): number => Math.min(40, 12 + Math.floor(agents / 12))

/** Factor on the worth of each further claim of the same kind, so that no kind displaces the others. */
const AGAIN = 0.87
/** Factor on the worth of further claims about one source. */
const SAME_VOICE = 0.93

/**
 * Returns the most useful findings of all kinds, at most `most`, without overlaps. `mayBeTold` checks each
 * selected finding for flags.
 */
export function selectFindings(
  findings: readonly Finding[],
  most: number,
  mayBeTold: (finding: Finding) => boolean,
): Finding[] {
  const left = findings
    .filter(({ citations }) => citations.length > 0)
    .toSorted((a, b) => b.worth - a.worth || compareText(a.text, b.text))
  const [chosen, told] = [[] as Finding[], new Set<string>()]
  const [taken, heard] = [new Map<ClaimKind, number>(), new Map<string, number>()]
  const worthNow = ({ worth, kind, from }: Finding) =>
    worth * AGAIN ** (taken.get(kind) ?? 0) * SAME_VOICE ** (heard.get(from) ?? 0)
  while (chosen.length < most && left.length > 0) {
    let best = 0
    for (const [at, one] of left.entries()) if (worthNow(one) > worthNow(left[best] as Finding)) best = at
    const [next] = left.splice(best, 1) as [Finding]
    if (isTold(next, told) || !mayBeTold(next)) continue
    chosen.push(next)
    taken.set(next.kind, (taken.get(next.kind) ?? 0) + 1)
    heard.set(next.from, (heard.get(next.from) ?? 0) + 1)
    for (const entry of next.about) told.add(entry)
  }
  return chosen
}

function isTold({ about }: Finding, told: ReadonlySet<string>): boolean {
  let known = 0
  for (const entry of about) if (told.has(entry)) known += 1
  return known * 2 >= about.size
}

const LONGEST_QUOTE = 240

/**
 * Returns a statement in quotation marks, on one line, truncated after a word to at most `longest`
 * characters.
 */
export function quoteStatement(text: string, longest = LONGEST_QUOTE): string {
  const line = shownStatement(textBeforeBlock(text))
    .replaceAll(/\s*\n\s*(?:[-*+]\s+)?/g, " ")
    .replaceAll(/\*\*|__(?=\w)|(?<=\w)__/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return `“${cutAtWord(line, longest)}”`
}

function cutAtWord(line: string, longest: number): string {
  if (line.length <= longest) return line.replace(/[.。]$/, "")
  const letters = line
    .slice(0, longest - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")
  const blank = letters.lastIndexOf(" ")
  return `${(blank > longest * 0.6 ? letters.slice(0, blank) : letters).replace(/[\s,;:.([“]+$/, "")}…`
}

/** Returns "a, b and c"; with more than `most` + 1 names "a, b, c and 3 others". */
export function joinNames(names: readonly string[], most = 3): string {
  if (names.length === 0) return ""
  const shown = names.length > most + 1 ? names.slice(0, most) : names
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} others`] : [...shown]
  const last = parts.pop() as string
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`
}

/** Returns the names of sources: agents before shared memories. */
export const namesOfSources = (voices: readonly StatementSource[]): string[] =>
  [...voices.filter(({ agent }) => agent !== null), ...voices.filter(({ agent }) => agent === null)].map(
    ({ name }) => name,
  )

/**
 * Returns a statement with its sources: "unit-tester and the testing memory agree: “…”." With three or more
 * sources, the names come last.
 */
export function attribute(voices: readonly StatementSource[], what: string, text: string): string {
  const names = namesOfSources(voices)
  if (names.length < 3) return `${capitalizeThe(joinNames(names))} ${what}: ${quoteStatement(text)}.`
  return `${formatCount(names.length, voices.every(({ agent }) => agent !== null) ? "agent" : "memory")} ${what}: ${quoteStatement(text)} (${joinNames(names)}).`
}

/** Capitalizes "the" at the beginning of a sentence. Names of agents stay as they are. */
export const capitalizeThe = (names: string): string =>
  names.startsWith("the ") ? `T${names.slice(1)}` : names
