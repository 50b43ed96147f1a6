import { stepBetween, textLines } from "../text/line-differences"

/** The text of a revision. */
export interface DatedText {
  readonly number: number
  readonly text: string
}

/**
 * Finds the revision that added each line of a text. Begins with the text and goes back one revision at a time, until all lines are known
 * or there is no older revision. A moved line keeps the revision that first added it. Line breaks and a byte order mark are ignored.
 */
export class Blame {
  /** Number of the revision that added each line; 0 while unknown. */
  readonly revisions: Int32Array
  private older: DatedText & { readonly lines: readonly string[] }
  /** Unknown lines with their position in the oldest revision so far. */
  private open: { readonly line: number; readonly place: number }[]

  constructor(shown: DatedText) {
    this.older = { ...shown, lines: textLines(shown.text) }
    this.revisions = new Int32Array(this.older.lines.length)
    this.open = this.older.lines.map((_, line) => ({ line, place: line }))
  }

  get isKnown(): boolean {
    return this.open.length === 0
  }

  /** Processes the next older revision. Lines that it lacks were added by the revision after it. */
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

  /** Assigns all unknown lines to the oldest revision. Returns their number. */
  end(): number {
    for (const { line } of this.open) this.revisions[line] = this.older.number
    const left = this.open.length
    this.open = []
    return left
  }
}

/** Returns for each line of the newest revision the number of the revision that added it. Revisions are newest first. */
export function blameLines([shown, ...older]: readonly [DatedText, ...DatedText[]]): Int32Array {
  const blame = new Blame(shown)
  for (const revision of older) {
    if (blame.isKnown) break
    blame.goBack(revision)
  }
  blame.end()
  return blame.revisions
}

/** Consecutive lines of one revision. */
export interface BlameRun {
  readonly revision: number
  /** First line, from 1. Both limits are inclusive. */
  readonly line: number
  readonly endLine: number
}

/** Groups consecutive lines of one revision. */
export function blameRunsOf(revisions: Int32Array): BlameRun[] {
  const runs: BlameRun[] = []
  for (let at = 0; at < revisions.length;) {
    let end = at
    while (end + 1 < revisions.length && revisions[end + 1] === revisions[at]) end += 1
    runs.push({ revision: revisions[at] as number, line: at + 1, endLine: end + 1 })
    at = end + 1
  }
  return runs
}

/** Matches dated list items: "- [2026-11-20] …", or a line of a session log, "- 2026-11-20 · …". */
const DATED_ITEM = /^[-*] (?:\[(\d{4}-\d{2}-\d{2})\]|(\d{4}-\d{2}-\d{2}) · )/
const SESSION_LINE = /^[-*] \d{4}-\d{2}-\d{2} · /

/** Returns the ISO dates of the dated items in a Markdown memory, sorted, without duplicates. */
export function writtenDays(text: string): string[] {
  return [...new Set(text.split("\n").flatMap((line) => dayOf(line) ?? []))].toSorted()
}

/**
 * Returns a Markdown memory as it was at the end of a day (ISO date): without later dated items and the lines indented below them.
 * `last_updated` and `session_count` in the front matter are set back.
 */
export function textOnDay(text: string, day: string): string {
  const kept: string[] = []
  let isLater = false
  let sessionsLater = 0
  for (const line of text.split("\n")) {
    const isBelow: boolean = isLater && /^\s+\S/.test(line)
    isLater = isBelow || (dayOf(line) ?? "") > day
    if (!isLater) kept.push(line)
    else if (SESSION_LINE.test(line)) sessionsLater += 1
  }
  if (kept.length === text.split("\n").length) return text
  const last = writtenDays(kept.join("\n")).at(-1) ?? day
  return kept.map((line) => inFrontMatter(line, { last, sessionsLater })).join("\n")
}

function inFrontMatter(
  line: string,
  { last, sessionsLater }: { readonly last: string; readonly sessionsLater: number },
): string {
  const updated = /^last_updated: (\d{4}-\d{2}-\d{2})$/.exec(line)
  if (updated) return (updated[1] ?? "") > last ? `last_updated: ${last}` : line
  const sessions = /^session_count: (\d+)$/.exec(line)
  return sessions ? `session_count: ${Math.max(0, Number(sessions[1]) - sessionsLater)}` : line
}

function dayOf(line: string): string | null {
  const [, bracketed, logged] = DATED_ITEM.exec(line) ?? []
  return bracketed ?? logged ?? null
}
