import { groupBy } from "../text/aggregates"
import type { AgentLoads, LoadingAgent, LoadableFile } from "../agents/agent-loads"
import { addDays, daysAfter } from "../alerts/day"
import { parentFolder, fileName } from "@/lib/memory/memory-files/paths"

/** A link in the folder of a harness that points to a file of a workspace in the same source. */
export interface HarnessLink {
  /** Slug. */
  readonly project: string
  readonly agent: string | null
  /** The link's path in its source. */
  readonly path: string
  readonly target: string
}

/**
 * The folder of a harness, with the files that the harness reads through links and the files that it lacks.
 */
export interface LinkedHarness {
  /** Harness by its path: ".claude", ".pi/agent". */
  readonly harness: string
  readonly project: string
  readonly agent: string | null
  readonly reads: readonly HarnessLink[]
  /** Files that other harnesses read through links, but this harness does not. */
  readonly lacks: readonly { readonly name: string; readonly target: string }[]
}

/** Files that every harness of a workspace reads. Source: agent memory workspace, "Session-start protocol". */
export const READ_BY_ALL: ReadonlySet<string> = new Set([
  "AGENTS.md",
  "SOUL.md",
  "USER.md",
  "IDENTITY.md",
  "MEMORY.md",
])

/**
 * Returns the linked and missing workspace files of each harness, by project and folder. A harness without
 * links is not listed.
 */
export function linkedHarnesses(links: readonly HarnessLink[]): LinkedHarness[] {
  const known = links.filter(({ path }) => READ_BY_ALL.has(fileName(path)) && isOfHarness(path))
  return [...groupBy(known, ({ project }) => project).values()].flatMap((own) => {
    const targets = new Map(own.map(({ path, target }) => [fileName(path), target]))
    return [...groupBy(own, ({ path }) => parentFolder(path))]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([harness, reads]) => {
        const names = new Set(reads.map(({ path }) => fileName(path)))
        return {
          harness,
          project: reads[0]?.project ?? "",
          agent: reads.find(({ agent }) => agent !== null)?.agent ?? null,
          reads,
          lacks: [...targets].flatMap(([name, target]) => (names.has(name) ? [] : [{ name, target }])),
        }
      })
  })
}

/** True if a path is in the folder of a harness. The names of these folders begin with a dot. */
const isOfHarness = (path: string): boolean =>
  parentFolder(path)
    .split("/")
    .some((name) => name.startsWith("."))

/** Proof of an agent's last delivery in a harness. */
export interface ProvenLoad {
  /** Slug. */
  readonly project: string
  readonly agent: string
  /** Name of the harness; empty if the harness did not report it. */
  readonly harness: string
  /** ISO instant. */
  readonly at: string
  /** Ids of the files from which the delivered text was made, or that were on the harness's disk. */
  readonly files: readonly string[]
}

/**
 * Files that agents in one harness should load at the start of a session (SOUL, USER, MEMORY, today's log, or
 * those of its formats), compared with the deliveries that prove it.
 */
export interface StartOrder {
  readonly harness: string
  readonly agents: number
  /** Number of files that its agents should load at the start of a session. */
  readonly expected: number
  /** Number of expected files that a delivery proves. */
  readonly proven: number
  /** Unproven files by agent, the agents with most of them first. `of`: number of expected files. */
  readonly missing: readonly {
    readonly agent: string
    readonly project: string
    readonly of: number
    readonly files: readonly { readonly id: string; readonly path: string }[]
  }[]
}

/**
 * Returns the proven start order by harness, sorted by name. Instructions do not count, because they are not
 * memory and hooks do not report them. A log counts from the day after its own, because it may have been
 * created after the delivery.
 */
export function startOrders<File extends LoadableFile, Agent extends LoadingAgent>(
  reach: readonly AgentLoads<File, Agent>[],
  loads: readonly ProvenLoad[],
): StartOrder[] {
  const expected = new Map(
    reach
      .filter(({ agent }) => !agent.optedOut)
      .map(({ agent, steps }) => [
        `${agent.project}/${agent.name}`,
        steps
          .filter(({ moment, group }) => moment === "start" && group !== "instructions")
          .map(({ file }) => file),
      ]),
  )
  const known = loads.filter(({ project, agent }) => expected.has(`${project}/${agent}`))
  return [...groupBy(known, ({ harness }) => harness)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([harness, those]) => {
      const agents = those.map(({ project, agent, at, files }) => {
        const read = new Set(files)
        const due = (expected.get(`${project}/${agent}`) ?? []).filter(
          (file) => read.has(file.id) || !isLogSince(file, at),
        )
        return {
          agent,
          project,
          of: due.length,
          files: due.filter((file) => !read.has(file.id)).map(({ id, path }) => ({ id, path })),
        }
      })
      const sum = (of: (one: (typeof agents)[number]) => number) =>
        agents.reduce((so, one) => so + of(one), 0)
      return {
        harness,
        agents: agents.length,
        expected: sum((one) => one.of),
        proven: sum((one) => one.of - one.files.length),
        missing: agents
          .filter((one) => one.files.length > 0)
          .toSorted((a, b) => b.files.length - a.files.length || (a.agent < b.agent ? -1 : 1)),
      }
    })
}

function isLogSince({ role, path }: LoadableFile, at: string): boolean {
  return (
    role === "log" && path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("/") + 11) >= at.slice(0, 10)
  )
}

/** Days without a log between two days that have one. */
export interface LogGap {
  /** ISO days with a log, before and after the gap. */
  readonly from: string
  readonly to: string
  /** Number of days between them. */
  readonly days: number
  /** Number of older gaps. */
  readonly earlier: number
}

/** Number of days after which a gap is no longer reported. */
const FORGOTTEN_AFTER_DAYS = 90

/**
 * Returns the newest gap between daily logs, with the number of those before it; null if there is none. A weekend alone is not a gap, nor is the
 * time after the last log. `logs` and `today` are ISO days, in any order.
 */
export function newestLogGap(logs: readonly string[], today: string): LogGap | null {
  const days = [...new Set(logs)].filter((day) => day <= today).toSorted()
  const gaps = days.flatMap((to, place) => {
    const from = days[place - 1]
    if (from === undefined || daysAfter(today, to) > FORGOTTEN_AFTER_DAYS) return []
    const between = daysAfter(to, from) - 1
    return hasWorkday(from, between) ? [{ from, to, days: between }] : []
  })
  const newest = gaps.at(-1)
  return newest === undefined ? null : { ...newest, earlier: gaps.length - 1 }
}

/**
 * True if at least one of the days after `from` is a workday. More than two days in a row always include one.
 */
function hasWorkday(from: string, days: number): boolean {
  if (days > 2) return true
  return Array.from({ length: days }, (_, place) => addDays(from, place + 1)).some(
    (day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
  )
}
