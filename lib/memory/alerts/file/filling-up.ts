import { forecast } from "../../agents/growth-forecast"
import { formatCount } from "../../numbers/format-count"
import { addDays, dayOf } from "../day"
import { alertOf } from "../rule"
import type { FileFacts } from "./facts"
import { isLastingMemory, type FileRule } from "./file-rule"
import { cutIn, limitWords } from "./truncation-and-budget"

/** The number of days before the limit at which the alert is raised. */
export const FILLING_DAYS = 14

/**
 * A file that will exceed its budget or load limit within two weeks at its recent growth. The date is
 * computed from the last change, so it stays the same until the next change. The alert clears two weeks after
 * the last change, or after the date.
 */
export const fillingUp: FileRule = {
  find(file, _settings, today) {
    const filling = fillingOf(file)
    if (filling === null || today < filling.from || today > filling.until) return []
    const perDay = Number(filling.perDay.toFixed(1))
    const message = `Growing by ${perDay.toLocaleString("en")} lines per day, the file will exceed ${filling.end.words} on ${filling.day} (currently ${formatCount(file.lines, "line")})`
    return [
      alertOf("filling-up", {
        message,
        evidence: { figures: { lines: file.lines, limit: filling.end.lines, perDay }, names: [filling.day] },
      }),
    ]
  },
  turns(file) {
    const filling = fillingOf(file)
    return filling === null ? [] : [filling.from, addDays(filling.until, 1)]
  },
}

/**
 * Returns when the file is full, and the period of the alert. Null if it does not fill up within
 * `FURTHEST_DAYS`.
 */
function fillingOf(file: FileFacts) {
  const last = file.growth.at(-1)
  if (last === undefined || !isLastingMemory(file) || cutIn(file) !== null) return null
  const end = endOf(file)
  if (end === null || file.lines > end.lines) return null
  const changed = dayOf(last.at)
  const growth = forecast(
    file.growth.map(({ at, lines, imported }) => ({ at: new Date(at), lines, imported })),
    new Date(last.at),
  )
  if (growth === null || growth.perDay <= 0) return null
  const ahead = Math.ceil((end.lines + 1 - file.lines) / growth.perDay)
  if (ahead > FURTHEST_DAYS) return null
  const day = addDays(changed, Math.max(1, ahead))
  const stops = addDays(changed, FILLING_DAYS)
  return {
    end,
    perDay: growth.perDay,
    day,
    from: addDays(day, -FILLING_DAYS),
    until: day < stops ? day : stops,
  }
}

const FURTHEST_DAYS = 60

/**
 * Returns the first limit that the file reaches, in lines. Limits in bytes and characters are converted by
 * the average line length.
 */
function endOf({
  lines,
  bytes,
  text,
  limits,
}: FileFacts): { readonly lines: number; readonly words: string } | null {
  const fit = (limit: number, amount: number) =>
    Math.floor((limit * Math.max(1, lines)) / Math.max(1, amount))
  const loaded = (reason: "lines" | "bytes" | "characters", amount: number) => {
    const limit = limits[reason]
    return limit === null
      ? []
      : [{ lines: fit(limit, amount), words: `the load limit of ${limitWords(reason, limit)}` }]
  }
  const ends = [
    ...(limits.budget === null
      ? []
      : [{ lines: limits.budget, words: `its budget of ${formatCount(limits.budget, "line")}` }]),
    ...loaded("lines", lines),
    ...loaded("bytes", bytes),
    ...loaded("characters", text.length),
  ]
  return ends.toSorted((a, b) => a.lines - b.lines)[0] ?? null
}
