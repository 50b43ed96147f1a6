import { foldCharacter, LOOK_ALIKE_SIGNS, latinOf, signOf } from "./look-alikes-fold"

/** A word that looks like another word. */
export interface LookAlike {
  /** From 1. */
  readonly line: number
  /** Column in UTF-16 units, from 1. */
  readonly column: number
  readonly word: string
  /** The word that it looks like. */
  readonly reads: string
}

/**
 * Returns words that look like another word, at most 100: Cyrillic or Greek letters in a Latin word, full-width, mathematical and circled
 * letters, small capitals, signs that look like ASCII in an address or command, and words of another script in a Latin line that have only
 * letters that Latin has too. Words among others of their script, units and quantities (µs, Δt) are left out.
 */
export function listLookAlikes(text: string): LookAlike[] {
  if (!/[\u0100-\uffff]/.test(text)) return []
  const found: LookAlike[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (!/[\u0100-\uffff]/.test(line)) continue
    found.push(...lookAlikesInLine(line).map((one) => ({ line: index + 1, ...one })))
    if (found.length >= AT_MOST) return found.slice(0, AT_MOST)
  }
  return found
}

const AT_MOST = 100

type LookAlikeInLine = Omit<LookAlike, "line">

/** Returns the look-alikes of a line, by column. */
function lookAlikesInLine(line: string): LookAlikeInLine[] {
  const isEastAsian = EAST_ASIAN.test(line)
  const words = [...line.matchAll(WORDS)].flatMap(({ 0: word, index }): LookAlikeInLine[] => {
    const reads = readsAs(word, isEastAsian) ?? (isForeignAmongLatin(word, line) ? fold(word) : null)
    return reads === null ? [] : [{ column: index + 1, word, reads }]
  })
  if (isEastAsian) return words
  const signed = [...line.matchAll(SIGNED)]
    .filter(([word]) => !isWrittenSo(word, line))
    .map(({ 0: word, index }) => ({ column: index + 1, word, reads: fold(word) }))
  const found = [...words, ...signed]
  for (const code of listDisguisedCode(line))
    if (!found.some((other) => overlaps(code, other))) found.push(code)
  return found.toSorted((a, b) => a.column - b.column)
}

const overlaps = (one: LookAlikeInLine, other: LookAlikeInLine): boolean =>
  one.column < other.column + other.word.length && other.column < one.column + one.word.length

const CIRCLED = "\\u24b6-\\u24e9\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}"
const WORDS = new RegExp(`[\\p{L}\\p{N}\\p{M}_${CIRCLED}\\u200b-\\u200d\\u2060\\u00ad]+`, "gu")
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

const STYLED = new RegExp(
  `[\\uff21-\\uff3a\\uff41-\\uff5a\\u{1d400}-\\u{1d7cb}${CIRCLED}\\u1d2c-\\u1d6a\\u2071\\u207f\\u2c7c\\u02b0-\\u02b8\\u02e1-\\u02e3]`,
  "u",
)
const FULL_WIDTH = /[\uff21-\uff3a\uff41-\uff5a]/u
const SMALL_CAPITAL = /[ᴀʙᴄᴅᴇꜰғɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ]/u
const GREEK = /\p{Script=Greek}/u
/** Names of quantities and units: ρmax, τavg, μs. */
const QUANTITY =
  /^\p{Script=Greek}_\w+$|^\p{Script=Greek}[\p{Nd}_]*[A-Za-z]{0,3}[\p{Nd}_]*$|^(?:sin|cos|tan|log|ln|exp|max|min|arg)\p{Script=Greek}$/u

const fold = (word: string): string => Array.from(word, foldCharacter).join("")

/** ASCII letters and digits with look-alike signs among them or after them. */
const SIGNED = new RegExp(
  `[A-Za-z0-9][A-Za-z0-9._:/@-]{0,100}[${LOOK_ALIKE_SIGNS}]{1,3}[A-Za-z0-9/][A-Za-z0-9._:/@${LOOK_ALIKE_SIGNS}-]{0,200}`,
  "gu",
)

/** True if the signs are correct: in fractions, ratios and phonetics, or in a line of the script that they belong to. */
function isWrittenSo(word: string, line: string): boolean {
  const signs = Array.from(word).filter((one) => signOf(one) !== null)
  if (/^[\d\P{ASCII}]+$/u.test(word) && signs.every((one) => /[∕⁄∶]/.test(one))) return true
  return signs.every(
    (one) =>
      (one === "ː" && PHONETIC.test(line)) ||
      SCRIPTS_OF_SIGNS.some(([sign, script]) => sign.test(one) && script.test(line)),
  )
}

const PHONETIC = /[ˈˌəɪʊɛɔæʃʒθðŋɑɒʌɜ]/

const SCRIPTS_OF_SIGNS: readonly (readonly [sign: RegExp, script: RegExp])[] = [
  [/\u037e/, /\p{Script=Greek}/u],
  [/։/, /\p{Script=Armenian}/u],
  [/׃/, /\p{Script=Hebrew}/u],
  [/[۔٪]/, /\p{Script=Arabic}/u],
  [/[܁܂]/, /\p{Script=Syriac}/u],
  [/ꓸ/, /[\ua4d0-\ua4f7]/],
]

/** True for a word of another script in a Latin line if all of its letters look like Latin letters. */
function isForeignAmongLatin(word: string, line: string): boolean {
  const letters = Array.from(word).filter((one) => !/[\p{M}\p{Cf}\p{N}_]/u.test(one))
  const script = SCRIPTS.find((one) => letters.every((letter) => one.test(letter)))
  if (script === undefined || letters.length < 3 || letters.some((one) => latinOf(one) === null)) return false
  const isOwn = Array.from(line).some((one) => script.test(one) && latinOf(one) === null)
  return !isOwn && (line.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= 2
}

const SCRIPTS = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]

/** Returns the Latin word that a word of several scripts or of styled letters looks like, or null. */
function readsAs(word: string, isEastAsian: boolean): string | null {
  const letters = Array.from(word).filter((one) => !/[\p{M}\p{Cf}]/u.test(one))
  const latin = letters.filter((one) => /[A-Za-z]/.test(one)).length
  const styled = letters.filter((one) => STYLED.test(one))
  const foreign = letters.filter((one) => /[^\0-\u024f]/.test(one) && /\p{L}/u.test(one) && !STYLED.test(one))
  const small = foreign.filter((one) => SMALL_CAPITAL.test(one)).length
  if (foreign.some((one) => latinOf(one) === null)) return null
  const isFullWidth = FULL_WIDTH.test(word)
  const isStyled = isFullWidth ? latin > 0 || !isEastAsian : isStyledWord(styled, latin)
  const isMixed =
    foreign.length > small &&
    latin + styled.length > 0 &&
    !(foreign.every((one) => GREEK.test(one)) && QUANTITY.test(word))
  return isStyled || isMixed || small >= 2 ? letters.map(foldCharacter).join("") : null
}

/** True for three styled letters, or a mathematical letter among three Latin ones. */
const isStyledWord = (styled: readonly string[], latin: number): boolean =>
  styled.length >= 3 || (latin >= 3 && styled.some((one) => /[\u{1d400}-\u{1d7cb}]/u.test(one)))

/**
 * A word in code or an address with characters that look like others. `column`: in UTF-16 units, from 1.
 * `reads`: the word that it looks like.
 */
interface DisguisedCode {
  readonly column: number
  readonly word: string
  readonly reads: string
}

/**
 * Returns look-alikes in a line without East Asian script, at most 20. They are harmless in prose, but change
 * a command, a name or an address.
 */
function listDisguisedCode(line: string): DisguisedCode[] {
  return DISGUISES.flatMap(({ pattern, read }) =>
    Array.from(line.matchAll(pattern), (match) => ({
      column: match.index + 1,
      word: match[0],
      reads: read(match[0]),
    })),
  ).slice(0, CODE_AT_MOST)
}

const CODE_AT_MOST = 20

const COMMANDS =
  "rm|git|npm|npx|pnpm|yarn|docker|kubectl|helm|terraform|curl|wget|ls|cp|mv|chmod|chown|sudo|tar|ssh|scp|rsync|pip3?|python3?|grep|sed|awk|aws|gcloud|psql|mysql|systemctl|cargo|brew|apt|apt-get"
const INSTALLERS = "npm|npx|pnpm|yarn|pip3?|cargo|gem|brew|apt|apt-get|docker|kubectl|curl|wget"

const dashes = (word: string): string =>
  word.replaceAll(/[\u2010-\u2013\u2212]/g, "-").replaceAll("\u2014", "--")
const plain = (word: string): string => word.normalize("NFKC")

const SOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ɦ: "h",
    ɡ: "g",
    ɑ: "a",
    ꜱ: "s",
    ᴀ: "a",
    ᴄ: "c",
    ᴅ: "d",
    ᴇ: "e",
    ᴊ: "j",
    ᴋ: "k",
    ᴍ: "m",
    ᴏ: "o",
    ᴘ: "p",
    ᴛ: "t",
    ᴜ: "u",
    ᴠ: "v",
    ᴡ: "w",
    ᴢ: "z",
    ɪ: "i",
    ʟ: "l",
    ʀ: "r",
    ɴ: "n",
    ɢ: "g",
    ʙ: "b",
    ʜ: "h",
  }),
)

const DISGUISES: readonly { readonly pattern: RegExp; readonly read: (word: string) => string }[] = [
  // Dashes that word processors put in place of hyphens. They change the meaning of a command.
  {
    pattern: new RegExp(
      `(?<=\\b(?:${COMMANDS})\\s(?:[^\\n.]{0,80}\\s)?)[\\u2010-\\u2014\\u2212]{1,2}[A-Za-z][\\w-]{0,40}`,
      "gu",
    ),
    read: dashes,
  },
  {
    pattern: new RegExp(
      `(?<=\\b(?:${INSTALLERS})\\s(?:[^\\n]{0,80}\\s)?)[\\w@/.]{1,60}[\\u2010-\\u2013\\u2212][\\w@/.\\u2010\\u2011-]{1,60}`,
      "gu",
    ),
    read: dashes,
  },
  {
    pattern: new RegExp(`(?<=\\b(?:${COMMANDS})\\s(?:[^\\n]{0,80}\\s)?)[\\w/.]{0,40}\\u2217`, "gu"),
    read: (word) => word.replace("\u2217", "*"),
  },
  // Full-width signs beside ASCII characters.
  {
    pattern:
      /(?<=[A-Za-z0-9"'] ?)[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3f\uff5b-\uff5d]|[\uff04\uff0f\uff20](?=[A-Za-z])/gu,
    read: plain,
  },
  {
    pattern: /[A-Za-z0-9-]{2,40}[\u3002\uff61](?=[a-z]{2,10}(?:\b|\/))/gu,
    read: (word) => `${word.slice(0, -1)}.`,
  },
  // The Greek question mark, which looks like a semicolon.
  { pattern: /[A-Za-z0-9)\]]\u037e/gu, read: (word) => word.replace("\u037e", ";") },
  // Click letters, which look like the operators "||" and "!=".
  { pattern: /(?<![\p{L}])(?:\u01c0{2}|\u01c1)(?![\p{L}])/gu, read: () => "||" },
  { pattern: /\u01c3=/gu, read: () => "!=" },
  { pattern: /(?<![\p{L}\p{N}])\u02ba(?=\p{L})|(?<=[A-Za-z])\u02ba(?![\p{L}\p{N}])/gu, read: () => '"' },
  // Phonetic letters and punctuation that look like a colon after an ASCII word.
  { pattern: /(?<=[A-Za-z0-9_]{2})[\u02d0\ua789\u05c3\u0589](?=\s+[\x21-\x7e])/gu, read: () => ":" },
  // The signs of kelvin and a long s in a word.
  { pattern: /(?=[A-Za-z]{0,30}[\u212a\u017f])[A-Za-z\u212a\u017f]{3,40}/gu, read: plain },
  // Phonetic letters and small capitals among ASCII letters.
  {
    pattern:
      /(?<![/[ˈˌ\p{L}])(?=[A-Za-z]{0,30}[\u0266\u0261\u0251\ua731\u1d00-\u1d22\u026a\u029f\u0280\u0274\u0262\u0299\u029c])(?=\P{ASCII}?[A-Za-z]{0,30}\P{ASCII}?[A-Za-z]{3})[A-Za-z\u0266\u0261\u0251\ua731\u1d00-\u1d22\u026a\u029f\u0280\u0274\u0262\u0299\u029c]{4,40}(?![/\]\p{L}])/gu,
    read: (word) => Array.from(word, (one) => SOUNDS.get(one) ?? one).join(""),
  },
  // Compatibility characters among ASCII letters.
  {
    pattern:
      /(?=[A-Za-z]{0,30}[\u212a\u017f\u2113\u2170-\u217f])(?=[^A-Za-z]{0,2}[A-Za-z])[A-Za-z\u212a\u017f\u2113\u2170-\u217f]{4,40}/gu,
    read: plain,
  },
  { pattern: /[\u{1d670}-\u{1d6a3}]{2,40}/gu, read: plain },
  // A dotless i in the name of a host or an account.
  {
    pattern:
      /\b[a-z\u0131]{0,20}\u0131[a-z\u0131]{0,20}\.(?:com|org|net|io|dev)\b|\b(?:adm\u0131n|log\u0131n|g\u0131t\w{0,6}|scr\u0131pt|s\u0131gn|conf\u0131g|m\u0131crosoft|l\u0131nk)(?!\p{L})/gu,
    read: (word) => word.replaceAll("\u0131", "i"),
  },
  // Combining lines through or below letters.
  {
    pattern: /[A-Za-z](?:[\u0334-\u0338][A-Za-z]{0,20}){1,20}|(?:[A-Za-z]\u0332){3,40}/gu,
    read: (word) => word.replaceAll(/\p{M}/gu, ""),
  },
  // Letters that look like digits.
  {
    pattern: /\d[\u041e\u043e\u039f\u03bf\u0555\u0417\u0437]\d{0,10}/gu,
    read: (word) => word.replaceAll(/[\u0417\u0437]/g, "3").replaceAll(/[^\d]/g, "0"),
  },
]
