import { areContrary } from "./alternatives"
import { asWritten, type Claim } from "./claim"
import { isDenied } from "./contradiction"
import { unspacedDenials } from "./negation"
import {
  addedWeight,
  type Against,
  commonGround,
  type Pairing,
  saysOther,
  sharesConditions,
} from "./standing-against"
import type { Term } from "./statement"

/** Whether the one denies what the other says, or says the reverse of it. */
export function findOpposed(pairing: Pairing): Against | null {
  if (!sharesConditions(pairing, /^(?:only|but)$/)) return null
  return (
    withAndWithout(pairing) ??
    reversed(pairing) ??
    denied(pairing) ??
    deniedUnspaced(pairing) ??
    dispensedWith(pairing)
  )
}

/** Longer statements deny one of several things. */
const SAID_IN_ONE = 28

function denied(pairing: Pairing): Against | null {
  const { left, right, match } = pairing
  if (
    left.read.words.length > SAID_IN_ONE ||
    right.read.words.length > SAID_IN_ONE ||
    !(isDenied(left.read, right.read, match) || isDeniedWhole(pairing))
  )
    return null
  if (namesOther(left, right) || namesOther(right, left)) return null
  const opposed = match.pairs.filter(({ left: one, right: other }) => one.sign * other.sign < 0)
  const evidence = opposed.flatMap((pair) => [pair.left, pair.right])
  const ground = match.shared
  const added = addedWeight(pairing, evidence)
  if (
    ground < (left.read.terms.length + right.read.terms.length <= 5 ? 0.9 : 1.2) ||
    added.left + added.right > 0.2 * ground
  )
    return null
  const [one] = opposed
    .filter(({ left: word, right: other }) => word.sign < 0 || other.sign < 0)
    .toSorted((a, b) => b.weight - a.weight)
  return {
    message: "one denies what the other says",
    words: one === undefined ? null : asWritten(left, [one.left]),
    score: sureness(ground, added),
    ground,
  }
}

/** Whether what denies is of an identifier that the other does not have. */
function namesOther(denier: Claim, other: Claim): boolean {
  if (!denier.read.denies) return false
  const joined = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, "")
  const said = joined(other.bare)
  return (denier.bare.match(/\b\w[^\W_]*_\w+\b|\b[a-z]+[A-Z]\w+\b/g) ?? []).some(
    (name) => !said.includes(joined(name)),
  )
}

/** Whether both say the very same words but for the denial, wherever it stands. */
function isDeniedWhole(pairing: Pairing): boolean {
  const { left, right, match } = pairing
  if (
    left.read.denies === right.read.denies ||
    !match.pairs.some((pair) => pair.left.sign * pair.right.sign < 0 && pair.weight >= 0.3)
  )
    return false
  const added = addedWeight(pairing)
  return added.left + added.right === 0
}

/** `With a signature` against `without a signature`. */
function withAndWithout(pairing: Pairing): Against | null {
  const { left, right, match } = pairing
  const added = addedWeight(pairing)
  if (added.left + added.right > 0 || match.shared < 1) return null
  const behind = ({ read }: Claim, word: string) =>
    read.words[read.words.findIndex(({ shown, within }) => shown === word && !within) + 1]?.idea
  const [one, other] = [
    [behind(left, "with"), behind(right, "without")],
    [behind(left, "without"), behind(right, "with")],
  ]
  const has = (claim: Claim, word: string) =>
    claim.read.words.some(({ shown, within }) => shown === word && !within)
  const opposed =
    (has(left, "with") && has(right, "without") && one[0] === one[1]) ||
    (has(left, "without") && has(right, "with") && other[0] === other[1])
  return opposed &&
    !(has(left, "with") && has(left, "without")) &&
    !(has(right, "with") && has(right, "without"))
    ? {
        message: "one says with, the other without",
        words: "with / without",
        score: 0.9,
        ground: match.shared,
      }
    : null
}

/** Scripts that set no spaces deny within a word. */
function deniedUnspaced({ left, right, match }: Pairing): Against | null {
  if (!match.pairs.some(({ left: one }) => one.kind === "pair")) return null
  if (unspacedDenials(left.read.text) % 2 === unspacedDenials(right.read.text) % 2) return null
  const rest = [...match.leftOnly, ...match.rightOnly].filter(
    ({ kind, shown }) => kind !== "pair" || unspacedDenials(shown) === 0,
  )
  const [few, many] = [left.read.terms.length, right.read.terms.length].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  if (rest.length > 2 || match.pairs.length < 3 || many - few > 4) return null
  return { message: "one denies what the other says", words: null, score: 0.9, ground: match.pairs.length }
}

/** `Needs a broker` against `works without a broker`. */
function dispensedWith({ left, right, match }: Pairing): Against | null {
  const needs = (claim: Claim) => claim.read.words.some(({ idea }) => idea === "requir")
  const dispenses = (claim: Claim, terms: readonly Term[]) =>
    claim.read.words.some(
      ({ shown }, at) => shown === "without" && terms.some(({ place }) => place > at && place <= at + 3),
    )
  const one =
    needs(left) &&
    !left.read.denies &&
    dispenses(
      right,
      match.pairs.map((pair) => pair.right),
    )
  const other =
    needs(right) &&
    !right.read.denies &&
    dispenses(
      left,
      match.pairs.map((pair) => pair.left),
    )
  if (one === other) return null
  const added = [...match.leftOnly, ...match.rightOnly].filter(
    ({ idea, shown }) => idea !== "requir" && !/^works?$|^runs?$/.test(shown),
  )
  if (match.shared < 1.5 || added.some((term) => match.weigh(term) > 0.3)) return null
  return { message: "one needs what the other does without", words: null, score: 0.9, ground: match.shared }
}

function reversed(pairing: Pairing): Against | null {
  const { left, right, match } = pairing
  for (const one of match.leftOnly) {
    const other = match.rightOnly.find((term) => areContrary(one.idea, term.idea) || isUndone(one, term))
    if (other === undefined || one.sign * other.sign < 0 || one.within || other.within) continue
    if (isDenied(left.read, right.read, match)) return null
    const ground = commonGround(pairing, [one, other])
    const added = addedWeight(pairing, [one, other])
    if (
      added.left + added.right > 0 ||
      ground < (isLoose(one, other) ? 1.6 : isUndone(one, other) ? 0.5 : 0.7)
    )
      continue
    if (isLoose(one, other) && !isDoing(one, other) && !(endsWith(left, one) && endsWith(right, other)))
      continue
    if (isCommand(one) && isCommand(other)) continue
    if (left.label > one.place || right.label > other.place) continue
    return {
      message: saysOther(one.shown, other.shown),
      words: `${one.shown} / ${other.shown}`,
      score: sureness(ground, added),
      ground,
    }
  }
  return null
}

/** `paginated` and `unpaginated`, `blocking` and `non-blocking`. */
function isUndone(one: Term, other: Term): boolean {
  const [short, long] =
    one.shown.length < other.shown.length ? [one.shown, other.shown] : [other.shown, one.shown]
  return (
    short.length >= 5 &&
    /^(?:un|non|in|im|ir|il|dis)$/.test(long.slice(0, -short.length)) &&
    long.endsWith(short)
  )
}

/** Pairs that two different things are told apart by as often as one thing is said to be either. */
const LOOSE = new Set(
  "client server frontend backend prod stag dev first last new old minimum limit add delet start stop intern extern local remot fast slow default nam up down pass fail succeed open closed big small static dynam top bottom left right push pull dark light onlin offlin upstream downstream free paid hard soft rais lower increas decreas true fals shar isolat".split(
    " ",
  ),
)
const isLoose = (one: Term, other: Term): boolean => LOOSE.has(one.idea) || LOOSE.has(other.idea)

/** What a thing does or is, rather than which of two things it is. */
const DOING = new Set(
  "succe succeed fail pass push pull rais lower increas decreas fast slow hard soft shar isolat keep sav delet".split(
    " ",
  ),
)
const isDoing = (one: Term, other: Term): boolean => DOING.has(one.idea) && DOING.has(other.idea)

/** A step of what is done, one after the other: `start the server`, `stop the server`. */
const isCommand = ({ place, idea }: Term): boolean =>
  place === 0 && /^(?:add|start|stop|launch|halt|open|clos|push|pull|creat|show|hide|enabl|disabl)/.test(idea)

const endsWith = ({ read }: Claim, term: Term): boolean => read.terms.at(-1) === term

function sureness(ground: number, { left, right }: { left: number; right: number }): number {
  return Math.min(0.99, (ground / (ground + left + right)) * Math.min(1, 0.75 + ground * 0.08))
}
