import { compareRead } from "../judgement/likeness"
import { readStatement, type Statement } from "../similarity/statement"

/** A proposal as far as it is compared with others. `about` is equal for those that may say the same: additions, changes of one entry. */
export interface Foldable {
  readonly about: string
  readonly text: string
  readonly confidence: number | null
  readonly supporters: number
}

/** Several that say the same: the best worded one leads, the others can be folded into it. */
export interface Fold<Item> {
  readonly lead: Item
  readonly folded: readonly Item[]
}

/**
 * Puts together what says the same, in the order in which each is first met. Each joins the group whose leader it says the same as;
 * what is merely like its leader, or stands against it, leads a group of its own.
 */
export function foldAlike<Item extends Foldable>(items: readonly Item[]): Fold<Item>[] {
  const groups: { lead: Item; read: Statement; folded: Item[]; first: number }[] = []
  const best = items
    .map((item, place) => ({ item, place, wording: wordingOf(item) }))
    .toSorted((a, b) => b.wording - a.wording || a.place - b.place)
  for (const { item, place } of best) {
    const read = readStatement(item.text)
    const group = groups.find((one) => one.lead.about === item.about && saysSame(one.read, read))
    if (!group) groups.push({ lead: item, read, folded: [], first: place })
    else {
      group.folded.push(item)
      group.first = Math.min(group.first, place)
    }
  }
  return groups.toSorted((a, b) => a.first - b.first).map(({ lead, folded }) => ({ lead, folded }))
}

const saysSame = (left: Statement, right: Statement): boolean =>
  ["same", "duplicate"].includes(compareRead(left, right).kind)

/** Words from which on a statement gains nothing by more of them, and characters from which on it is too long for a line of memory. */
const FULL_WORDS = 20
const LONG = 300

/** How well it would stand for the others: what is sure, what many ask for, what says most in a line. */
function wordingOf({ text, confidence, supporters }: Foldable): number {
  const words = text.trim().split(/\s+/).length
  return (
    (confidence ?? 0.5) +
    0.1 * Math.min(4, supporters - 1) +
    0.5 * (Math.min(words, FULL_WORDS) / FULL_WORDS) -
    (text.length > LONG ? 0.3 : 0)
  )
}
