import { ownValue } from "@/lib/memory/text/own-value"
import { agentPath, filePath } from "@/components/agents/fleet"
import {
  type AlertKind,
  type AlertSeverity,
  type AlertState,
  KINDS_OF_ALERT,
} from "@/lib/memory/alerts/kinds"
import type { AlertHappened, AlertSummary } from "./alert-types"

export const kindLabel = (kind: AlertKind): string => KINDS_OF_ALERT[kind].label

export const SEVERITY_WORDS: Record<AlertSeverity, string> = {
  error: "Error",
  warning: "Warning",
  info: "Notice",
}

export const STATE_WORDS: Record<AlertState, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  ignored: "Ignored by a rule",
  resolved: "Resolved",
}

/** Where it stands in the list: the file's path, else the agent, else the project. */
export const subjectOf = ({ path, agent, project }: AlertSummary): string =>
  path ?? agent ?? project?.name ?? "The team"

/** "memory/core/MEMORY.md:12:3". */
export function placeOf({ path, line, column }: AlertSummary): string | null {
  if (path === null) return null
  return `${path}${line === null ? "" : `:${line}${column === null ? "" : `:${column}`}`}`
}

/** Its place in the inbox. */
export function alertPath(team: string, { id, state }: Pick<AlertSummary, "id" | "state">): string {
  return `/t/${team}/inbox?${new URLSearchParams({ tab: "alerts", ...(state === "open" ? {} : { state }), item: id })}`
}

/** What rests on entries shows these, and what is about no line of a file shows none. */
const WITHOUT_LINES: ReadonlySet<AlertKind> = new Set([
  "stale-file",
  "unchecked",
  "stale-entries",
  "undated-entries",
  "unverified-entries",
  "instruction-like",
  "duplicate",
  "restates-instructions",
  "session-noise",
  "gone",
  "filling-up",
])

export const wantsExcerpt = ({ kind, file }: AlertSummary): boolean =>
  file !== null && KINDS_OF_ALERT[kind].unit === "file" && !WITHOUT_LINES.has(kind)

/** What its lines are kept under. It changes with the alert: the file reads otherwise then. */
export const excerptKey = ({ id, changedAt }: AlertSummary): string => `${id}/${changedAt}`

/** Where one goes to mend it. */
export function wayTo(
  team: string,
  alert: AlertSummary,
): { readonly href: string; readonly words: string } | null {
  if (alert.file !== null)
    return {
      href: filePath(team, alert.file, alert.line ?? undefined),
      words: alert.line === null ? "Open the file" : `Open at line ${alert.line}`,
    }
  if (alert.kind === "set-aside" || alert.kind === "secret" || alert.kind === "link-broken")
    return {
      href: `/t/${team}/sources${alert.project ? `?project=${encodeURIComponent(alert.project.slug)}` : ""}`,
      words: "Open the sources",
    }
  if (alert.agent !== null && alert.project !== null)
    return { href: agentPath(team, alert.project.slug, alert.agent), words: `Open ${alert.agent}` }
  return alert.project === null
    ? null
    : {
        href: `/t/${team}/agents?project=${encodeURIComponent(alert.project.slug)}`,
        words: `Open ${alert.project.name}`,
      }
}

const DAY = new Intl.DateTimeFormat("en", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
})

/** What became of it, where it is not simply open: "Acknowledged: it stays here until the cause is gone". Null where it is. */
export function standingWords({ state, snoozedUntil, assignee, round }: AlertSummary): string | null {
  const words = [
    ...(state === "acknowledged"
      ? ["Acknowledged: it goes away by itself when the cause is gone, and nobody is told again"]
      : []),
    ...(state === "snoozed"
      ? [
          snoozedUntil === null
            ? "Snoozed"
            : `Snoozed for everybody until ${DAY.format(new Date(snoozedUntil))}`,
        ]
      : []),
    ...(state === "ignored" ? ["A rule ignores it: it comes back when the rule is taken away"] : []),
    ...(state === "resolved" ? ["The cause is gone: it was resolved by itself"] : []),
    ...(assignee ? [`Given to ${assignee.name}`] : []),
    ...(round > 1 && state !== "resolved" ? [`It came back: raised for the ${ordinal(round)} time`] : []),
  ]
  return words.length === 0 ? null : `${words.join(". ")}.`
}

const HAPPENED: Record<string, string> = {
  raised: "Raised",
  changed: "Changed",
  acknowledged: "Acknowledged",
  reopened: "Opened again",
  snoozed: "Snoozed",
  woken: "Woke",
  assigned: "Given",
  ignored: "Ignored by a rule",
  unignored: "No longer ignored",
  resolved: "Resolved by itself",
  cured: "Cured",
}

/** "Raised again", "Snoozed until 4 Dec", "Given to Mara Reyes". */
export function happenedWords({ what, round, detail }: AlertHappened): string {
  const words = ownValue(HAPPENED, what) ?? what
  if (what === "raised") return round > 1 ? `${words} again, for the ${ordinal(round)} time` : words
  if (what === "snoozed" && typeof detail.until === "string")
    return `${words} until ${DAY.format(new Date(detail.until))}`
  if (what === "assigned")
    return typeof detail.to === "string" ? `${words} to ${detail.to}` : "Given to nobody"
  return words
}

function ordinal(number: number): string {
  const last = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10
  return `${number}${["th", "st", "nd", "rd"][last] ?? "th"}`
}

/** What becomes of an alert that a colleague, or the watch itself, took out of the list. `by` in words. */
export function leftWords(state: AlertState, by: string): string {
  switch (state) {
    case "resolved":
      return "Resolved by itself"
    case "acknowledged":
      return `Acknowledged by ${by}`
    case "snoozed":
      return `Snoozed by ${by}`
    case "ignored":
      return `Ignored by a rule of ${by}`
    case "open":
      return "Open again"
  }
}
