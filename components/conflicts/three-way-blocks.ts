import { linesOf } from "@/components/text/diff-lines"
import { alignParts } from "@/lib/memory/text/alignment"

/** Lines of one of the three texts, numbered from 1. */
export interface LineRange {
  readonly line: number
  readonly lines: readonly string[]
}

/**
 * The side that changed the base. "both": each side made another change. "alike": both sides made the same
 * change.
 */
type ChangedBy = "ours" | "theirs" | "both" | "alike"

/** A part of the file that is identical in all three texts, or differs in at least one. */
export type ThreeWayBlock =
  | { readonly kind: "same"; readonly ours: LineRange }
  | {
      readonly kind: "changed"
      readonly by: ChangedBy
      readonly base: LineRange
      readonly ours: LineRange
      readonly theirs: LineRange
    }

/**
 * Returns the differences of two texts from their merge base, in file order. Without a base, identical text
 * counts as unchanged. Adjacent changes are one block.
 */
export function threeWay(base: string | null, ours: string, theirs: string): readonly ThreeWayBlock[] {
  const [mine, other] = [linesOf(ours), linesOf(theirs)]
  const agreed = base === null ? commonLines(mine, other) : linesOf(base)
  const [toOurs, toTheirs] = [alignParts(agreed, mine), alignParts(agreed, other)]
  const blocks: ThreeWayBlock[] = []
  let at = { base: 0, ours: 0, theirs: 0 }
  const changeUpTo = (to: typeof at) => {
    for (const step of lineByLine(at, to)) {
      const block = changed(at, step, { base: agreed, ours: mine, theirs: other })
      if (block) blocks.push(block)
      at = step
    }
  }
  for (let line = 0; line < agreed.length; line += 1) {
    const [inOurs = -1, inTheirs = -1] = [toOurs[line], toTheirs[line]]
    if (inOurs < 0 || inTheirs < 0) continue
    changeUpTo({ base: line, ours: inOurs, theirs: inTheirs })
    addUnchanged(blocks, inOurs + 1, mine[inOurs] ?? "")
    at = { base: line + 1, ours: inOurs + 1, theirs: inTheirs + 1 }
  }
  changeUpTo({ base: agreed.length, ours: mine.length, theirs: other.length })
  return blocks
}

/** Adds an unchanged line to the last block, if that is unchanged too, or as a new block. */
function addUnchanged(blocks: ThreeWayBlock[], line: number, text: string): void {
  const last = blocks.at(-1)
  if (last?.kind === "same") {
    const lines = [...last.ours.lines, text]
    blocks[blocks.length - 1] = { kind: "same", ours: { line: last.ours.line, lines } }
  } else blocks.push({ kind: "same", ours: { line, lines: [text] } })
}

type Place = Readonly<Record<"base" | "ours" | "theirs", number>>

/** Maximum number of lines of a block that is split by line. */
const FEW = 40

/**
 * Returns the ends of the lines of a block if all three texts have the same number of lines, at most `FEW`.
 * Else returns only the end of the block.
 */
function lineByLine(from: Place, to: Place): Place[] {
  const lines = to.base - from.base
  if (lines > FEW || to.ours - from.ours !== lines || to.theirs - from.theirs !== lines) return [to]
  return Array.from({ length: lines }, (_, line) => ({
    base: from.base + line + 1,
    ours: from.ours + line + 1,
    theirs: from.theirs + line + 1,
  }))
}

function changed(
  from: Place,
  to: Place,
  texts: Readonly<Record<keyof Place, readonly string[]>>,
): ThreeWayBlock | null {
  const of = (which: keyof Place): LineRange => ({
    line: from[which] + 1,
    lines: texts[which].slice(from[which], to[which]),
  })
  const [base, ours, theirs] = [of("base"), of("ours"), of("theirs")]
  if ([base, ours, theirs].every((one) => one.lines.length === 0)) return null
  return { kind: "changed", by: changedBy(base, ours, theirs), base, ours, theirs }
}

function changedBy(base: LineRange, ours: LineRange, theirs: LineRange): ChangedBy {
  if (alike(ours, theirs)) return "alike"
  if (alike(base, theirs)) return "ours"
  return alike(base, ours) ? "theirs" : "both"
}

const alike = (one: LineRange, other: LineRange) =>
  one.lines.length === other.lines.length && one.lines.every((line, place) => line === other.lines[place])
function commonLines(one: readonly string[], other: readonly string[]): string[] {
  const places = alignParts(one, other)
  return one.filter((_, line) => (places[line] ?? -1) >= 0)
}

/**
 * Returns a draft for a manual merge. Changes of one side are applied. For changes on both sides, the draft
 * contains ours, then theirs, so that nothing is lost. Line breaks are those of ours. `open`: number of
 * changes on both sides.
 */
export function mergeStart(blocks: readonly ThreeWayBlock[], ours: string): { text: string; open: number } {
  const end = /\r\n|\r|\n/.exec(ours)?.[0] ?? "\n"
  const lines = blocks.flatMap((block) => {
    if (block.kind === "same") return block.ours.lines
    if (block.by === "both") return [...block.ours.lines, ...block.theirs.lines]
    return block.by === "theirs" ? block.theirs.lines : block.ours.lines
  })
  return {
    text: lines.length === 0 ? "" : `${lines.join(end)}${end}`,
    open: blocks.filter((block) => block.kind === "changed" && block.by === "both").length,
  }
}
