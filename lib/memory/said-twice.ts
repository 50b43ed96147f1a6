import { areContrary } from "./alternatives"
import { type Claim, leftWeight } from "./claim"
import { compareMatched, saysSame } from "./likeness"
import { scoreOf } from "./matching"
import { isEmptyWord } from "./software-speech"
import { addedWeight, commonGround, type Pairing } from "./standing-against"
import type { Term } from "./statement"
import { readWords } from "./statement-words"

/** Surer than what a proposal is told of. */
const SAID_TWICE = 0.62
const SAID_ASIDE = 0.85

export interface Twice {
  readonly kind: "same" | "reworded"
  readonly message: string
  /** 0–1; 1 for the same words. */
  readonly score: number
}

/**
 * Whether both say the same, so that one is enough. `elsewhere`: they stand under different headings, which a short statement
 * leaves half of what it says to. `aside`: they stand in one list, whose items are worded alike and mean different things.
 */
export function findSaidTwice(
  pairing: Pairing,
  { elsewhere, aside }: { readonly elsewhere: boolean; readonly aside: boolean },
): Twice | null {
  const { left, right, match } = pairing
  if (saysSame(left.read, right.read))
    return ((!elsewhere && isSentence(left)) || isTelling(pairing, elsewhere)) &&
      signsOf(left) === signsOf(right)
      ? { kind: "same", message: "both say the same in the same words", score: 1 }
      : null
  if (scoreOf(match) < SAID_TWICE || left.data || right.data || signsOf(left) !== signsOf(right)) return null
  const { kind, score, why } = compareMatched(left.read, right.read, match)
  if (aside && score < SAID_ASIDE) return null
  return kind === "duplicate" && isTelling(pairing, elsewhere) && !addsOther(pairing, elsewhere)
    ? { kind: "reworded", message: `one ${why}`, score }
    : null
}

/** Enough words to be a statement of its own, not a mark that stands under many headings. */
function isTelling({ left, right, match }: Pairing, elsewhere: boolean): boolean {
  if (
    left.read.words.length < 2 ||
    isHeading(left) ||
    isHeading(right) ||
    isMark(left) ||
    HASH.test(left.bare) !== HASH.test(right.bare)
  )
    return false
  const ground = commonGround({ left, right, match })
  const unspaced = match.pairs.some((pair) => pair.left.kind === "pair")
  const paths = new Set(
    [...pathsOf(left), ...pathsOf(right)].flatMap((path) => path.split(/[^\p{L}\p{N}]+/u)),
  )
  const inWords = match.pairs.filter(
    (pair) =>
      !pair.left.within &&
      !pair.right.within &&
      (pair.left.kind !== "number" || !elsewhere) &&
      !isEmptyWord(pair.left.stem) &&
      !paths.has(pair.left.shown),
  ).length
  if (unspaced) return match.pairs.length >= 3
  if (elsewhere && left.label > 0 && right.label > 0 && ground < 4) return false
  return elsewhere ? ground >= 3 && inWords >= 4 : ground >= 1.5 && inWords >= 2
}

/** Words enough to say something, not all of them code. */
const isSentence = (claim: Claim): boolean =>
  !isHeading(claim) &&
  !isMark(claim) &&
  claim.read.words.length >= 3 &&
  claim.read.words.some(({ within, stem }) => !within && !isEmptyWord(stem))

/** A mark that stands on many things: when it was changed, how it is. */
const isMark = ({ read, label }: Claim): boolean =>
  label > 0 &&
  read.words
    .slice(0, label)
    .every(({ shown }) =>
      /^(?:last|source|date|updated?|status|effort|created|priority|score|rating|type|entity|upd|id)$/.test(
        shown,
      ),
    )

const isHeading = ({ bare }: Claim): boolean => /[:：][\s*]*$/.test(bare)

const HASH = /\bhash\b|\bsha-?\d+/i

/** Whether one says what the other does not say and does not only explain. */
function addsOther(pairing: Pairing, elsewhere: boolean): boolean {
  const { left, right, match } = pairing
  const added = addedWeight(pairing)
  const [few, many] = [Math.min(added.left, added.right), Math.max(added.left, added.right)]
  if (
    left.conditions.length !== right.conditions.length &&
    (many > 1 || [...left.conditions, ...right.conditions].some((word) => EXCEPTS.test(word)))
  )
    return true
  if (
    left.read.denies !== right.read.denies &&
    match.pairs.some((pair) => pair.left.sign * pair.right.sign < 0)
  )
    return true
  if (left.label > 0 && right.label > 0 && saysOtherOf(left, right)) return true
  if (saysReverse(left, right)) return true
  if (namesBeyond(left, right) && namesBeyond(right, left)) return true
  if (
    amid(
      match.leftOnly.filter(isNumber),
      match.pairs.map((pair) => pair.left),
    ) +
      amid(
        match.rightOnly.filter(isNumber),
        match.pairs.map((pair) => pair.right),
      ) >
    0
  )
    return true
  return (
    few > (elsewhere ? 0.3 : 0.5) ||
    (elsewhere &&
      (many > match.shared * 0.75 ||
        Math.max(
          amid(
            match.leftOnly,
            match.pairs.map((pair) => pair.left),
          ),
          amid(
            match.rightOnly,
            match.pairs.map((pair) => pair.right),
          ),
        ) >= 0.9))
  )
}

const isNumber = ({ kind }: Term): boolean => kind === "number"

/** What is put in amid the words of both, where it narrows what they say; what stands behind them only adds to it. */
function amid(added: readonly Term[], shared: readonly Term[]): number {
  const last = Math.max(...shared.map(({ place }) => place))
  return added.filter(({ place }) => place < last).reduce((all, term) => all + leftWeight(term), 0)
}

const EXCEPTS = /^(?:except|unless|but|besides|only|otherwise|sauf)$/

/** Signs that words are not: `✅` and `❌`, `<` and `>`. */
const signsOf = ({ bare }: Claim): string => (bare.match(/[✅❌✓✗☑☐<>≤≥≠]|!=/g) ?? []).join("")

/** Whether both give a value of one label, and not a word of it is the same. */
function saysOtherOf(left: Claim, right: Claim): boolean {
  const values = (claim: Claim) => claim.read.words.slice(claim.label).map(({ idea }) => idea)
  const [one, other] = [values(left), new Set(values(right))]
  return one.length > 0 && !one.some((idea) => other.has(idea))
}

/** Whether a word that only one says is the reverse of one that only the other says, though neither tells much by itself: `to` and `from`. */
function saysReverse(left: Claim, right: Claim): boolean {
  const [one, other] = [left, right].map(({ read }) => new Set(read.words.map(({ idea }) => idea))) as [
    Set<string>,
    Set<string>,
  ]
  const reverse = [...other].filter((idea) => !one.has(idea))
  return [...one].some(
    (idea) =>
      !other.has(idea) &&
      reverse.some(
        (word) => areContrary(idea, word) || TURNED.has(`${idea} ${word}`) || TURNED.has(`${word} ${idea}`),
      ),
  )
}

const TURNED = new Set([
  "on off",
  "in out",
  "up down",
  "to from",
  "into from",
  "more less",
  "over under",
  "most least",
  "minimum limit",
  "with without",
])

/** Whether one names a path, a file or anything as code that the other does not say. */
function namesBeyond(one: Claim, other: Claim): boolean {
  const said = new Set(other.read.words.map(({ shown }) => shown))
  return pathsOf(one).some((path) => readWords(path).some(({ shown }) => !said.has(shown)))
}

const pathsOf = ({ bare }: Claim): readonly string[] =>
  bare.match(
    /`[^`]+`|[\w.-]*[\w-]\/[\w./-]+|\b\w[\w-]*\.[a-z]\w{0,4}\b|\b\w[^\W_]*_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b/g,
  ) ?? []
