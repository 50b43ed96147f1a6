import { stepBetween } from "../text/line-step"
import { textLines } from "../text/text-lines"

/** One state of a text, by the number of its revision. */
export interface DatedText {
  readonly number: number
  readonly text: string
}

/**
 * Which revision brought each line of a text. Begins with the text and goes back, one older revision at a time, until all lines are
 * known or there is no older one. A line that only moved keeps the revision that brought its words: who said it counts, not
 * who put it there. Line breaks and a mark at the beginning are no part of a line.
 */
export class Blame {
  /** For each line the revision that brought it; 0 while it is not known. */
  readonly revisions: Int32Array
  private older: DatedText & { readonly lines: readonly string[] }
  /** Lines that are not known yet, and for each its place in the oldest revision so far. */
  private open: { readonly line: number; readonly place: number }[]

  constructor(shown: DatedText) {
    this.older = { ...shown, lines: textLines(shown.text) }
    this.revisions = new Int32Array(this.older.lines.length)
    this.open = this.older.lines.map((_, line) => ({ line, place: line }))
  }

  get isKnown(): boolean {
    return this.open.length === 0
  }

  /** The next older revision: what it does not have yet came with the one before. */
  goBack(revision: DatedText): void {
    if (this.isKnown) return
    const lines = textLines(revision.text)
    const { from } = stepBetween(lines, this.older.lines)
    this.open = this.open.flatMap(({ line, place }) => {
      const before = from[place] as number
      if (before >= 0) return [{ line, place: before }]
      this.revisions[line] = this.older.number
      return []
    })
    this.older = { ...revision, lines }
  }

  /** There is no older one: what is still open stood in the oldest. Returns the number of these lines. */
  end(): number {
    for (const { line } of this.open) this.revisions[line] = this.older.number
    const left = this.open.length
    this.open = []
    return left
  }
}

/** The same of revisions that are all at hand, the newest first: for each line of the first the number of the revision that brought it. */
export function blameLines([shown, ...older]: readonly [DatedText, ...DatedText[]]): Int32Array {
  const blame = new Blame(shown)
  for (const revision of older) {
    if (blame.isKnown) break
    blame.goBack(revision)
  }
  blame.end()
  return blame.revisions
}

/** Lines that follow one another and came with one revision. */
export interface BlameRun {
  readonly revision: number
  /** From 1, inclusive. */
  readonly line: number
  readonly endLine: number
}

export function runsOf(revisions: Int32Array): BlameRun[] {
  const runs: BlameRun[] = []
  for (let at = 0; at < revisions.length;) {
    let end = at
    while (end + 1 < revisions.length && revisions[end + 1] === revisions[at]) end += 1
    runs.push({ revision: revisions[at] as number, line: at + 1, endLine: end + 1 })
    at = end + 1
  }
  return runs
}
