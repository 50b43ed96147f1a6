import type { ReasonChoice } from "./reason-panel"

export interface SnoozeChoice extends ReasonChoice {
  readonly until: Date
}

const MORNING = 9

/** Returns snooze choices in the local time zone. Mornings are at 9:00. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  const toMonday = (8 - now.getDay()) % 7 || 7
  const all: [words: string, until: Date][] = [
    ["In three hours", new Date(now.getTime() + 3 * 3_600_000)],
    ["Tomorrow morning", morning(1)],
    ...(toMonday > 1 ? [["Monday morning", morning(toMonday)] as [string, Date]] : []),
    ["In a week", morning(7)],
    ["In four weeks", morning(28)],
  ]
  return all
    .filter(([, until], place) => all.findIndex(([, other]) => other.getTime() === until.getTime()) === place)
    .map(([words, until], place) => ({ key: String(place + 1), words, until }))
}
