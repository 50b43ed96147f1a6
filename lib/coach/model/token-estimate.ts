/** Tokens per ASCII character. Code and JSON need more than prose. */
const ASCII = 0.3
/** Tokens per letter of other alphabets: diacritics, Greek, Cyrillic. */
const ALPHABETS = 0.6
/**
 * Tokens per other character, such as an Indic or Chinese character or an emoji. Many of them stand for a
 * syllable or a word.
 */
const OTHERS = 1.3

/**
 * Returns the estimated number of tokens of a text. The estimate is rather too high, because models count
 * differently.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) tokens += tokensOfUnit(text.charCodeAt(at))
  return Math.ceil(tokens)
}

/**
 * Returns the estimated number of tokens of a UTF-16 unit. The second unit of a surrogate pair counts as 0.
 */
function tokensOfUnit(code: number): number {
  if (code < 0x80) return ASCII
  if (code < 0x0900) return ALPHABETS
  return code >= 0xdc00 && code <= 0xdfff ? 0 : OTHERS
}
