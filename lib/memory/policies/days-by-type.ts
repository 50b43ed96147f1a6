/** Days by type; null: never. */
export type DaysByType = Readonly<Record<string, number | null>>

/** Returns days by type as text: "decision 365, user never". */
export const writeDaysByType = (days: DaysByType): string =>
  Object.entries(days)
    .map(([type, number]) => `${type} ${number ?? "never"}`)
    .join(", ")

/** Parses the text of `writeDaysByType`. Empty for an empty text; null if it is invalid. */
export function readDaysByType(text: string): DaysByType | null {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  const pairs = parts.map((part) => /^(.{1,60}?)[\s:=]+(\d{1,5}|never)(?:\s*d(?:ays?)?)?$/i.exec(part))
  if (!pairs.every((pair) => pair !== null)) return null
  return Object.fromEntries(
    pairs.map((pair) => [
      (pair[1] as string).trim(),
      /^never$/i.test(pair[2] as string) ? null : Number(pair[2]),
    ]),
  )
}
