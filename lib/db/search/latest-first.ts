import { dayOf, marked, marksOfLate, stretchesOf } from "./marks"
import type { Slots } from "./slots"

/**
 * Of very many entries the current ones that were stated latest: SQL that looks ever further back until it has `most` of them. Each step is one
 * look into the index of words, which has the time beside them; the steps behind the last one that is needed are never taken. What a step gives
 * again is passed over by its day: to make an entry's marks anew takes longer than to rank it. Behind `IS TRUE` no other index is asked.
 */
export function latestFirst(
  columns: string,
  where: string,
  { today, most, slots }: { today: string; most: number; slots: Slots },
): string {
  const { lately, years } = marksOfLate(today)
  const stated = (marks: readonly number[]) => {
    const { from, before } = stretchesOf(marks)
    return `(e.state <> 'retired' AND e.stated_on >= ${slots.of(dayOf(from), "date")} AND e.stated_on < ${slots.of(dayOf(before), "date")}) IS TRUE`
  }
  const [inMonths, inYears] = [stated(lately), stated(years)]
  const steps = [
    `${marked(lately, slots)} AND ${inMonths}`,
    `${marked(years, slots)} AND ${inYears} AND NOT (${inMonths})`,
    `NOT (${inYears}) AND NOT (${inMonths})`,
  ]
  return `${steps.map((step) => `(SELECT ${columns} FROM entry e WHERE ${where} AND ${step} LIMIT ${most})`).join("\n UNION ALL ")} LIMIT ${most}`
}
