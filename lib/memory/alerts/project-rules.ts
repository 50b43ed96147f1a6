import { groupBy } from "../text/aggregates"
import { formatCount, joinNames } from "../text/sentence"
import { type FoundAlert, alertOf, type Rule, type CheckResult, evaluateRules } from "./rule"
import { addDays, daysAfter } from "./day"
import { AT_WORK_DAYS } from "./agent-rules"
import type { WatchSettings } from "./alert-settings"

/** The facts that project rules use. Their result depends only on these, the settings and the day. */
export interface ProjectFacts {
  readonly name: string
  readonly workspaces: readonly WorkspaceFacts[]
  /** Memory links that the latest import of each source did not follow, and why. */
  readonly links: readonly LinkFacts[]
  /** Undecided files that the latest import of each source quarantined. */
  readonly setAside: readonly SetAsideFacts[]
  readonly hasMemory: boolean
  /** True if any harness has reported loads in the project. */
  readonly reports: boolean
  /**
   * Last publication of the coach, or null. `since`: ISO day (UTC) of the newest brief for the project or for
   * the whole team, else of the first synthesis. `hasNews`: true if the project's memory changed after that.
   */
  readonly coach: { readonly since: string; readonly isBrief: boolean; readonly hasNews: boolean } | null
  /** Recently active agents, by name. */
  readonly workers: readonly { readonly name: string; readonly lastDay: string }[]
}

/** A folder with `MEMORY.md` and daily logs. */
export interface WorkspaceFacts {
  /** Path of the folder; "" for the project folder. */
  readonly root: string
  /**
   * The file that logs are compacted into, usually `MEMORY.md`; null if there is none. `changedOn`: the last
   * known ISO day of a change.
   */
  readonly memory: { readonly name: string; readonly changedOn: string } | null
  /** The day up to which logs were compacted, or null. */
  readonly compactedUpTo: string | null
  /** By day. */
  readonly logs: readonly { readonly day: string; readonly entries: number }[]
  /** Sessions of its agents by ISO day (UTC). */
  readonly sessions: readonly { readonly day: string; readonly begun: number; readonly closed: number }[]
}

export interface LinkFacts {
  readonly source: string
  readonly path: string
  /** The link target; null if unknown. */
  readonly target: string | null
  readonly state: "dangling" | "loop" | "outside"
}

export interface SetAsideFacts {
  readonly source: string
  readonly path: string
  readonly reason: string
  readonly diagnostics: readonly {
    readonly line: number
    readonly column: number
    readonly code: string
    readonly message: string
  }[]
}

/** The import’s diagnostic code for secrets. */
export const SECRET_CODE = "secret"
/** Maximum number of quarantined files of a source that have an alert each. More files share one alert. */
export const MAX_QUARANTINED_FILES = 20
const NAMED = 100

const isSecret = ({ diagnostics }: SetAsideFacts): boolean =>
  diagnostics.some(({ code }) => code === SECRET_CODE)

/**
 * A file that was not imported because it contains a secret. The alert names the place and kind, never the
 * secret.
 */
const quarantinedSecrets: Rule<ProjectFacts> = {
  find: ({ setAside }) =>
    setAside.filter(isSecret).map(({ source, path, diagnostics }) => {
      const secrets = diagnostics.filter(({ code }) => code === SECRET_CODE)
      const [first] = secrets
      const message = `${path} was not imported from ${source}: ${joinNames(
        secrets.map((one) => `${one.message} on line ${one.line}`),
        3,
      )}. Remove ${secrets.length === 1 ? "it" : "them"} from the file and replace ${secrets.length === 1 ? "it" : "them"} wherever ${secrets.length === 1 ? "it is" : "they are"} used`
      return alertOf("secret", {
        part: path,
        path,
        line: first?.line ?? null,
        column: first?.column ?? null,
        message,
        evidence: { figures: { secrets: secrets.length }, places: secrets.slice(0, NAMED) },
      })
    }),
  turns: () => [],
}

/** A possible memory file that was quarantined for another reason. */
const quarantinedFiles: Rule<ProjectFacts> = {
  find: ({ setAside: files }) =>
    [
      ...groupBy(
        files.filter((one) => !isSecret(one)),
        ({ source }) => source,
      ),
    ].flatMap(([source, those]): FoundAlert[] => {
      if (those.length > MAX_QUARANTINED_FILES) return [allOf(source, those)]
      return those.map(({ path, reason, diagnostics: [first] }) =>
        alertOf("set-aside", {
          part: path,
          path,
          line: first?.line ?? null,
          column: first?.column ?? null,
          message: `${path} was quarantined in the last import from ${source}: ${reason}`,
          evidence: first ? { places: [first] } : {},
        }),
      )
    }),
  turns: () => [],
}

function allOf(source: string, files: readonly SetAsideFacts[]): FoundAlert {
  const reasons = [...groupBy(files, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length)
  const [most = "", those = []] = reasons[0] ?? []
  const why = reasons.length === 1 ? most : `${most} (${those.length.toLocaleString("en")} of them)`
  return alertOf("set-aside", {
    part: `${source}/`,
    message: `${formatCount(files.length, "file")} were quarantined in the last import from ${source}: ${why}`,
    evidence: { figures: { files: files.length }, names: files.slice(0, NAMED).map(({ path }) => path) },
  })
}

/**
 * A project with memory and active agents in which no harness has reported loading memory. Raised once for
 * the project.
 */
const filesNeverLoaded: Rule<ProjectFacts> = {
  find({ name, hasMemory, reports, workers }, _settings, today) {
    const working = workers
      .filter(({ lastDay }) => daysAfter(today, lastDay) < AT_WORK_DAYS)
      .map((one) => one.name)
    if (!hasMemory || reports || working.length === 0) return []
    const message = `${joinNames(working)} worked on ${name} in the last ${AT_WORK_DAYS} days, but no harness has reported loading memory`
    return [
      alertOf("never-loaded", {
        severity: "info",
        message,
        evidence: { figures: { agents: working.length }, names: working },
      }),
    ]
  },
  turns: ({ workers }) => workers.map(({ lastDay }) => addDays(lastDay, AT_WORK_DAYS)),
}

/**
 * A memory path that is a broken link or a link outside the import. Source: agent memory workspace, "symlinks provide one source of truth across
 * harnesses".
 */
const linkBroken: Rule<ProjectFacts> = {
  find: ({ links }) =>
    links.map(({ source, path, target, state }) => {
      const to = target === null ? "" : ` to ${target}`
      const severity = state === "outside" ? "info" : "warning"
      const message = {
        dangling: `${path} in ${source} is a link${to}, but the target does not exist, so agents find no memory`,
        loop: `${path} in ${source} is a link${to} that points back to itself, so no harness can read it. Point the link to the memory file`,
        outside: `${path} is a link${to || " to a file"} outside ${source}. Quarterdeck does not check the target`,
      }[state]
      return alertOf("link-broken", {
        part: path,
        path,
        severity,
        message,
        evidence: target === null ? {} : { names: [target] },
      })
    }),
  turns: () => [],
}

/**
 * Number of days without a log after which a workspace counts as not keeping logs, unless it is active today.
 */
const KEEPS_LOGS_DAYS = 14

/**
 * A workspace with daily logs but none for yesterday or today (UTC), although sessions took place. A log of
 * yesterday, today or tomorrow suffices, because agents may date logs in another time zone. The first session
 * of today may still write its log. Source: agent memory workspace, story E.
 */
const logMissing: Rule<ProjectFacts> = {
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

const folderOf = ({ root }: WorkspaceFacts): string => (root === "" ? "" : `${root}/`)
const nameOf = ({ root }: WorkspaceFacts): string =>
  root === "" ? "The workspace" : `The workspace in ${root}`

/** Number of days without logs or sessions after which a workspace is not checked. */
const LEFT_AFTER_DAYS = 30

/**
 * Raised if daily logs have entries newer than the last compaction and the last change of `MEMORY.md`, and the oldest of them is past the
 * limit. Source: agent memory workspace, story C, "a measurable cadence".
 */
const compactionOverdue: Rule<ProjectFacts> = {
  find: ({ workspaces }, { compactionDays }, today) =>
    workspaces.flatMap((workspace) => {
      const { memory, logs, sessions, compactedUpTo } = workspace
      const waiting = logs.filter(
        ({ day, entries }) =>
          entries > 0 &&
          day <= today &&
          (memory === null || day > memory.changedOn) &&
          (compactedUpTo === null || day > compactedUpTo),
      )
      const [first] = waiting
      if (compactionDays === null || first === undefined || daysAfter(today, first.day) <= compactionDays)
        return []
      if (![...logs, ...sessions].some(({ day }) => day <= today && daysAfter(today, day) <= LEFT_AFTER_DAYS))
        return []
      const entries = waiting.reduce((sum, one) => sum + one.entries, 0)
      const message = `${nameOf(workspace)} has ${formatCount(waiting.length, "daily log")} since ${first.day} with ${formatCount(entries, "entry")} to compact (${lastCompaction(workspace)}). Compaction is due every ${formatCount(compactionDays, "day")}`
      return [
        alertOf("compaction-overdue", {
          part: workspace.root,
          path: `${folderOf(workspace)}${memory?.name ?? "MEMORY.md"}`,
          message,
          evidence: { figures: { logs: waiting.length, entries, days: compactionDays } },
        }),
      ]
    }),
  turns: ({ workspaces }, { compactionDays }) =>
    workspaces.flatMap(({ logs, sessions }) =>
      [...logs, ...sessions].flatMap(({ day }) => [
        day,
        addDays(day, (compactionDays ?? 0) + 1),
        addDays(day, LEFT_AFTER_DAYS + 1),
      ]),
    ),
}

function lastCompaction({ memory, compactedUpTo }: ProjectFacts["workspaces"][number]): string {
  if (compactedUpTo !== null && compactedUpTo > (memory?.changedOn ?? ""))
    return `compacted up to ${compactedUpTo}`
  return memory === null ? "no MEMORY.md yet" : `${memory.name} last changed on ${memory.changedOn}`
}

/** A project with a coach whose last brief is too old, although memory has changed since. */
const coachOverdue: Rule<ProjectFacts> = {
  find({ name, coach }, { coachDays }, today) {
    if (coach === null || coachDays === null || !coach.hasNews || daysAfter(today, coach.since) <= coachDays)
      return []
    const last = coach.isBrief
      ? `The last brief for ${name} is from ${coach.since}`
      : `${name} has not received a brief since its coach started on ${coach.since}`
    return [
      alertOf("coach-overdue", {
        message: `${last}. Memory has changed since then, and a brief is due every ${formatCount(coachDays, "day")}`,
        evidence: { figures: { days: coachDays } },
      }),
    ]
  },
  turns: ({ coach }, { coachDays }) =>
    coach === null || coachDays === null ? [] : [addDays(coach.since, coachDays + 1)],
}

/** Returns the alerts of a project. Depends only on facts, settings and the day (UTC). */
export const checkProject = (facts: ProjectFacts, settings: WatchSettings, now: Date): CheckResult =>
  evaluateRules(
    [
      quarantinedSecrets,
      quarantinedFiles,
      filesNeverLoaded,
      linkBroken,
      compactionOverdue,
      logMissing,
      coachOverdue,
    ],
    facts,
    settings,
    now,
  )
