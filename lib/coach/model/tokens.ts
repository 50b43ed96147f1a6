/** Tokens of an ASCII character; tokenizers make more of code and JSON than of prose. */
const ASCII = 0.3
/** Of letters with diacritics, Greek, Cyrillic and what else is written with an alphabet. */
const ALPHABETS = 0.6
/** Of characters that stand for syllables or words, and of emoji. */
const OTHERS = 1.3

/** How many tokens a text takes, rather too many than too few: every model counts otherwise. */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    tokens += code < 0x80 ? ASCII : code < 0x0900 ? ALPHABETS : code >= 0xdc00 && code <= 0xdfff ? 0 : OTHERS
  }
  return Math.ceil(tokens)
}
