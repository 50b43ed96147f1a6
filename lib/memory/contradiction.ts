import { areAlternatives, areContrary } from "./alternatives"
import { type Match, scoreOf } from "./matching"
import { unspacedDenials } from "./negation"
import { isEmptyWord } from "./software-speech"
import type { Statement, Term } from "./statement"

/** Why two statements of one subject can hardly both stand, in a few words; null where nothing says so. */
export function findContradiction(left: Statement, right: Statement, match: Match): string | null {
  return turnedRound(left, right, match) ?? otherNumber(left, right, match) ?? otherChoice(match)
}

/** How much both speak of one subject, when what they contradict each other in is left out. */
function contextOf(match: Match, without: readonly Term[]): number {
  const weight = (terms: readonly Term[]) =>
    terms.filter((term) => without.includes(term)).reduce((all, term) => all + match.weigh(term), 0)
  return scoreOf({
    shared: match.shared,
    left: Math.max(0, match.left - weight(match.leftOnly)),
    right: Math.max(0, match.right - weight(match.rightOnly)),
  })
}

function turnedRound(left: Statement, right: Statement, match: Match): string | null {
  const contrary = match.leftOnly.flatMap((one) =>
    match.rightOnly
      .filter((other) => areContrary(one.idea, other.idea))
      .map((other) => [one, other] as const),
  )[0]
  const denied = isDenied(left, right, match)
  if (
    contrary !== undefined &&
    !denied &&
    contextOf(match, contrary) >= 0.62 &&
    contrary[0].sign * contrary[1].sign >= 0
  )
    return `one says ${contrary[0].shown}, the other ${contrary[1].shown}`
  if (denied && contrary === undefined && contextOf(match, []) >= 0.55) return "one negates the other"
  const pairs = match.pairs.some(({ left: one }) => one.kind === "pair")
  if (
    pairs &&
    unspacedDenials(left.text) % 2 !== unspacedDenials(right.text) % 2 &&
    contextOf(
      match,
      [...match.leftOnly, ...match.rightOnly].filter(
        ({ kind, shown }) => kind === "pair" && unspacedDenials(shown) > 0,
      ),
    ) >= 0.6
  )
    return "one negates the other"
  return null
}

/** Whether what the one denies is, for the most part, what the other asserts and most of what it says. */
export function isDenied(left: Statement, right: Statement, match: Match): boolean {
  const opposed = match.pairs.filter(({ left: one, right: other }) => one.sign * other.sign < 0)
  const weight = opposed.reduce((all, pair) => all + pair.weight, 0)
  if (
    weight < 0.3 ||
    weight < match.shared * 0.25 ||
    match.pairs.some(({ left: one, right: other }) => one.sign < 0 && other.sign < 0)
  )
    return false
  const byLeft = opposed.some(({ left: one }) => one.sign < 0)
  if (byLeft && opposed.some(({ right: other }) => other.sign < 0)) return true
  if (left.denies === right.denies) return false
  const missed = [...match.leftOnly, ...match.rightOnly]
    .filter(({ sign }) => sign < 0)
    .reduce((all, term) => all + match.weigh(term), 0)
  const asserted = match.shared / (match.shared + (byLeft ? match.right : match.left))
  return weight > missed * 1.5 && asserted >= 0.55
}

function otherNumber(left: Statement, right: Statement, match: Match): string | null {
  const [one, ...more] = match.leftOnly.filter(isNumber)
  const [other, ...others] = match.rightOnly.filter(isNumber)
  if (
    one === undefined ||
    other === undefined ||
    more.length !== others.length ||
    unitOf(one) !== unitOf(other)
  )
    return null
  if (isName(left, one) || isName(right, other) || !isSaid(left, right) || !areOfOne(left, one, right, other))
    return null
  if (`${other.idea}.`.startsWith(`${one.idea}.`) || `${one.idea}.`.startsWith(`${other.idea}.`)) return null
  return contextOf(match, [one, other, ...more, ...others]) >= 0.7
    ? `one says ${one.shown}, the other ${other.shown}`
    : null
}

/** Whether at least one is a sentence rather than a label with a value. */
function isSaid(left: Statement, right: Statement): boolean {
  return [left, right].some(
    ({ words }) => words.length > 4 || words.some(({ kind, stem }) => kind === "pair" || isEmptyWord(stem)),
  )
}

/** Whether two numbers stand beside the same word. */
function areOfOne(left: Statement, one: Term, right: Statement, other: Term): boolean {
  const beside = (statement: Statement, term: Term, step: -1 | 1) =>
    statement.terms[statement.terms.indexOf(term) + step]?.idea
  return ([-1, 1] as const).some((step) => beside(left, one, step) === beside(right, other, step))
}

function otherChoice(match: Match): string | null {
  for (const one of match.leftOnly) {
    const other = match.rightOnly.find(
      (term) => areAlternatives(one.idea, term.idea) && one.sign > 0 && term.sign > 0,
    )
    if (other !== undefined && contextOf(match, [one, other]) >= 0.6)
      return `one says ${one.shown}, the other ${other.shown}`
  }
  return null
}

const isNumber = (term: Term) => term.kind === "number"
const unitOf = (term: Term) => /[a-z%]+$/.exec(term.idea)?.[0] ?? ""

const NUMBERED =
  /^(?:#|ticket|issue|pr|pull request|step|phase|gate|incident|bug|task|line|chapter|adr|rfc|section|sprint|week|day|part|stage|case|example|milestone|story|epic|figure|table|option|rule|level|tier|migration|round|scene|lesson|fact|item|entry|no|nr|id)s?$/

/** Whether things of this name are numbered, so that a number behind it is a name. */
export const isNumbered = (word: string): boolean => NUMBERED.test(word)

/** Whether a number names a thing, as in `ticket 12`, or dates it, rather than measures it. */
function isName(statement: Statement, term: Term): boolean {
  if (/^\d{4}-\d|:|^0\d/.test(term.idea)) return true
  const before = statement.words[term.place - 1]
  return before !== undefined && term.after === "" && isNumbered(before.shown)
}
