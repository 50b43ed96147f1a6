/** A folded text. Each character is mapped to its offset in the original text. */
export interface FoldedText {
  readonly text: string
  /**
   * Returns the offset in the original text of a character of the folded text. For the length of the folded
   * text or more, returns the length of the original text.
   */
  at(offset: number): number
}

/**
 * Returns a text with look-alikes replaced by the letters that they look like, and styled letters and special
 * spaces by plain ones, without accents and hidden characters.
 */
export function foldText(text: string): FoldedText {
  if (PLAIN.test(text)) return { text, at: (offset) => offset }
  const parts = new FoldedParts()
  let from = 0
  for (const { 0: character, index } of text.matchAll(NOT_PLAIN)) {
    parts.add(text.slice(from, index), from)
    from = index + character.length
    for (const unit of foldCharacter(character).split("")) parts.add(unit, index)
  }
  parts.add(text.slice(from), from)
  return { text: parts.pieces.join(""), at: (offset) => parts.originOf(offset) ?? text.length }
}

/** The parts of a folded text: the plain runs and the folded characters. */
class FoldedParts {
  readonly pieces: string[] = []
  /** Offset of each part in the folded text, ascending, and in the original text. */
  private readonly starts: number[] = []
  private readonly origins: number[] = []
  private length = 0

  add(piece: string, origin: number): void {
    if (piece === "") return
    this.pieces.push(piece)
    this.starts.push(this.length)
    this.origins.push(origin)
    this.length += piece.length
  }

  /** Returns the offset in the original text of a character of the folded text. Undefined past its end. */
  originOf(offset: number): number | undefined {
    if (offset >= this.length) return undefined
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return (this.origins[low] ?? 0) + offset - (this.starts[low] ?? 0)
  }
}

/**
 * Returns a folded text with other characters. `text` must have the same length, because the offsets stay.
 */
export function withText(folded: FoldedText, text: string): FoldedText {
  return { text, at: folded.at }
}

/** Returns the given ranges of a folded text, joined in order. */
export function pickRanges(
  folded: FoldedText,
  ranges: readonly (readonly [from: number, to: number])[],
): FoldedText {
  const text = ranges.map(([from, to]) => folded.text.slice(from, to)).join("")
  const places = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, index) => folded.at(from + index)),
  )
  const last = ranges.at(-1)?.[1] ?? 0
  return { text, at: (offset) => places[offset] ?? folded.at(last) }
}

// oxlint-disable-next-line no-control-regex -- a tab and a line break are plain
const PLAIN = /^[\t\n\x20-\x7e]*$/
// oxlint-disable-next-line no-control-regex -- as above
const NOT_PLAIN = /[^\t\n\x20-\x7e]/gu

const KNOWN = new Map<string, string>()
/**
 * Maximum number of cached characters, enough for every script in use. A hostile text with more is folded
 * without the cache.
 */
const KNOWN_AT_MOST = 20_000

export function foldCharacter(character: string): string {
  const known = KNOWN.get(character)
  if (known !== undefined) return known
  const folded = readCharacter(character)
  if (KNOWN.size < KNOWN_AT_MOST) KNOWN.set(character, folded)
  return folded
}

function readCharacter(character: string): string {
  if (character === "\n" || character === "\t") return character
  if (/[\r\u2028\u2029\x85\v\f]/.test(character)) return "\n"
  if (UNSEEN.test(character)) return ""
  if (/\p{Zs}/u.test(character)) return " "
  if (/[‘’ʼ′＇]/.test(character)) return "'"
  const sign = signOf(character)
  if (sign !== null) return sign
  if (EAST_ASIAN.test(character)) return character.normalize("NFKC")
  return Array.from(
    character.normalize("NFKD"),
    (one) => latinOf(one) ?? latinOf(one.normalize("NFKC")) ?? one,
  )
    .join("")
    .replaceAll(/\p{M}/gu, "")
}

/** East Asian scripts. Their marks and parts make other letters, not accented ones. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u

/** Letters of other scripts that are drawn as a Latin letter. A subset of Unicode's confusables: those that hold in common fonts. */
const ROWS: readonly (readonly [latin: string, alike: string])[] = [
  ["a", "аɑαａᴀ"],
  ["b", "Ьʙƅ"],
  ["c", "сϲᴄⅽⲥ"],
  ["d", "ԁᴅⅾ"],
  ["e", "еҽєᴇ"],
  ["f", "ғꜰք"],
  ["g", "ɡɢց"],
  ["h", "һհʜ"],
  ["i", "іιɪⅰıꭵ"],
  ["j", "јϳᴊ"],
  ["k", "кκᴋ"],
  ["l", "ӏⅼʟ"],
  ["m", "ⅿᴍ"],
  ["n", "ոɴη"],
  ["o", "оοօᴏⲟσ"],
  ["p", "рρᴘⲣ"],
  ["q", "ԛզ"],
  ["r", "гʀ"],
  ["s", "ѕꜱ"],
  ["t", "ᴛτ"],
  ["u", "սυᴜ"],
  ["v", "ѵνᴠⅴ"],
  ["w", "ԝᴡѡ"],
  ["x", "хχⅹ"],
  ["y", "уүγʏ"],
  ["z", "ᴢ"],
  ["A", "АΑᎪ"],
  ["B", "ВΒᏴ"],
  ["C", "СϹᏟⅭ"],
  ["D", "ᎠⅮ"],
  ["E", "ЕΕᎬ"],
  ["F", "Ϝ"],
  ["G", "ԌᏀ"],
  ["H", "НΗᎻ"],
  ["I", "ІΙӀⅠ"],
  ["J", "ЈᎫ"],
  ["K", "КΚᏦK"],
  ["L", "ᏞⅬ"],
  ["M", "МΜᎷⅯ"],
  ["N", "Ν"],
  ["O", "ОΟՕ"],
  ["P", "РΡᏢ"],
  ["Q", "Ԛ"],
  ["R", "Ꭱ"],
  ["S", "ЅՏᏚ"],
  ["T", "ТΤᎢ"],
  ["V", "ѴᏙⅤ"],
  ["W", "ԜᎳ"],
  ["X", "ХΧⅩ"],
  ["Y", "ҮΥ"],
  ["Z", "ΖᏃ"],
]

/** Signs that look like an ASCII sign. Typographic dashes and quotes are not included. */
const SIGN_ROWS: readonly (readonly [sign: string, alike: string])[] = [
  [".", "․܁܂ꓸ．﹒"],
  [":", "꞉∶ː։׃：﹕"],
  [";", "；\u037e﹔"],
  ["/", "∕⁄⧸／"],
  ["\\", "∖⧵＼﹨"],
  ["@", "＠﹫"],
  ["_", "＿"],
  ["$", "＄﹩"],
  ["`", "｀"],
  ["-", "－﹣۔"],
  ["?", "？﹖"],
  ["&", "＆﹠"],
  ["=", "＝﹦꞊"],
  ["%", "％٪﹪"],
  ["#", "＃﹟"],
]

const SIGNS = new Map(SIGN_ROWS.flatMap(([sign, alike]) => Array.from(alike, (one) => [one, sign] as const)))

/** All signs, for a character class. */
export const LOOK_ALIKE_SIGNS = [...SIGNS.keys()].join("")

/** Returns the ASCII sign that a sign looks like, or null. */
export const signOf = (sign: string): string | null => SIGNS.get(sign) ?? null

const LATIN = new Map(
  ROWS.flatMap(([latin, alike]) => Array.from(alike, (letter) => [letter, latin] as const)),
)

/** Returns the Latin letter that a letter of another script looks like, or null. */
export const latinOf = (letter: string): string | null => LATIN.get(letter) ?? null
