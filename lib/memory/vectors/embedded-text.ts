/**
 * What is embedded of an entry: its section and its words, without what only lays them out. A short statement means little without the
 * heading that it stands under.
 */
export function textToEmbed(section: string | null, text: string): string {
  return `${section ? `${section}: ` : ""}${text}`
    .replaceAll(LAYOUT, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
}

const LAYOUT = /[*`#_|>[\]]+/g
/** What comes later changes a vector little and costs as much as what comes first. */
const MAX_CHARACTERS = 600
