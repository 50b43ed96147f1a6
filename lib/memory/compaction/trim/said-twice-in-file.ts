import { type ReadSide, readSide } from "../../conflicts/conflict"
import { compareRead, saysSame } from "../../judgement/likeness"
import { indexOf, nearIn } from "../alike"
import { isVouched, leads } from "./kept-as-is"
import type { TrimEntry } from "./trim-entry"

export interface TwiceSaid {
  readonly copy: TrimEntry
  readonly stays: TrimEntry
  readonly same: boolean
  readonly score: number
}

/**
 * What another entry of the file says too, with the one that stays: of the same words the one that is vouched for, then the first; of others
 * the fullest, which must say the same in other words. What may not be touched is no copy.
 */
export function listTwice(
  entries: readonly TrimEntry[],
  {
    kept,
    today,
    path,
  }: { readonly kept: ReadonlySet<string>; readonly today: string; readonly path: string },
): TwiceSaid[] {
  const current = entries.filter((entry) => entry.retired !== true && !leads(entry))
  const index = indexOf(current, ({ text }) => text)
  const sides = new Map<TrimEntry, ReadSide>()
  const sideOf = (entry: TrimEntry) => {
    const side =
      sides.get(entry) ?? readSide({ text: entry.text, date: entry.date, section: entry.section, file: path })
    sides.set(entry, side)
    return side
  }
  const inTurn = current.toSorted(
    (a, b) =>
      Number(isVouched(b, today)) - Number(isVouched(a, today)) ||
      b.text.length - a.text.length ||
      Number(kept.has(b.id)) - Number(kept.has(a.id)) ||
      a.line - b.line ||
      (a.id < b.id ? -1 : 1),
  )
  const gone = new Set<TrimEntry>()
  const found: TwiceSaid[] = []
  const turn = new Map(inTurn.map((entry, place) => [entry, place]))
  for (const [place, stays] of inTurn.entries()) {
    if (gone.has(stays)) continue
    for (const { item: copy } of nearIn(sideOf(stays).read, index)) {
      if (
        (turn.get(copy) ?? 0) <= place ||
        gone.has(copy) ||
        kept.has(copy.id) ||
        (copy.audience ?? "") !== (stays.audience ?? "") ||
        copy.text.length > stays.text.length * MORE
      )
        continue
      const same = saysSame(sideOf(stays).read, sideOf(copy).read) && copy.section === stays.section
      const compared = same ? null : compareRead(sideOf(stays).read, sideOf(copy).read)
      if (compared !== null && compared.kind !== "same" && compared.kind !== "duplicate") continue
      gone.add(copy)
      found.push({
        copy,
        stays,
        same: same || compared?.score === 1,
        score: compared?.score ?? 1,
      })
    }
  }
  return found.toSorted(
    (a, b) => b.score - a.score || a.copy.line - b.copy.line || (a.copy.id < b.copy.id ? -1 : 1),
  )
}

/** What is vouched for stays even where the other says a little more, but not where it says much more. */
const MORE = 1.2
