import { areAlternatives } from "./alternatives"
import type { Change } from "./change-told"
import { ideaOf } from "./software-speech"
import type { Against, Pairing } from "./standing-against"
import type { Term } from "./statement"
import type { Word } from "./statement-words"

/** What is still said is said in a sentence; a longer text only mentions it. */
const STILL_SAID = 14

/** Whether one tells that what the other says has come to an end. */
export function findSuperseded({ left, right }: Pairing): Against | null {
  if ((left.change === null) === (right.change === null)) return null
  const [now, before, later] =
    left.change === null ? [right, left, "right" as const] : [left, right, "left" as const]
  const change = now.change as Change
  if (
    before.event ||
    before.data ||
    now.data ||
    now.conditions.length + before.conditions.length > 0 ||
    before.read.denies ||
    before.read.words.length > STILL_SAID
  )
    return null
  const said = before.read.terms.filter(({ sign }) => sign > 0)
  const says = (words: readonly Word[] | null) =>
    words !== null && words.length > 0 && words.every(({ idea }) => said.some((term) => term.idea === idea))
  if (says(change.come)) return null
  const other = new Set(now.read.terms.map(({ idea }) => idea))
  if (change.gone !== null) {
    if (
      !says(change.gone) ||
      !standsIn(change.gone, before.read.words) ||
      change.gone.length > 4 ||
      !isNamed(change.goneAs as string, change.gone)
    )
      return null
    const rest = without(said, change.gone)
    const shared = rest.filter(({ idea }) => other.has(idea) && !LITTLE.has(idea)).length
    if (
      shared === 0 &&
      !(rest.length <= 3 && rest.some(({ idea, shown }) => idea === "use" || shown === "current"))
    )
      return null
    if (rest.length - shared > 4) return null
    const by = change.comeAs === null ? "" : ` for ${plain(change.comeAs)}`
    return {
      message: `one says ${plain(change.goneAs as string)} was left${by}, the other still says ${plain(change.goneAs as string)}`,
      words:
        change.comeAs === null
          ? plain(change.goneAs as string)
          : `${plain(change.goneAs as string)} / ${plain(change.comeAs)}`,
      score: shared > 0 ? 0.9 : 0.75,
      ground: shared + change.gone.length,
      later,
    }
  }
  const come = change.come ?? []
  const old =
    said.find(({ idea }) => come.some((word) => areAlternatives(word.idea, idea))) ??
    leftBehind(said, other, come)
  if (old === null) return null
  const rest = said.filter((term) => term !== old && !LITTLE.has(term.idea) && !IS_AT.has(term.idea))
  if (rest.some(({ idea }) => !other.has(idea))) return null
  return {
    message: `one says it moved to ${plain(change.comeAs as string)}, the other still says ${old.shown}`,
    words: `${old.shown} / ${plain(change.comeAs as string)}`,
    score: 0.75,
    ground: 2,
    later,
  }
}

/** A word of the language alone is left for another in a hundred places. */
const isNamed = (as: string, words: readonly Word[]): boolean =>
  words.length > 1 || /[\p{Lu}`\d]|\p{L}[-./_]\p{L}/u.test(as)

/** Whether some words stand one behind the other. */
const standsIn = (part: readonly Word[], whole: readonly Word[]): boolean =>
  whole.some((_, from) => part.every(({ idea }, at) => whole[from + at]?.idea === idea))

/** The terms but for one of each of some words. */
function without(terms: readonly Term[], words: readonly Word[]): Term[] {
  const rest = [...terms]
  for (const { idea } of words) {
    const at = rest.findLastIndex((term) => term.idea === idea)
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}

/** Where a thing is or what it is made of, as something that it can move from. */
const IS_AT = new Set(["run", "writ", "write", "host", "sav", "plac", "deploy", "build", "bas", "live"])

/** What a thing was said to be at, where it has moved on from it. */
function leftBehind(said: readonly Term[], other: ReadonlySet<string>, come: readonly Word[]): Term | null {
  const apart = said.filter(({ idea }) => !other.has(idea) && !LITTLE.has(idea) && !IS_AT.has(idea))
  const [only] = apart
  if (
    only === undefined ||
    apart.length > 1 ||
    said.at(-1) !== only ||
    !(only.named || only.code) ||
    only.kind !== "word"
  )
    return null
  const shared = said.some(({ idea }) => other.has(idea) && !LITTLE.has(idea) && !IS_AT.has(idea))
  return shared && said.some(({ idea }) => IS_AT.has(idea)) && only.code === come.some(({ code }) => code)
    ? only
    : null
}

const LITTLE = new Set(["use", "run", "go", "come", "make", "must", ideaOf("done")])
const plain = (text: string): string => text.replaceAll("`", "")
