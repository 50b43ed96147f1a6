import { formatCount } from "../../numbers/format-count"
import { addDays, daysAfter } from "../day"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts, WorkspaceFacts } from "./facts"

/**
 * Number of days without a log after which a workspace counts as not keeping logs, unless it is active today.
 */
const KEEPS_LOGS_DAYS = 14

/**
 * A workspace with daily logs but none for yesterday or today (UTC), although sessions took place. A log of
 * yesterday, today or tomorrow suffices, because agents may date logs in another time zone. The first session
 * of today may still write its log. Source: agent memory workspace, story E.
 */
export const logMissing: Rule<ProjectFacts> = {
  find: ({ workspaces }, _settings, today) =>
    workspaces.flatMap((workspace) => {
      const [yesterday, last] = [addDays(today, -1), workspace.logs.at(-1)?.day]
      if (last === undefined || last >= yesterday) return []
      const on = (day: string) => workspace.sessions.find((one) => one.day === day) ?? { begun: 0, closed: 0 }
      const [before, now] = [on(yesterday), on(today)]
      const isOver = now.closed > 0 || now.begun > 1
      if (!isOver && (before.begun + before.closed === 0 || daysAfter(today, last) > KEEPS_LOGS_DAYS))
        return []
      const sessions = Math.max(before.begun + now.begun, before.closed + now.closed)
      const message = `${nameOf(workspace)} has no daily log for ${yesterday} or ${today} (UTC), although ${formatCount(sessions, "session")} took place. The last log is from ${last}`
      return [
        alertOf("log-missing", {
          part: workspace.root,
          path: `${folderOf(workspace)}memory`,
          message,
          evidence: { figures: { sessions } },
        }),
      ]
    }),
  turns: ({ workspaces }) =>
    workspaces.flatMap(({ logs, sessions }) => [
      ...sessions.flatMap(({ day }) => [day, addDays(day, 1), addDays(day, 2)]),
      ...logs.slice(-1).flatMap(({ day }) => [addDays(day, 2), addDays(day, KEEPS_LOGS_DAYS + 1)]),
    ]),
}

export const folderOf = ({ root }: WorkspaceFacts): string => (root === "" ? "" : `${root}/`)
export const nameOf = ({ root }: WorkspaceFacts): string =>
  root === "" ? "The workspace" : `The workspace in ${root}`
