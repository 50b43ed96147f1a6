import { dayOf, marked, marksOfLate, stretchesOf } from "./marks"
import type { Slots } from "./slots"

/**
 * Returns SQL for the latest current entries among very many: looks back in growing steps until it has `most`
 * of them. Each step is one query of the word index, which includes dates; later steps only run if needed.
 * Steps overlap, and duplicates are removed by day, because computing an entry's marks is slower than ranking
 * it. `IS TRUE` prevents the use of other indexes.
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
