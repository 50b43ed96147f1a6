import { areAlternatives } from "./alternatives"
import { asWritten, type Claim, isPlaceName } from "./claim"
import { isEmptyWord, weightOf } from "./software-speech"
import {
  addedWeight,
  type Against,
  commonGround,
  type Pairing,
  saysOther,
  sharesConditions,
} from "./standing-against"
import type { Term } from "./statement"
import type { Word } from "./statement-words"
import { stemOf } from "./stems"

/** Whether both give another name, tool or place for the same. `aside`: they stand in one list, whose items rather add to each other. */
export function findOtherValue(pairing: Pairing, aside: boolean): Against | null {
  if (!sharesConditions(pairing)) return null
  return otherChoice(pairing) ?? otherValue(pairing, aside)
}

/** Two of which one is usually chosen, for the same purpose. */
function otherChoice(pairing: Pairing): Against | null {
  const { left, right, match } = pairing
  for (const one of match.leftOnly) {
    const other = match.rightOnly.find(
      (term) => areAlternatives(one.idea, term.idea) && one.sign > 0 && term.sign > 0,
    )
    if (other === undefined) continue
    const added = addedWeight(pairing, [one, other])
    if (added.left + added.right > 0 || left.label > one.place || right.label > other.place) continue
    const ground = commonGround(pairing, [one, other])
    if (ground < 0.6 && !(choosesAlone(left, one) && choosesAlone(right, other))) continue
    return {
      message: saysOther(asWritten(left, [one]), asWritten(right, [other])),
      words: `${asWritten(left, [one])} / ${asWritten(right, [other])}`,
      score: Math.min(0.95, 0.75 + ground * 0.08),
      ground,
    }
  }
  return null
}

/** `We use X`, and nothing else. */
const choosesAlone = ({ read }: Claim, term: Term): boolean =>
  read.terms.length <= 2 && read.terms.every((one) => one === term || one.idea === "use")

interface Slot {
  readonly from: number
  readonly to: number
  readonly words: readonly Word[]
  readonly shown: string
}

/** One sentence with another name put in where it can have only one. */
function otherValue({ left, right, match }: Pairing, aside: boolean): Against | null {
  if (
    match.pairs.some((pair) => pair.left.sign * pair.right.sign < 0) ||
    left.read.denies ||
    right.read.denies
  )
    return null
  const slots = slotsOf(left, right)
  if (slots === null) return null
  const [one, other] = slots
  if (!mayBeValue(left, one) || !mayBeValue(right, other)) return null
  const evidence = [
    ...match.leftOnly,
    ...match.rightOnly,
    ...match.pairs
      .filter((pair) => inSlot(pair.left, one) || inSlot(pair.right, other))
      .flatMap((pair) => [pair.left, pair.right]),
  ]
  const ground = commonGround({ left, right, match }, evidence)
  if (ground < 0.7) return null
  if (
    !isValue(left, one) ||
    !isValue(right, other) ||
    isWithin(one.words, other.words) ||
    isWithin(other.words, one.words)
  )
    return null
  const held = holdingOf(left, one)
  if (held === null || held !== holdingOf(right, other) || (aside && held !== "one" && held !== "told"))
    return null
  if (
    !(isNamed(one) && isNamed(other)) &&
    held !== "told" &&
    !(held === "chosen" && isWord(one) && isWord(other))
  )
    return null
  if (isInflected(one, other)) return null
  return {
    message: saysOther(one.shown, other.shown),
    words: `${one.shown} / ${other.shown}`,
    score: Math.min(0.95, (held === "one" || held === "told" ? 0.8 : 0.7) + ground * 0.05),
    ground,
  }
}

const inSlot = ({ place }: Term, { from, to }: Slot): boolean => place >= from && place <= to

/** Where two statements part that otherwise say the same words in the same order; null where they part more than once. */
function slotsOf(left: Claim, right: Claim): readonly [Slot, Slot] | null {
  const [one, other] = [tellingPlaces(left), tellingPlaces(right)]
  const at = (claim: Claim, places: readonly number[], place: number): Word | undefined =>
    claim.read.words[places[place] ?? -1]
  const shorter = Math.min(one.length, other.length)
  let front = 0
  while (front < shorter && at(left, one, front)?.idea === at(right, other, front)?.idea) front += 1
  let back = 0
  while (
    back < shorter - front &&
    at(left, one, one.length - 1 - back)?.idea === at(right, other, other.length - 1 - back)?.idea
  )
    back += 1
  // A name is never cut in two: `db-07` and `db-12` differ as a whole.
  while (front > 0 && (isJoined(left, one, front) || isJoined(right, other, front))) front -= 1
  while (back > 0 && (isJoined(left, one, one.length - back) || isJoined(right, other, other.length - back)))
    back -= 1
  if (one.length === front + back || other.length === front + back) return null
  return [slotOf(left, one, front, one.length - back), slotOf(right, other, front, other.length - back)]
}

/** Whether the word at `place` and the one before it are parts of one name. */
function isJoined({ read, bare }: Claim, places: readonly number[], place: number): boolean {
  const [before, at] = [places[place - 1], places[place]]
  if (before === undefined || at === undefined || at !== before + 1) return false
  const [one, other] = [read.words[before] as Word, read.words[at] as Word]
  if (other.after !== "" && !other.within) return false
  return (
    new RegExp(`${escaped(one.shown)}[-_./:@]{1,3}${escaped(other.shown)}`, "i").test(bare) ||
    (one.within &&
      other.within &&
      other.after === "" &&
      new RegExp(`${escaped(one.shown)}${escaped(other.shown)}`, "i").test(bare))
  )
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

const tellingPlaces = ({ read }: Claim): number[] =>
  read.words.flatMap((word, place) =>
    word.kind === "word" && !word.within && isEmptyWord(word.stem) ? [] : [place],
  )

function slotOf(claim: Claim, places: readonly number[], from: number, to: number): Slot {
  const [first, last] = [places[from] as number, places[to - 1] as number]
  const words = claim.read.words.slice(first, last + 1)
  let shown: string | null = null
  // Looked for only where the words alone do not tell yet: of most pairs they do.
  return {
    from: first,
    to: last,
    words,
    get shown() {
      return (shown ??= asWritten(claim, words))
    },
  }
}

const MOST_WORDS = 4
/** A single word that the trade's speech does not know: mostly the name of a tool. */
const isWord = ({ words: [word, ...more], shown }: Slot): boolean =>
  word !== undefined &&
  more.length === 0 &&
  word.kind === "word" &&
  /^[\p{L}\d]{3,}$/u.test(shown) &&
  weightOf(word.idea) >= 1
/** What is numbered stands beside others of its kind: `T5-3`, `PR-12`. */
const ID = /^#?[A-Z]{1,6}\d*-\d+$/

/** One word in two forms. */
function isInflected(one: Slot, other: Slot): boolean {
  if (one.words.some(({ within }) => within) || /[ \d]/.test(one.shown + other.shown)) return false
  const [short, long] = [one.shown.toLowerCase(), other.shown.toLowerCase()].toSorted(
    (a, b) => a.length - b.length,
  ) as [string, string]
  return short.length >= 5 && long.startsWith(short.slice(0, Math.max(5, short.length - 2)))
}

/** One name of up to three words: no enumeration, no formula, nothing left out. */
const NAME = /^(?!.*\.\.\.)[@#~./-]*[\p{L}\p{N}][\p{L}\p{N}._/:@+'&-]*(?: [\p{L}\p{N}._/:@+'&-]+){0,2}$/u

/** Whether what stands there may be one name, by its words alone: not an enumeration, an aside or a figure. */
const mayBeValue = ({ conditions }: Claim, { words }: Slot): boolean =>
  conditions.length === 0 &&
  words.filter(({ within }) => !within).length <= MOST_WORDS &&
  !words.some(({ kind, within, after }, at) => kind === "pair" || (at > 0 && !within && after !== ""))

/** The same, by how it is written and what stands around it. */
function isValue({ read, bare, label }: Claim, { from, to, words, shown }: Slot): boolean {
  if (
    (words.some(({ kind, within }) => kind === "number" && !within) && !/^[\p{L}@#~/.]/u.test(shown)) ||
    !NAME.test(shown) ||
    !bare.includes(shown) ||
    shown.toLowerCase().split(" ").some(isPlaceName)
  )
    return false
  const next = read.words[to + 1]
  if (
    ID.test(shown) ||
    (from !== label && words[0]?.after !== "" && from > 0 && !words[0]?.within) ||
    (from === label && label > 0 && next !== undefined && next.after === "")
  )
    return false
  return (from > 0 || next !== undefined) && !(next !== undefined && next.after === "," && !next.within)
}

function isWithin(part: readonly Word[], whole: readonly Word[]): boolean {
  return whole.some((_, from) => part.every((word, at) => whole[from + at]?.idea === word.idea))
}

/** Written as a name, not as a word of the language: a capital, code, a digit, a dot, a hyphen. */
function isNamed({ words, shown }: Slot): boolean {
  return (
    words.some(({ code, within, named }) => code || within || named) ||
    /[\p{Lu}\d]/u.test(shown) ||
    /^[@#~/.]|\p{L}[-./_]\p{L}/u.test(shown)
  )
}

const stems = (words: string): ReadonlySet<string> =>
  new Set(words.split(" ").flatMap((word) => [word, stemOf(word)]))
/** Of these there is one at a time. */
const ONE_EACH = stems(
  "owner lead leader maintainer manager reviewer contact responsible author ansprechpartner hauptansprechpartner director boss mentor host hostname url domain endpoint database schema branch trunk bucket queue topic channel registry image entry point entrypoint root primary master default main bundler formatter linter orm tracker provider vendor supplier bank registrar issuer shell editor timezone locale currency language framework engine runtime library stack styling model sprint milestone release dialect codename mascot codeowner codeowners customer repo repository project name title email address room office city country headquarter",
)
const isOneEach = ({ stem, shown, idea, within }: Word): boolean =>
  !within && (ONE_EACH.has(stem) || ONE_EACH.has(shown) || ONE_EACH.has(idea))
/** What is done with, by or in one thing at a time. */
const SINGLE = stems(
  "call name own host live sit reside store locate define configure register issue back power build write render format lint parse draw deploy manage maintain handle sign track translate style bundle compile serve run publish ship send report route read fetch come go land execute test type-check check sync schedule provision monitor trace log authenticate authorize package install keep place put record document bill pay charge print scan search index cache queue migrate generate encode export import pull download list declare specify output end goes chat talk communicate meet drawn written done sent kept held made",
)

/**
 * How a value is held: `told` where it is said to be a name, `one` where a thing has one of them by its nature (its owner, its place),
 * `chosen` where it is to be used for something, `way` where things are mostly done with one, null where there may be many.
 */
function holdingOf(
  { read, label }: Claim,
  { from, to, shown }: Slot,
): "told" | "one" | "chosen" | "way" | null {
  const { words } = read
  const before: string[] = []
  let at = from - 1
  for (; at >= 0; at -= 1) {
    const word = words[at] as Word
    if (
      word.within ||
      word.kind !== "word" ||
      !(isEmptyWord(word.stem) || BE.test(word.shown) || PREPOSITION.test(word.shown))
    )
      break
    before.unshift(word.shown)
  }
  const head = words[at]
  const isLabel = label > 0 && from >= label && before.length === from - Math.max(label, at + 1)
  if (from === 0 || (at < 0 && from < 2))
    return words.slice(to + 1, to + 4).some(({ idea }) => idea === "own") ? "one" : null
  const subject = words.slice(0, isLabel ? label : at + 1)
  if (isLabel && subject.every(({ kind, code, within }) => kind !== "word" || code || within)) return null
  if (
    isLabel &&
    !subject.some(isOneEach) &&
    /[^su]s$/.test(subject.at(-1)?.shown ?? "") &&
    words[label]?.code
  )
    return null
  if (isLabel)
    return subject.some(isOneEach)
      ? "one"
      : subject.length <= 3 && /^(?:[^\s/]+|\p{Lu}[^\s/]* \p{Lu}[^\s/]*)$/u.test(shown)
        ? "way"
        : null
  if (head === undefined) return null
  if (before.some((word) => BE.test(word)) && !before.some((word) => PREPOSITION.test(word)))
    return subject.some(isOneEach) || words.slice(from, to + 1).every(({ code, within }) => code || within)
      ? "one"
      : at <= 2 &&
          to === words.length - 1 &&
          from === to &&
          /^\p{Lu}/u.test(shown) &&
          /^(?:the|our)$/.test(words[0]?.shown ?? "")
        ? "way"
        : null
  if (/^(?:named|called)$/.test(head.shown) && before.every((word) => /^(?:the|as|to|be)$/.test(word)))
    return "told"
  if (head.idea === "use" && before.length === 0) {
    if (head.shown.includes(" ") && at > 0) return "chosen"
    if (at === 0) return words[to + 1]?.shown === "for" ? "chosen" : null
    const doing = subject.filter((word) => word !== head && (word.kind !== "word" || !isEmptyWord(word.stem)))
    return doing.length <= 2 &&
      doing.some(
        ({ stem, idea, shown, within }) =>
          !within && (SINGLE.has(stem) || SINGLE.has(idea) || shown.endsWith("ing")),
      )
      ? "chosen"
      : null
  }
  if (
    !subject.some((word) => !word.within && /^(?:we|our|all|project|wir|this)$/.test(word.shown)) &&
    !subject.some(
      (word) =>
        word.kind === "word" &&
        !isEmptyWord(word.stem) &&
        !(word === head && (SINGLE.has(word.stem) || SINGLE.has(word.idea))),
    )
  )
    return null
  const verb = subject.findLast(({ stem, idea }) => SINGLE.has(stem) || SINGLE.has(idea))
  const how = before.find((word) => PREPOSITION.test(word))
  if (how !== undefined && words.slice(Math.max(0, at - 2), at + 1).includes(verb as Word))
    return PLACED.has(head.idea) || PLACED.has(head.stem) || how === "by"
      ? "one"
      : INSTRUMENT.test(how)
        ? "chosen"
        : "way"
  if (how !== undefined && INSTRUMENT.test(how) && before.includes("done")) return "one"
  if (
    how !== undefined &&
    BE.test(before.at(-2) ?? "") &&
    before.at(-1) === how &&
    words.slice(from, to + 1).some(({ within, code }) => within || code)
  )
    return "one"
  if (
    how === "with" &&
    words.slice(Math.max(0, at - 1), at).some(({ shown: word }) => BE.test(word)) &&
    !MANY.has(head.idea) &&
    !MANY.has(head.stem)
  )
    return "way"
  if (
    before.includes("by") &&
    before.length === 1 &&
    words.slice(Math.max(0, at - 2), at).some(({ shown: word }) => BE.test(word)) &&
    !MANY.has(head.idea) &&
    !MANY.has(head.stem) &&
    !words[at - 2]?.within
  )
    return "one"
  if (ONE_EACH.has(head.stem) && verb !== undefined && !before.some((word) => PREPOSITION.test(word)))
    return "one"
  return null
}

const INSTRUMENT = /^(?:with|by|via|through)$/
/** What many do to one thing. */
const MANY = stems(
  "use call import load consume trigger cause affect follow need require reference share extend implement inherit read see accept support break",
)
const BE = /^(?:is|are|ist|sind|est|sont)$/
const PREPOSITION = /^(?:with|by|via|through|from|to|in|on|at|into|under|mit|von)$/
const PLACED = stems("live sit reside store locate define configure host register keep place put read")
