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
