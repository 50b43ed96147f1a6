import { marked, marksOfLate } from "./marks"
import type { Slots } from "./slots"

/**
 * Of very many entries the current ones that were stated latest: SQL that looks ever further back until it has `most` of them. Each step is one
 * look into the index of words, which has the time beside them; the steps behind the last one that is needed are never taken. What a step gives
 * again is passed over, without the index.
 */
export function latestFirst(columns: string, where: string, { today, most, slots }: { today: string; most: number; slots: Slots }): string {
  const { lately, years } = marksOfLate(today)
  const [inMonths, inYears] = [marked(lately, slots), marked(years, slots)]
  const steps = [inMonths, `${inYears} AND NOT (${inMonths})`, `NOT (${inYears}) AND NOT (${inMonths})`]
  return `${steps.map((step) => `(SELECT ${columns} FROM entry e WHERE ${where} AND ${step} LIMIT ${most})`).join("\n UNION ALL ")} LIMIT ${most}`
}
