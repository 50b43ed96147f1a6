import type { AgentLoads, LoadingAgent, LoadableFile } from "../agents/agent-loads"
import { groupBy } from "../text/group"

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
