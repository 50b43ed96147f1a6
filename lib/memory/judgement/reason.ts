import { unspacedDenials } from "../similarity/negation"
import type { Comparison } from "./features"
import type { Term } from "../similarity/statement"
import type { Label } from "./labels"
import { comparedOrder, isTurnedRound } from "./order"

/** What a contradiction is in. */
export type Evidence =
  | "number"
  | "choice"
  | "opposite"
  | "denial"
  | "day"
  | "order"
  | "rule"
  | "name"
  | "value"
  | "gone"

export interface Reason {
  readonly message: string
  /** The words of both sides that it is about, parted by " / "; null where the whole statements are meant. */
  readonly words: string | null
  /** Of a contradiction; null where only the whole of both tells it. */
  readonly evidence?: Evidence | null
}

/** Why two statements stand to each other as they do, in a few words. */
export function reasonOf(label: Label, comparison: Comparison, isTurned = false): Reason {
  switch (label) {
    case "contradiction":
      return reasonAgainst(comparison, isTurned)
    case "duplicate":
      return { message: "says the same in other words", words: null }
    case "superset":
      return { message: "says the same and more", words: null }
    case "related":
      return { message: `speaks of the same: ${sharedWords(comparison)}`, words: null }
    default:
      return { message: "speaks of something else", words: null }
  }
}

function reasonAgainst(comparison: Comparison, isTurned: boolean): Reason {
  const { left, right, match, opposites, alternatives, numbers, soft, slot } = comparison
  const other = (evidence: Evidence, first: string, second: string): Reason => {
    const [one, two] = isTurned ? [second, first] : [first, second]
    return { message: `one says ${one}, the other ${two}`, words: `${one} / ${two}`, evidence }
  }
  const whole = (evidence: Evidence | null, message: string): Reason => ({ message, words: null, evidence })
  if (left.order !== null && right.order !== null && isTurnedRound(left.order, right.order))
    return whole("order", "one has it in the other order")
  const [number] = numbers
  const [opposite] = opposites
  const [alternative] = alternatives
  if (number !== undefined) return other("number", number[0].shown, number[1].shown)
  if (alternative !== undefined) return other("choice", alternative[0].shown, alternative[1].shown)
  if (opposite !== undefined && opposite.left.sign * opposite.right.sign >= 0)
    return other("opposite", opposite.left.shown, opposite.right.shown)
  const isDenied = [...match.pairs, ...soft].some((pair) => pair.left.sign * pair.right.sign < 0)
  if (isDenied || left.statement.denies !== right.statement.denies || unspacedDiffers(comparison))
    return whole("denial", "one denies what the other says")
  const leaves = (gone: ReadonlySet<string>, others: ReadonlySet<string>, terms: readonly Term[]) =>
    terms.some(({ idea, sign }) => gone.has(idea) && !others.has(idea) && sign > 0)
  if (
    leaves(
      left.gone,
      right.gone,
      match.pairs.map((pair) => pair.right),
    ) ||
    leaves(
      right.gone,
      left.gone,
      match.pairs.map((pair) => pair.left),
    )
  )
    return whole("gone", "one says that what the other uses was replaced")
  const [day] = [...left.days].filter((one) => !right.days.has(one))
  const [otherDay] = [...right.days].filter((one) => !left.days.has(one))
  if (day !== undefined && otherDay !== undefined) return other("day", day, otherDay)
  if (left.order !== null && right.order !== null) {
    const { same, swapped } = comparedOrder(left.order, right.order)
    if (swapped > same) return whole("order", "one has it in the other order")
  }
  const [a, b] = [left.modality, right.modality]
  if ((a.obliges && b.frees) || (b.obliges && a.frees))
    return whole("rule", "one requires what the other leaves open")
  if ((a.forbids && b.permits) || (b.forbids && a.permits))
    return whole("rule", "one forbids what the other allows")
  const name = (terms: typeof match.leftOnly) => terms.find(({ named, code }) => named || code)
  const [one, two] = [name(match.leftOnly), name(match.rightOnly)]
  if (one !== undefined && two !== undefined) return other("name", one.shown, two.shown)
  const [value, otherValue] = [slot?.left, slot?.right]
  if (slot?.takesOne && slot.isLast && value?.length === 1 && otherValue?.length === 1)
    return other("value", value[0]?.shown ?? "", otherValue[0]?.shown ?? "")
  return whole(null, "both can hardly be true")
}

const unspacedDiffers = ({ left, right }: Comparison): boolean =>
  unspacedDenials(left.statement.text) % 2 !== unspacedDenials(right.statement.text) % 2

const sharedWords = ({ match }: Comparison): string =>
  match.pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ left }) => left.shown)
    .join(", ")
