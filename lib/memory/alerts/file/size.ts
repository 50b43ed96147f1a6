import { forecast } from "../../agents/growth"
import { formatCount } from "../../text/sentence"
import { addDays, dayOf } from "../day"
import { alertOf } from "../rule"
import { type Cut, cutOf } from "../../memory-files/load-limit"
import { type FileFacts, isLastingMemory, type FileRule, onNoDay } from "./file-rule"

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
    const message = `Growing by ${formatCount(perDay, "line")} per day, the file will exceed ${filling.end.words} on ${filling.day} (currently ${formatCount(file.lines, "line")})`
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

/** Lines past the load limit of the harness, in any kind of file. */
export const beyondLoadLimit: FileRule = {
  find(file) {
    const cut = file.state === "gone" || file.optedOut ? null : cutIn(file)
    if (cut === null) return []
    const [first, last] = [cut.line, Math.max(cut.line, file.lines)]
    const lost = first === last ? `Line ${first} of ${last} is` : `Lines ${first}–${last} are`
    const limit = file.limits[cut.reason] ?? 0
    return [
      alertOf("past-cut", {
        message: `${lost} not loaded: the harness stops after ${limitWords(cut.reason, limit)}`,
        line: first,
        evidence: {
          figures: { first, last, lost: last - first + 1, [LIMIT_NAMES[cut.reason]]: limit },
          names: [cut.reason],
        },
      }),
    ]
  },
  turns: onNoDay,
}

/** Names of the limits in the figures of an alert. */
const LIMIT_NAMES = { lines: "limit", bytes: "limitBytes", characters: "limitCharacters" } as const

/** Lines over the budget. Not raised if the file is already truncated. */
export const overBudget: FileRule = {
  find(file) {
    const { budget } = file.limits
    if (
      !isLastingMemory(file) ||
      file.role === "topic" ||
      budget === null ||
      file.lines <= budget ||
      cutIn(file) !== null
    )
      return []
    const over = file.lines - budget
    return [
      alertOf("over-budget", {
        message: `${formatCount(file.lines, "line")}, ${over.toLocaleString("en")} over the budget of ${budget.toLocaleString("en")}`,
        line: budget + 1,
        evidence: { figures: { lines: file.lines, budget, over } },
      }),
    ]
  },
  turns: onNoDay,
}

/** Run caches with more runs than are loaded. */
export const runCacheOver: FileRule = {
  find({ role, state, sessions: runs, limits: { runs: limit } }) {
    if (role !== "runs" || state === "gone" || limit === null || runs <= limit) return []
    const over = runs - limit
    return [
      alertOf("run-cache-over", {
        message: `${formatCount(runs, "run")}, but only ${limit.toLocaleString("en")} are loaded: the oldest ${over === 1 ? "is" : `${over.toLocaleString("en")} are`} left out`,
        evidence: { figures: { runs, limit, over } },
      }),
    ]
  },
  turns: onNoDay,
}

/** Returns where the harness stops loading; null if it loads the whole file. */
function cutIn({ text, lines, bytes, limits }: FileFacts): Cut | null {
  const exceeds = (amount: number, limit: number | null) => limit !== null && amount > limit
  return exceeds(lines, limits.lines) ||
    exceeds(bytes, limits.bytes) ||
    exceeds(text.length, limits.characters)
    ? cutOf(text, limits)
    : null
}

/** Returns a limit with its unit: "200 lines", "25 KB", "12,000 characters". */
function limitWords(reason: Cut["reason"], limit: number): string {
  return reason === "bytes" && limit % 1024 === 0
    ? `${(limit / 1024).toLocaleString("en")} KB`
    : formatCount(limit, reason.slice(0, -1))
}
