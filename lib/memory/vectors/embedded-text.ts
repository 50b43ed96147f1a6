/** Returns the text of an entry for embedding: its section and words without layout. Short entries need their heading. */
export function textToEmbed(section: string | null, text: string): string {
  return `${section ? `${section}: ` : ""}${text}`
    .replaceAll(LAYOUT, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
}

const LAYOUT = /[*`#_|>[\]]+/g
/** Later text changes the vector little and costs the same. */
const MAX_CHARACTERS = 600
