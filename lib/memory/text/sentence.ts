/** Returns the text with a capital first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the text as a sentence: with a capital first letter, and a full stop unless it ends with punctuation. */
export const asSentence = (text: string): string => `${capitalize(text)}${/[.!?…”]$/.test(text) ? "" : "."}`

/** Returns a count with its noun: "1 session", "1,200 entries". `many` is the plural if it is irregular. */
export const formatCount = (number: number, one: string, many = pluralOf(one)): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`

/** Returns the plural of a regular noun. */
export const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`

/** Returns the text on one line, with single spaces. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** Returns names as a list: "ann, ben and cleo"; with more than `most` names "ann, ben, cleo and 4 more". */
export function joinNames(names: readonly string[], most = 4): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : names
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`
}
