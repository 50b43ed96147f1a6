import type { Claim } from "./claim"
import { isNumbered } from "./contradiction"
import { isEmptyWord } from "./software-speech"
import {
  addedWeight,
  type Against,
  commonGround,
  type Pairing,
  saysOther,
  sharesConditions,
} from "./standing-against"
import type { Term } from "./statement"

/** Whether both give another number, or another day, for the same. */
export function findOtherQuantity(pairing: Pairing): Against | null {
  if (!sharesConditions(pairing)) return null
  return otherDay(pairing) ?? otherNumber(pairing)
}

function otherNumber(pairing: Pairing): Against | null {
  const { left, right, match } = pairing
  const [one, ...more] = match.leftOnly.filter(isNumber)
  const [other, ...others] = match.rightOnly.filter(isNumber)
  if (
    one === undefined ||
    other === undefined ||
    more.length + others.length > 0 ||
    unitOf(one) !== unitOf(other)
  )
    return null
  if (namesThing(left, one) || namesThing(right, other) || !areSigned(left, one, right, other)) return null
  if (`${other.idea}.`.startsWith(`${one.idea}.`) || `${one.idea}.`.startsWith(`${other.idea}.`)) return null
  if (match.pairs.some((pair) => pair.left.sign * pair.right.sign < 0)) return null
  const ground = commonGround(pairing, [one, other])
  const added = addedWeight(pairing, [one, other])
  if (ground < 1 || added.left + added.right > 0 || !standAlike(left, one, right, other)) return null
  return {
    message: saysOther(one.shown, other.shown),
    words: `${one.shown} / ${other.shown}`,
    score: Math.min(0.98, 0.8 + ground * 0.05),
    ground,
  }
}

const isNumber = (term: Term): boolean => term.kind === "number"
/** The unit; the ending of `1st` and `15th` is none. */
const unitOf = (term: Term): string =>
  (/[a-z%]+$/.exec(term.idea)?.[0] ?? "").replace(/^(?:st|nd|rd|th)$/, "th")

/** Whether a number tells things apart, as in `ticket 12`, `Tag 4: …`, `boot.ts:40`, rather than measures one. */
function namesThing(claim: Claim, term: Term): boolean {
  const { words } = claim.read
  if (
    /^\d{4}-\d|:|^0\d/.test(term.idea) ||
    term.place < claim.label ||
    (term.place === 0 && /^\W*\d+[.)]/.test(claim.bare))
  )
    return true
  const digits = /^[\d.,]+/.exec(term.shown)?.[0] ?? term.shown
  const written = digits.replaceAll(".", "\\.")
  if (
    new RegExp(
      `\\.\\w{1,5}:${written}|[\\d][-–/]${written}\\b|\\b${written}[-–/]\\d|#${written}\\b|0x${written}|[A-Za-z_][-_]?${written}|\\bL${written}\\b`,
      "iu",
    ).test(claim.bare)
  )
    return true
  const before = words[term.place - 1]
  const next = words[term.place + 1]
  if (before === undefined || term.after !== "") return false
  if (isNumbered(before.shown)) return true
  if (term.place > 2 || isEmptyWord(before.stem) || term.shown.includes(" ") || unitOf(term) !== "")
    return false
  if (/^\p{L}/u.test(term.shown)) return false
  const counts = words
    .slice(term.place + 1, term.place + 4)
    .some(
      (word, at, behind) =>
        behind.slice(0, at + 1).every(({ after, shown }) => after === "" && !VERB.test(shown)) &&
        /[^su]s$/.test(word.shown),
    )
  return (
    next !== undefined &&
    !counts &&
    !words
      .slice(term.place + 1, term.place + 4)
      .some(
        ({ idea, shown }) => idea === "requir" || idea === "use" || /^(?:minimum|what|or|only)$/.test(shown),
      )
  )
}

const VERB =
  /^(?:is|has|was|does|ships|takes|runs|needs|supports|uses|covers|holds|adds|means|returns|shows|gives|creates|contains|requires|allows|starts|ends)$/

/** `< 3.10` and `>= 3.11` are two ranges, not two opinions. */
function areSigned(left: Claim, one: Term, right: Claim, other: Term): boolean {
  const sign = (claim: Claim, { shown }: Term) =>
    new RegExp(`([<>≤≥])=?\\s*v?${shown.replaceAll(/[.*+?^$()]/g, "\\$&")}`)
      .exec(claim.bare)?.[1]
      ?.replace("≤", "<")
      .replace("≥", ">") ?? ""
  const [first, second] = [sign(left, one), sign(right, other)]
  return first === second || first === "" || second === ""
}

/** Whether two numbers stand beside the same word, or both end what they say. */
function standAlike(left: Claim, one: Term, right: Claim, other: Term): boolean {
  const beside = ({ read }: Claim, term: Term, step: -1 | 1) =>
    read.terms[read.terms.indexOf(term) + step]?.idea
  return (
    ([-1, 1] as const).some((step) => beside(left, one, step) === beside(right, other, step)) ||
    Math.abs(left.read.words.length - right.read.words.length) <= 2
  )
}

const MONTH =
  "(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|m[äa]rz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
const DAY = new RegExp(
  `\\b(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th|\\.)? ${MONTH}(?: \\d{4})?|${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|${MONTH} \\d{4}|(?<=(?:in|by|until|on|for|end of) )(?:${MONTH}(?: \\d{4})?|20\\d\\d|Q[1-4](?: \\d{4})?)|\\d{1,2}:\\d{2}(?: ?[ap]m)?)(?![\\w:])`,
  "gi",
)

/** What is set for a day, rather than what happened on one. */
const SET_FOR = new Set(
  "deadlin due freez begin start end open clos launch ship releas deploy expir live schedul plan standup meet contract pilot audit cutoff renew beta alpha ga review demo call retro sunset migrat frist termin".split(
    " ",
  ),
)

function otherDay(pairing: Pairing): Against | null {
  const { left, right, match } = pairing
  const [one, ...more] = left.bare.match(DAY) ?? []
  const [other, ...others] = right.bare.match(DAY) ?? []
  if (
    one === undefined ||
    other === undefined ||
    more.length + others.length > 0 ||
    one.toLowerCase() === other.toLowerCase()
  )
    return null
  if (
    one.includes(":") !== other.includes(":") ||
    !match.pairs.some(({ left: { stem, idea } }) => SET_FOR.has(stem) || SET_FOR.has(idea))
  )
    return null
  const within = (day: string) => (term: Term) =>
    term.kind === "number" || day.toLowerCase().includes(term.shown)
  const evidence = [...match.leftOnly.filter(within(one)), ...match.rightOnly.filter(within(other))]
  const ground = commonGround(pairing, evidence)
  const added = addedWeight(pairing, evidence)
  if (ground < 0.7 || added.left + added.right > 0 || evidence.length === 0) return null
  return {
    message: saysOther(one, other),
    words: `${one} / ${other}`,
    score: Math.min(0.95, 0.78 + ground * 0.05),
    ground,
  }
}
