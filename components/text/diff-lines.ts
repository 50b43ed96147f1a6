import { ownValue } from "@/lib/memory/text/own-value"
import { alignParts } from "@/lib/memory/text/alignment"

/** A piece of a changed line. `changed` is true if it differs from its counterpart. */
export interface DiffPiece {
  readonly text: string
  readonly changed: boolean
}

export type DiffRow =
  | { readonly kind: "same"; readonly before: number; readonly after: number; readonly text: string }
  /** `movedTo`: the line that has the same text in the new version. */
  | {
      readonly kind: "cut"
      readonly before: number
      readonly pieces: readonly DiffPiece[]
      readonly movedTo: number | null
    }
  /** `movedFrom`: the line that had the same text in the old version. */
  | {
      readonly kind: "add"
      readonly after: number
      readonly pieces: readonly DiffPiece[]
      readonly movedFrom: number | null
    }

export interface Diff {
  readonly rows: readonly DiffRow[]
  /** Number of lines added, not counting moved lines. */
  readonly added: number
  readonly cut: number
  readonly moved: number
}

/** Maximum number of added and removed lines to compare by word. */
const MOST_BY_WORD = 2_000
const MAX_WORDS_LINE = 4_000

/**
 * Returns a line diff, with a word diff where lines were cut and added in the same place.
 * Line breaks are not compared: see `otherChange`.
 */
export function diffTexts(before: string, after: string): Diff {
  return diffLines(linesOf(before), linesOf(after))
}

/** Returns the diff of two lists of lines. The first line of each has the number `from`. */
export function diffLines(old: readonly string[], fresh: readonly string[], from = 1): Diff {
  const steps = stepsBetween(old, fresh, from)
  const [allCut, allAdded] = [steps.flatMap(({ cut }) => cut), steps.flatMap(({ add }) => add)]
  const moved = findMoved(allCut, allAdded)
  const isByWord = allCut.length + allAdded.length <= MOST_BY_WORD
  const arrived = new Map([...moved].map(([before, after]) => [after, before]))
  const rows = steps.flatMap(({ same, cut, add }): DiffRow[] => {
    const [gone, come] = [
      cut.filter(({ line }) => !moved.has(line)),
      add.filter(({ line }) => !arrived.has(line)),
    ]
    const pairs = isByWord ? pairLines(gone, come) : new Map<NumberedLine, DiffPiece[]>()
    const piecesOf = (one: NumberedLine) => pairs.get(one) ?? [{ text: one.text, changed: false }]
    return [
      ...same,
      ...cut.map((one): DiffRow => ({
        kind: "cut",
        before: one.line,
        pieces: piecesOf(one),
        movedTo: moved.get(one.line) ?? null,
      })),
      ...add.map((one): DiffRow => ({
        kind: "add",
        after: one.line,
        pieces: piecesOf(one),
        movedFrom: arrived.get(one.line) ?? null,
      })),
    ]
  })
  const countOf = (kind: DiffRow["kind"]) => rows.filter((row) => row.kind === kind).length
  return {
    rows,
    added: countOf("add") - moved.size,
    cut: countOf("cut") - moved.size,
    moved: moved.size,
  }
}

interface Step {
  readonly same: readonly Extract<DiffRow, { kind: "same" }>[]
  readonly cut: readonly NumberedLine[]
  readonly add: readonly NumberedLine[]
}

/** Returns the changed and the unchanged parts of two lists of lines, in order. Line numbers begin at `from`. */
function stepsBetween(old: readonly string[], fresh: readonly string[], from: number): Step[] {
  const places = alignParts(old, fresh)
  const placeOf = (at: number) => (at < old.length ? (places[at] as number) : fresh.length)
  const steps: Step[] = []
  let [at, to] = [0, 0]
  while (at < old.length || to < fresh.length) {
    const [cut, add, same]: [NumberedLine[], NumberedLine[], Step["same"][number][]] = [[], [], []]
    for (; at < old.length && placeOf(at) < 0; at += 1) cut.push({ line: at + from, text: old[at] as string })
    for (; to < placeOf(at); to += 1) add.push({ line: to + from, text: fresh[to] as string })
    for (; at < old.length && placeOf(at) === to; at += 1, to += 1)
      same.push({ kind: "same", before: at + from, after: to + from, text: old[at] as string })
    steps.push({ same: [], cut, add }, { same, cut: [], add: [] })
  }
  return steps
}

/** Pairs cut and added lines in order and returns the word diff of each pair. */
function pairLines(
  cut: readonly NumberedLine[],
  added: readonly NumberedLine[],
): Map<NumberedLine, DiffPiece[]> {
  const pieces = new Map<NumberedLine, DiffPiece[]>()
  for (const [index, before] of cut.entries()) {
    const after = added[index]
    if (after === undefined || before.text.length + after.text.length > MAX_WORDS_LINE) continue
    const words = diffWords(before.text, after.text)
    pieces.set(before, words.cut)
    pieces.set(after, words.add)
  }
  return pieces
}

/**
 * Returns the word diff of two lines: each side's pieces, marked where the other side lacks them.
 * Nothing is marked if the lines share less than a quarter of their text, because the marks would not help.
 */
export function diffWords(before: string, after: string): { cut: DiffPiece[]; add: DiffPiece[] } {
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  const places = alignParts(old, fresh)
  const found = new Set(places)
  const [cut, add] = [piecesOf(old, (at) => places[at] === -1), piecesOf(fresh, (at) => !found.has(at))]
  const kept = cut.reduce((sum, one) => sum + (one.changed ? 0 : one.text.trim().length), 0)
  const unmarked = ({ text }: DiffPiece): DiffPiece => ({ text, changed: false })
  return kept * 4 >= Math.max(before.length, after.length)
    ? { cut, add }
    : { cut: cut.map(unmarked), add: add.map(unmarked) }
}

/** Returns words, spaces and single punctuation marks, which joined are the text. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? []

/** Joins neighboring words that are all changed or all unchanged. */
function piecesOf(words: readonly string[], isChanged: (at: number) => boolean): DiffPiece[] {
  const pieces: DiffPiece[] = []
  for (const [at, word] of words.entries()) {
    const last = pieces.at(-1)
    if (last?.changed === isChanged(at))
      pieces[pieces.length - 1] = { text: last.text + word, changed: last.changed }
    else pieces.push({ text: word, changed: isChanged(at) })
  }
  return pieces
}

/** Returns the lines of a text without line breaks. A final line break does not begin another line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === "") lines.pop()
  return lines
}

/** Returns a description of line break changes, which a line diff does not show. Null if there are none. */
export function otherChange(before: string, after: string): string | null {
  const changes: string[] = []
  if (breaksOf(before) !== breaksOf(after))
    changes.push(`line breaks changed from ${breaksOf(before)} to ${breaksOf(after)}`)
  if (endsWithBreak(before) !== endsWithBreak(after))
    changes.push(
      endsWithBreak(after)
        ? "the last line now ends with a line break"
        : "the last line no longer ends with a line break",
    )
  return changes.length > 0 ? changes.join("; ") : null
}

const endsWithBreak = (text: string) => /[\r\n]$/.test(text)

function breaksOf(text: string): string {
  const kinds = new Set(text.match(/\r\n|\r|\n/g))
  if (kinds.size === 0) return "none"
  return [...kinds].map((one) => ownValue({ "\r\n": "CRLF", "\n": "LF", "\r": "CR" }, one)).join(" and ")
}

export type DiffBlock =
  | { readonly kind: "rows"; readonly rows: readonly DiffRow[] }
  | { readonly kind: "folded"; readonly rows: readonly DiffRow[] }

const CONTEXT = 3
/** Minimum number of lines to fold. Shorter runs are quicker to read than to open. */
const LEAST = 4

/** Folds unchanged lines, except the context lines around each change. */
export function foldSame(rows: readonly DiffRow[]): DiffBlock[] {
  const near = new Set<number>()
  for (const [index, row] of rows.entries()) {
    if (row.kind === "same") continue
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at)
  }
  const blocks: { kind: DiffBlock["kind"]; rows: DiffRow[] }[] = []
  for (let from = 0; from < rows.length;) {
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

interface NumberedLine {
  readonly line: number
  readonly text: string
}

/**
 * Returns the moved lines: the number of the added line by the number of the cut line.
 * A line moved if its text was cut once and added once. Equal lines directly beside a moved line moved with it.
 */
function findMoved(
  cut: readonly NumberedLine[],
  added: readonly NumberedLine[],
): ReadonlyMap<number, number> {
  const [left, arrived] = [onlyOnes(cut), onlyOnes(added)]
  const [cutAt, addedAt] = [byLine(cut), byLine(added)]
  const moved = new Map<number, number>()
  const taken = new Set<number>()
  const join = (from: number, to: number) => {
    moved.set(from, to)
    taken.add(to)
  }
  for (const [text, from] of left) {
    const to = arrived.get(text)
    if (to !== undefined && from !== null && to !== null) join(from, to)
  }
  const known = [...moved]
  for (const [from, to] of known) {
    for (const step of [1, -1]) {
      for (let by = step; ; by += step) {
        const text = cutAt.get(from + by)
        if (text === undefined || addedAt.get(to + by) !== text || moved.has(from + by) || taken.has(to + by))
          break
        join(from + by, to + by)
      }
    }
  }
  return moved
}

/** Returns line numbers by text. Null for a text that several lines share. Short texts are left out. */
function onlyOnes(lines: readonly NumberedLine[]): Map<string, number | null> {
  const found = new Map<string, number | null>()
  for (const { line, text } of lines) {
    const words = text.trim()
    if (words.length >= TELLING && /[\p{L}\p{N}]/u.test(words))
      found.set(words, found.has(words) ? null : line)
  }
  return found
}

/** Minimum number of characters to recognize a line. */
const TELLING = 6

const byLine = (lines: readonly NumberedLine[]) => new Map(lines.map(({ line, text }) => [line, text.trim()]))
