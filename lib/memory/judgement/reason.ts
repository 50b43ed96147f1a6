import type { Comparison } from "./features"
import type { Label } from "./labels"

export interface Reason {
  readonly message: string
  /** The words of both sides that it is about, parted by " / "; null where the whole statements are meant. */
  readonly words: string | null
}

/** Why two statements stand to each other as they do, in a few words. */
export function reasonOf(label: Label, comparison: Comparison): Reason {
  switch (label) {
    case "contradiction":
      return reasonAgainst(comparison)
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

function reasonAgainst({ left, right, match, opposites, alternatives, numbers, soft }: Comparison): Reason {
  const other = (one: string, two: string): Reason => ({ message: `one says ${one}, the other ${two}`, words: `${one} / ${two}` })
  const [number] = numbers
  const [opposite] = opposites
  const [alternative] = alternatives
  const denied = [...match.pairs, ...soft].some((pair) => pair.left.sign * pair.right.sign < 0)
  if (number !== undefined) return other(number[0].shown, number[1].shown)
  if (alternative !== undefined) return other(alternative[0].shown, alternative[1].shown)
  if (opposite !== undefined && opposite.left.sign * opposite.right.sign >= 0) return other(opposite.left.shown, opposite.right.shown)
  if (denied || left.denials % 2 !== right.denials % 2) return { message: "one denies what the other says", words: null }
  const [day] = [...left.days].filter((one) => !right.days.has(one))
  const [otherDay] = [...right.days].filter((one) => !left.days.has(one))
  if (day !== undefined && otherDay !== undefined) return other(day, otherDay)
  if (left.order !== null && right.order !== null) return { message: "one has it in the other order", words: null }
  const name = (terms: typeof match.leftOnly) => terms.find(({ named, code }) => named || code)
  const [one, two] = [name(match.leftOnly), name(match.rightOnly)]
  if (one !== undefined && two !== undefined) return other(one.shown, two.shown)
  return { message: "both can hardly be true", words: null }
}

const sharedWords = ({ match }: Comparison): string =>
  match.pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ left }) => left.shown)
    .join(", ")
