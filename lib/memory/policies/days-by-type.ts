/** Days by type; null: never. */
export type DaysByType = Readonly<Record<string, number | null>>

/** As a person writes them: "decision 365, user never". */
export const writeDaysByType = (days: DaysByType): string =>
  Object.entries(days)
    .map(([type, number]) => `${type} ${number ?? "never"}`)
    .join(", ")

/** The same read back, empty where nothing is written; null where a part of it is no type with a number of days, or never, behind it. */
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
