import { diffArrays, diffWordsWithSpace } from "diff"

/** A piece of a changed line; `changed` where it differs from its counterpart. */
export interface DiffPiece {
  readonly text: string
  readonly changed: boolean
}

export type DiffRow =
  | { readonly kind: "same"; readonly before: number; readonly after: number; readonly text: string }
  | { readonly kind: "cut"; readonly before: number; readonly pieces: readonly DiffPiece[] }
  | { readonly kind: "add"; readonly after: number; readonly pieces: readonly DiffPiece[] }

export interface Diff {
  readonly rows: readonly DiffRow[]
  readonly added: number
  readonly cut: number
  /** The texts differ so much that the lines were not compared: all are shown as cut, then as added. */
  readonly whole: boolean
}

const PATIENCE_MS = 800
const MAX_WORDS_LINE = 4_000

/** Line by line, and word by word where as many lines were cut as added. Line breaks are not compared: see `breaksOf`. */
export function diffTexts(before: string, after: string): Diff {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const changes = diffArrays(old, fresh, { timeout: PATIENCE_MS })
  const steps = changes ?? [{ value: old, added: false, removed: true }, { value: fresh, added: true, removed: false }]
  const rows: DiffRow[] = []
  let [at, to, added, cut] = [1, 1, 0, 0]
  for (const [index, step] of steps.entries()) {
    if (!step.added && !step.removed) for (const text of step.value) rows.push({ kind: "same", before: at++, after: to++, text })
    if (step.removed) {
      const next = steps[index + 1]
      const pairs = changes && next?.added ? pairLines(step.value, next.value) : null
      for (const [line, text] of step.value.entries()) rows.push({ kind: "cut", before: at++, pieces: pairs?.[line]?.cut ?? [{ text, changed: false }] })
      cut += step.value.length
    }
    if (step.added) {
      const previous = steps[index - 1]
      const pairs = changes && previous?.removed ? pairLines(previous.value, step.value) : null
      for (const [line, text] of step.value.entries()) rows.push({ kind: "add", after: to++, pieces: pairs?.[line]?.add ?? [{ text, changed: false }] })
      added += step.value.length
    }
  }
  return { rows, added, cut, whole: changes === undefined }
}

/** Lines that stand for each other: the first cut one and the first added one, and so on. */
function pairLines(cut: readonly string[], added: readonly string[]): { cut: DiffPiece[]; add: DiffPiece[] }[] {
  return cut.slice(0, added.length).flatMap((before, index) => {
    const after = added[index] ?? ""
    if (before.length + after.length > MAX_WORDS_LINE) return [{ cut: [{ text: before, changed: false }], add: [{ text: after, changed: false }] }]
    const words = diffWordsWithSpace(before, after)
    const kept = words.reduce((sum, one) => sum + (one.added || one.removed ? 0 : one.value.trim().length), 0)
    // Lines that share next to nothing say nothing word by word.
    const alike = kept * 4 >= Math.max(before.length, after.length)
    const piecesOf = (leave: "added" | "removed") => words.filter((one) => !one[leave]).map((one) => ({ text: one.value, changed: alike && Boolean(one.added || one.removed) }))
    return [{ cut: piecesOf("added"), add: piecesOf("removed") }]
  })
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === "") lines.pop()
  return lines
}

/** What a comparison of lines does not show: other line breaks, a mark at the beginning, the break at the end. Null where nothing of it changed. */
export function otherChange(before: string, after: string): string | null {
  const changes: string[] = []
  if (breaksOf(before) !== breaksOf(after)) changes.push(`line breaks: ${breaksOf(before)} before, ${breaksOf(after)} now`)
  if (endsWithBreak(before) !== endsWithBreak(after)) changes.push(endsWithBreak(after) ? "the last line now ends with a line break" : "the last line no longer ends with a line break")
  return changes.length > 0 ? changes.join("; ") : null
}

const endsWithBreak = (text: string) => /[\r\n]$/.test(text)

function breaksOf(text: string): string {
  const kinds = new Set(text.match(/\r\n|\r|\n/g))
  if (kinds.size === 0) return "none"
  return [...kinds].map((one) => ({ "\r\n": "CRLF", "\n": "LF", "\r": "CR" })[one]).join(" and ")
}

export type DiffBlock = { readonly kind: "rows"; readonly rows: readonly DiffRow[] } | { readonly kind: "folded"; readonly rows: readonly DiffRow[] }

const CONTEXT = 3
/** A fold hides at least so many lines: less is quicker read than opened. */
const LEAST = 4

/** Folds what did not change, but for some lines around each change. */
export function foldSame(rows: readonly DiffRow[]): DiffBlock[] {
  const near = new Set<number>()
  for (const [index, row] of rows.entries()) {
    if (row.kind === "same") continue
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at)
  }
  const blocks: { kind: DiffBlock["kind"]; rows: DiffRow[] }[] = []
  for (let from = 0; from < rows.length; ) {
    let to = from
    while (to < rows.length && near.has(to) === near.has(from)) to += 1
    const kind = near.has(from) || to - from < LEAST ? "rows" : "folded"
    const last = blocks.at(-1)
    if (last && last.kind === "rows" && kind === "rows") last.rows.push(...rows.slice(from, to))
    else blocks.push({ kind, rows: rows.slice(from, to) })
    from = to
  }
  return blocks
}
