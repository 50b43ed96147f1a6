import type { AgentLoads, LoadingAgent, LoadableFile } from "../agents/agent-loads"
import { groupBy } from "../text/group"

/** Proof of an agent's last delivery in a harness. */
export interface ProvenLoad {
  /** Slug. */
  readonly project: string
  readonly agent: string
  /** Empty: it did not say its name. */
  readonly harness: string
  /** ISO instant. */
  readonly at: string
  /** Ids of the files that its text rested on, or that lay on its disk. */
  readonly files: readonly string[]
}

/** Files that the deliveries of one harness prove at the start of a session: SOUL, USER, MEMORY, today's log, or those of its formats. */
export interface StartOrder {
  readonly harness: string
  readonly agents: number
  /** Files of all its agents' start orders, and those of them that a receipt proves. */
  readonly expected: number
  readonly proven: number
  /** Unproven files by agent, those with most first. */
  readonly missing: readonly {
    readonly agent: string
    readonly project: string
    readonly of: number
    readonly files: readonly { readonly id: string; readonly path: string }[]
  }[]
}

/**
 * Returns the proven start order by harness, sorted by name. Instructions are not memory and not reported by hooks. A log counts from the
 * day after, because it may have been created after the delivery.
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
