import { type Cut, cutOf } from "../../memory-files/load-limit"
import { formatCount } from "../../numbers/format-count"
import { alertOf } from "../rule"
import type { FileFacts } from "./facts"
import { isLastingMemory, onNoDay, type FileRule } from "./file-rule"

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
        message: `${lost} not loaded: the harness stops at ${limitWords(cut.reason, limit)}`,
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
export function cutIn({ text, lines, bytes, limits }: FileFacts): Cut | null {
  const exceeds = (amount: number, limit: number | null) => limit !== null && amount > limit
  return exceeds(lines, limits.lines) ||
    exceeds(bytes, limits.bytes) ||
    exceeds(text.length, limits.characters)
    ? cutOf(text, limits)
    : null
}

/** Returns a limit with its unit: "200 lines", "25 KB", "12,000 characters". */
export function limitWords(reason: Cut["reason"], limit: number): string {
  return reason === "bytes" && limit % 1024 === 0
    ? `${(limit / 1024).toLocaleString("en")} KB`
    : formatCount(limit, reason.slice(0, -1))
}
