import { type Cut, cutOf } from "../../context/load-limit"
import type { ProposedChange } from "../../proposals/proposed-change"
import { textLines } from "../../text/text-lines"
import { writeChanges } from "../../proposals/write-changes"
import { counted } from "../counted"
import type { Sick } from "./facts"

/** As many as one proposal may ask for. */
export const MOST_CHANGES = 100
/** Characters, with room for what the proposal says beside. */
export const MOST_CHARACTERS = 45_000

export interface Trial {
  /** Those of the changes that can be written, the worst first where there are more than one proposal holds. */
  readonly changes: readonly ProposedChange[]
  /** How many were left out for another time. */
  readonly left: number
  /** What the file says then. */
  readonly text: string
}

/** Tries changes on the text, and takes as many as can be written; null where none can. */
export function tryChanges(sick: Sick, wanted: readonly ProposedChange[]): Trial | null {
  const some = withinOne(wanted)
  const whole = write(sick, some)
  if (whole !== null)
    return some.length === 0 ? null : { changes: some, left: wanted.length - some.length, text: whole }
  let [changes, text]: [readonly ProposedChange[], string | null] = [[], null]
  for (const change of some) {
    const next = write(sick, [...changes, change])
    if (next !== null) [changes, text] = [[...changes, change], next]
  }
  return text === null ? null : { changes, left: wanted.length - changes.length, text }
}

function withinOne(wanted: readonly ProposedChange[]): readonly ProposedChange[] {
  let characters = 0
  return wanted
    .slice(0, MOST_CHANGES)
    .filter((change) => (characters += "text" in change ? change.text.length : 0) <= MOST_CHARACTERS)
}

/** The text after changes; null where they cannot all be written. */
export function write({ reading, file, entries }: Sick, changes: readonly ProposedChange[]): string | null {
  const written = writeChanges({ ...reading, text: file.text }, entries, changes)
  return written.ok && written.applied.length === changes.length ? written.text : null
}

/** Where the file would be cut, and its lines. */
export function sizeOf({ file }: Sick, text: string): { readonly lines: number; readonly cut: Cut | null } {
  return { lines: textLines(text).length, cut: cutOf(text, file.limits) }
}

/** "134 lines become 98 of 100", and whether that is enough. */
export function lengthWords(sick: Sick, text: string): string {
  const { lines, cut } = sizeOf(sick, text)
  const { budget } = sick.file.limits
  const become = `${counted(sick.file.lines, "line")} become ${lines.toLocaleString("en")}`
  if (cut !== null) return `${become}, still ${(lines - cut.line + 1).toLocaleString("en")} past the cut`
  if (budget !== null)
    return lines > budget
      ? `${become}, still ${(lines - budget).toLocaleString("en")} over the budget of ${budget.toLocaleString("en")}`
      : `${become} of ${budget.toLocaleString("en")}`
  return sick.kind === "past-cut" ? `${become}, and all of it is loaded` : become
}

/** For a sentence that goes on: ", 12 more another time". */
export const leftWords = (left: number): string =>
  left === 0 ? "" : `; ${left.toLocaleString("en")} more are left for another time`

/** Whether it is about how long the file is. */
export const isOfLength = ({ kind }: Sick): boolean =>
  kind === "past-cut" || kind === "over-budget" || kind === "filling-up"
