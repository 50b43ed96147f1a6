import { numberWords, measureOf } from "../text/measures"
import { measuredFrom } from "../text/measured-words"
import { spelledMeasures, UNSPACED_MEASURE, unspacedMeasureOf } from "../text/spelled-measures"
import { conceptOf, isName, wordingsFrom } from "../lexicon/software"
import { pairsOf, camelCaseParts, plainText } from "../text/plain-words"
import { stemOf } from "../text/stems"

/** A word of a statement, prepared for comparison. */
export interface Word {
  /** The word as written, in lower case, for display to people. */
  readonly shown: string
  /** The meaning of the word: equal for `PR` and `pull request`, `retries` and `retried`, `2 minutes` and `120 s`. */
  readonly idea: string
  readonly stem: string
  readonly kind: "word" | "number" | "pair"
  /**
   * True if the word is written as a name: with a capital within a sentence, as code, with digits or an inner
   * capital.
   */
  readonly named: boolean
  /** True if the word is marked as code. */
  readonly code: boolean
  /** True for a part of a name (`isNotNull`, `not_null`, `--no-verify`) or of a text marked as code. */
  readonly within: boolean
  /** The separator from the word before: none, a comma, or the end of a sentence or an aside. */
  readonly after: "" | "," | "."
}

/** Maximum number of characters to compare. Longer statements are compared by their beginning. */
export const COMPARED_CHARACTERS = 1200

/**
 * Returns the statement without layout: bullets, date tags, strikethrough, emphasis, link targets and the
 * reason for its retirement. Cuts the statement at COMPARED_CHARACTERS.
 */
export function bareStatement(text: string): string {
  return text
    .slice(0, COMPARED_CHARACTERS)
    .replace(/←\s*STALE\b.*$/is, " ")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replaceAll(/^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, "")
    .replaceAll(/[[(]\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+Z?)?[\])]:?/g, " ")
    .replace(/^\s*\d{4}-\d{2}-\d{2}\s*[:–—·-]\s+/, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, "$1")
    .replaceAll(/~~|\*\*|__(?=\w)|(?<=\w)__/g, "")
    .trim()
}

const SCRIPTS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc"
/**
 * Pattern for tokens. Its groups are: a date or number, a run of a script without spaces, a word, a comma, a
 * sentence end, a code mark. Named groups would double the time of parsing.
 */
const TOKENS = new RegExp(
  `(\\d{4}-\\d{2}-\\d{2}|${UNSPACED_MEASURE}|(?<!\\d|(?![${SCRIPTS}])\\p{L})\\d+(?:[.,:]\\d+)*(?:\\s?%|[a-zA-Z]{1,3}(?![\\p{L}\\d]))?)|([${SCRIPTS}]+)|((?:(?![${SCRIPTS}])[\\p{L}\\p{M}\\p{N}])+)|(,|\\band\\b)|([.;:!?()\\n]|[–—→←]|\\s-+\\s)|(\`)`,
  "gu",
)
const DOTTED: readonly (readonly [RegExp, string])[] = [
  // `no-op` and `no-confidence` are names and deny nothing.
  [/(?<![\w-])no-(?=\p{L})(?!one\b|body\b)/giu, "no_"],
  [/(?<=\d)_(?=\d{3}(?!\d))/g, ""],
  [/\bc\+\+/gi, "cplusplus"],
  [/\bc#/gi, "csharp"],
  [/\bf#/gi, "fsharp"],
  [/(?<![\w])\.net\b/gi, "dotnet"],
  [/\bcan['’]t\b/gi, "can not"],
  [/\bwon['’]t\b/gi, "will not"],
  [/\bcannot\b/gi, "can not"],
  [/n['’]t\b/gi, " not"],
  [/['’](?:s|re|ve|ll|d|m)\b/gi, " "],
]

/** Returns all words of a statement in order. */
export function readWords(text: string): Word[] {
  let plain = spelledMeasures(plainText(bareStatement(text)))
  for (const [from, to] of DOTTED) plain = plain.replaceAll(from, to)
  const words: Word[] = []
  let after: Word["after"] = "."
  let code = false
  const add = (
    { shown, idea, stem }: Pick<Word, "shown" | "idea" | "stem">,
    kind: Word["kind"],
    named: boolean,
    within = code,
  ) => {
    words.push({ shown, idea, stem, kind, named, code, within, after })
    after = ""
  }
  const addSpaced = (token: string, index: number) => {
    const isCapital = after !== "." && words.length > 0 && /^\p{Lu}/u.test(token)
    const named = code || isCapital || /\d|^.+\p{Lu}/u.test(token)
    const parts = partsOfName(token)
    const within = code || parts.length > 1 || isOfName(plain, index, token)
    if (CAPITAL_NAMES.has(token))
      add({ shown: parts[0] ?? "", idea: token, stem: token }, "word", true, within)
    else for (const part of parts) add(...wordOf(part), named, within)
  }
  for (const match of plain.matchAll(TOKENS)) {
    const [token, numbered, pairs, , , stop, mark] = match
    const { index } = match
    if (mark !== undefined) code = !code
    else if (stop !== undefined) after = isJoint(plain, index, token) ? after : "."
    else if (token === ",") after = after === "." ? "." : ","
    else if (numbered !== undefined) add(numberOf(token), "number", true)
    else if (pairs === undefined) addSpaced(token, index)
    else for (const pair of pairsOf(token)) add({ shown: pair, idea: pair, stem: pair }, "pair", false)
  }
  return joinWordings(words)
}

/** Returns a date or a measure in the form in which it is compared. */
function numberOf(token: string): Pick<Word, "shown" | "idea" | "stem"> {
  if (/^\d{4}-\d{2}-\d{2}$/.test(token)) return { shown: token, idea: token, stem: token }
  return IS_UNSPACED.test(token) ? { ...measureOf(unspacedMeasureOf(token)), shown: token } : measureOf(token)
}
const IS_UNSPACED = new RegExp(`^${UNSPACED_MEASURE}$`, "u")

/** True for a word next to an underscore or in an option: `not_null`, `--verify`. */
const isOfName = (plain: string, index: number, token: string): boolean =>
  plain[index - 1] === "_" ||
  plain[index + token.length] === "_" ||
  /(?:^|[\s`(])-{1,2}$/.test(plain.slice(Math.max(0, index - 3), index))

/** Names that are function words in lower case. */
const CAPITAL_NAMES = new Set(["US", "IT"])

/** True for a full stop or colon inside a name: `a.ts`, `http://x`, `foo::bar`. */
function isJoint(plain: string, index: number, token: string): boolean {
  return (token === "." || token === ":") && /[\p{L}\p{N}:/]/u.test(plain[index + 1] ?? "")
}

/**
 * Returns the words of a name in lower case. `createOrder` is two words; `iOS`, `gRPC`, `GitHub` and `utf8`
 * are one word each.
 */
function partsOfName(token: string): readonly string[] {
  const whole = token.toLowerCase()
  return whole === token || /\d|^\p{Ll}\p{Lu}{2,}/u.test(token) || isName(whole)
    ? [whole]
    : camelCaseParts(token)
}

function wordOf(part: string): [Pick<Word, "shown" | "idea" | "stem">, Word["kind"]] {
  const number = numberWords.get(part)
  if (number !== undefined) return [{ shown: part, idea: number, stem: part }, "number"]
  const stem = stemOf(part)
  return [{ shown: part, idea: conceptOf(stem), stem }, "word"]
}

/** Joins words that belong together: `pull request` becomes one word, `30 seconds` one number. */
function joinWordings(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (let at = 0; at < words.length;) {
    const word = words[at] as Word
    const measured = measuredFrom(words, at)
    if (measured !== null) {
      const shown = words.slice(at, at + measured.length).map((one) => one.shown)
      const { idea } = measured
      joined.push({ ...word, idea, stem: idea, shown: shown.join(" "), kind: "number", named: true })
      at += measured.length
      continue
    }
    const wording =
      word.kind === "word"
        ? wordingsFrom(word.stem).find(({ words: stems }) =>
            stems.every(
              (stem, place) =>
                words[at + place]?.stem === stem && (place === 0 || words[at + place]?.after === ""),
            ),
          )
        : undefined
    if (wording === undefined) {
      joined.push(word)
      at += 1
    } else {
      const all = words.slice(at, at + wording.words.length)
      joined.push({
        ...word,
        shown: all.map(({ shown }) => shown).join(" "),
        idea: wording.idea,
        stem: wording.idea,
      })
      at += all.length
    }
  }
  return joined
}
