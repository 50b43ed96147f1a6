import { compareParsed } from "../comparison/compare-statements"
import { readStatement, type Statement } from "../similarity/statement"

/** The fields of a proposal that decide whether it duplicates another. */
export interface Groupable {
  /** Only proposals with equal `about` are compared, for example changes of one entry. */
  readonly about: string
  readonly text: string
  readonly confidence: number | null
  readonly supporters: number
}

/** Duplicate proposals. The best worded one leads; the others can be folded into it. */
export interface DuplicateGroup<Item> {
  readonly lead: Item
  readonly folded: readonly Item[]
}

/** Groups duplicates, in the order of each group's first item. Similar or contradicting items lead groups of their own. */
export function groupDuplicates<Item extends Groupable>(items: readonly Item[]): DuplicateGroup<Item>[] {
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
  ["same", "duplicate"].includes(compareParsed(left, right).kind)

/** Number of words above which the wording score does not rise. */
const FULL_WORDS = 20
/** Number of characters above which a text is too long for a memory entry. */
const LONG = 300

/** Rates the wording of a proposal by its confidence, supporters and length. */
function wordingOf({ text, confidence, supporters }: Groupable): number {
  const words = text.trim().split(/\s+/).length
  return (
    (confidence ?? 0.5) +
    0.1 * Math.min(4, supporters - 1) +
    0.5 * (Math.min(words, FULL_WORDS) / FULL_WORDS) -
    (text.length > LONG ? 0.3 : 0)
  )
}
