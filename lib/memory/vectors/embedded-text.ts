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
/** Maximum number of characters to embed. Further text changes the vector little and costs as much. */
const MAX_CHARACTERS = 600
