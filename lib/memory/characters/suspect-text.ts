/** Characters that no rule for hidden characters names: tabs, line feeds, plain spaces, letters, digits, punctuation, symbols. */
const OTHER_THAN_PLAIN = /[^\t\n \p{L}\p{N}\p{P}\p{S}]/u
/** Letters and symbols without a glyph: Hangul fillers, the blank Braille pattern, placeholders. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0\ufffc\u{1d159}]/u

/**
 * True if a text may have hidden characters, so that `drawInvisible` has to look at it. False for nearly all texts. Needs
 * none of the rules, so that pages load them only for suspect texts.
 */
export const isSuspect = (text: string): boolean => OTHER_THAN_PLAIN.test(text) || BLANK.test(text)
