import type { PaletteChoice } from "./palette-group"

const KEPT = 5
const key = (team: string) => `quarterdeck-recent-${team}`

/** Returns the recent choices of the palette, newest first. Stored in this browser only. */
export function recentChoices(team: string): PaletteChoice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(team)) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isChoice) : []
  } catch {
    // Invalid data, or storage is off: there are no recent choices.
    return []
  }
}

export function rememberChoice(team: string, { id, label, detail, href }: PaletteChoice): void {
  const others = recentChoices(team).filter((one) => one.href !== href)
  localStorage.setItem(key(team), JSON.stringify([{ id, label, detail, href }, ...others].slice(0, KEPT)))
}

function isChoice(value: unknown): value is PaletteChoice {
  if (
    typeof value !== "object" ||
    value === null ||
    !("id" in value) ||
    !("label" in value) ||
    !("href" in value)
  )
    return false
  return (
    typeof value.id === "string" &&
    typeof value.label === "string" &&
    typeof value.href === "string" &&
    value.href.startsWith("/t/")
  )
}
