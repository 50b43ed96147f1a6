import { bareStatement } from "../similarity/statement-words"
import { plainText } from "../text/plain-words"
import tense from "../lexicon/tense.json" with { type: "json" }

/** Time that a statement is about, by its first verb: an event, a fact, or unknown. */
export type Tense = "past" | "present" | "unknown"

const PAST: ReadonlySet<string> = new Set(tense.past)
const PRESENT: ReadonlySet<string> = new Set(tense.present)
/** Words that are nouns or verbs. They count as verbs before a word of `AFTER_VERB`. */
const AMBIGUOUS: ReadonlySet<string> = new Set(tense.ambiguous)
const AFTER_VERB: ReadonlySet<string> = new Set(tense.afterVerb)
const BEFORE_PARTICIPLE: ReadonlySet<string> = new Set(tense.beforeParticiple)

/** True if a text begins with a verb in the past tense. Logs leave out the subject: "Fixed the build". */
export function opensInPast(text: string): boolean {
  const [first = "", ...rest] = wordsOf(text).filter((word, place) => !(place === 0 && OPENERS.has(word)))
  const [opening = "", next = []] =
    first === "i" || first === "we" ? [rest[0], rest.slice(1, 5)] : [first, rest.slice(0, 4)]
  return isPast(opening) && !next.some((word) => HOLDS.has(word)) && !isDescribed(next)
}

/** True if the first word describes a noun: "Merged accounts keep their address". */
function isDescribed(next: readonly string[]): boolean {
  const verb = next.findIndex((word) => PRESENT.has(word) || PLURAL.has(word))
  return (
    verb > 0 &&
    verb < 3 &&
    !next.slice(0, verb).some((word) => AFTER_VERB.has(word) || CONNECTS.has(word) || isPast(word))
  )
}

/** Verbs in the plural. At the start of a text they are imperatives. */
const PLURAL: ReadonlySet<string> = new Set(tense.plural)
const CONNECTS: ReadonlySet<string> = new Set(tense.connects)

/** Verbs that state a fact even after a participle: "merged branches are deleted". */
const HOLDS: ReadonlySet<string> = new Set(tense.holds)
const OPENERS: ReadonlySet<string> = new Set(tense.openers)

/** Returns the time that a text is about. Supports English, German and Chinese; other texts are "unknown". */
export function tenseOf(text: string): Tense {
  if (isUnspaced(text)) return tenseOfHan(text)
  if (isGerman(text)) return tenseOfGerman(text)
  const said = wordsOf(text)
  for (const place of said.keys()) {
    if (isPresentAt(said, place)) return "present"
    if (isPastAt(said, place)) return "past"
  }
  return "unknown"
}

function tenseOfHan(text: string): Tense {
  if (HAN_PAST.test(text)) return "past"
  return HAN_PRESENT.test(text) ? "present" : "unknown"
}

function tenseOfGerman(text: string): Tense {
  if (GERMAN_PRESENT.test(text)) return "present"
  return isGermanPast(text) ? "past" : "unknown"
}

function isPresentAt(said: readonly string[], place: number): boolean {
  const word = said[place] ?? ""
  if (place === 0 && isPast(word) && isDescribed(said.slice(1, 5))) return true
  return (
    PRESENT.has(word) ||
    (place === 0 && (word === "never" || word === "always")) ||
    (AMBIGUOUS.has(word) && AFTER_VERB.has(said[place + 1] ?? ""))
  )
}

function isPastAt(said: readonly string[], place: number): boolean {
  if (!isPast(said[place] ?? "")) return false
  if (place > 0 && BEFORE_PARTICIPLE.has(said[place - 1] ?? "")) return false
  const next = said.slice(place + 1, place + (place === 0 ? 5 : 3))
  return !next.some((word) => HOLDS.has(word))
}

const isPast = (word: string): boolean =>
  PAST.has(word) || (/^[a-z-]{1,}[^e]ed$/.test(word) && !NO_VERBS.has(word))
const NO_VERBS: ReadonlySet<string> = new Set(tense.noVerbs)

/** Returns the English words of a text in lower case, with code replaced by "x". Empty for East Asian texts. */
function wordsOf(text: string): string[] {
  if (isUnspaced(text)) return []
  return (
    plainText(bareStatement(text))
      .toLowerCase()
      .replaceAll("’", "'")
      .replaceAll(/`[^`]*`/g, " x ")
      .replace(/^\[\w+\]\s*/, "")
      .replaceAll(/\bturns? out(?: that)?\b/g, "")
      .match(/[a-z][a-z'-]*/g) ?? []
  )
}

const isUnspaced = (text: string): boolean =>
  (text.match(UNSPACED)?.length ?? 0) > (text.match(/[A-Za-z]+/g)?.length ?? 0)
/** True if a text has two different German words. One word may be a name. */
const isGerman = (text: string): boolean => new Set(text.toLowerCase().match(GERMAN) ?? []).size > 1
const GERMAN =
  /(?<![\p{L}])(?:der|das|dem|den|des|ein|eine|einen|einem|einer|und|oder|nicht|nur|mit|für|von|vom|bei|beim|zum|zur|nach|auf|aus|ist|sind|wird|werden|muss|müssen|kann|können|hat|haben|wurde|immer|nie|noch|dann|danach|wenn|weil|sonst|möchte|nie|per|ohne|gelten|gilt|bis|im|am)(?![\p{L}])/gu
/** German verbs and adverbs of facts. A participle alone reports an event. */
const GERMAN_PRESENT =
  /(?<![\p{L}])(?:ist|sind|wird|werden|muss|müssen|darf|dürfen|kann|können|soll|sollen|gilt|gelten|bleibt|bleiben|braucht|brauchen|liegt|liegen|steht|stehen|läuft|laufen|gehört|gehören|möchte|will|startet|liefert|geht|gehen|kommt|kommen|hängt|nimmt|gibt|heißt|verliert|führt|verlangt|bevorzugt|immer|nie|niemals)(?![\p{L}])/iu
const GERMAN_PAST = new Set("hat habe haben wurde wurden war waren kam kamen ging gingen".split(" "))
const GERMAN_PREFIXES = ["be", "ver", "er", "ent"]

/** True if a text has a German past tense or participle: `gebaut`, `verkauft`, `exportiert`. */
const isGermanPast = (text: string): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => GERMAN_PAST.has(word) || isParticiple(word))

function isParticiple(word: string): boolean {
  if (word.endsWith("iert") && word.length > 4) return true
  const stem = /^(.*?)(?:en|t)$/.exec(word)?.[1]
  if (stem === undefined) return false
  const marked = stem.indexOf("ge")
  if (marked >= 0 && stem.length - (marked + 2) >= 2) return true
  return (
    word.endsWith("t") &&
    GERMAN_PREFIXES.some((prefix) => word.startsWith(prefix) && word.length >= prefix.length + 4)
  )
}

/** Chinese has no tense. Completed actions have a particle; facts have a copula or a modal verb. */
const HAN_PAST =
  /了(?![解就才])|已(?!经?[是有])|完成|通过|(?<!的)产出|输出|第[一二三四]次|[当那]时|没(?!有[^，。]{0,8}(?:就|不能))|曾|过\s*$/u
const HAN_PRESENT =
  /是|不能|不会|不要|可以|需要|应该|必须|能够?|会(?!议|员)|取决|决定|优于|高于|大于|比.{1,12}(?:更|重要|可靠|有效|好)|[>＞≠=]|永远|一律/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
