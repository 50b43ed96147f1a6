import { groupBy } from "../text/group"
import { type Loadable, loadOrder, type LoadStep } from "../context/load-order"

export interface LoadableFile extends Loadable {
  readonly id: string
  readonly project: string
}

export interface LoadingAgent {
  readonly name: string
  readonly project: string
  readonly category: string | null
  readonly optedOut: boolean
}

/** An agent with the files that its harness loads automatically, in load order. */
export interface AgentLoads<File, Agent> {
  readonly agent: Agent
  readonly steps: readonly LoadStep<File>[]
}

/**
 * Returns the files that each agent loads by the rules of the formats: its own, those of its category in its
 * project, and those of the project. Agents that opted out load nothing. `today`: ISO date. Of logs, today's
 * and yesterday's are loaded.
 */
export function listAgentLoads<File extends LoadableFile, Agent extends LoadingAgent>(
  files: readonly File[],
  agents: readonly Agent[],
  today: string,
): AgentLoads<File, Agent>[] {
  const orders = new Map(
    [...groupBy(files, ({ project }) => project)].map(([project, all]) => [
      project,
      shelved(loadOrder(all, today)),
    ]),
  )
  return agents.map((agent) => {
    const order = orders.get(agent.project)
    if (!order || agent.optedOut) return { agent, steps: [] }
    const places = [
      ...(order.own.get(agent.name) ?? []),
      ...(agent.category === null ? [] : (order.category.get(agent.category) ?? [])),
      ...order.project,
    ]
    return { agent, steps: places.toSorted((a, b) => a.place - b.place).map(({ step }) => step) }
  })
}

interface Placed<File> {
  readonly step: LoadStep<File>
  /** Position in the load order of the whole project. */
  readonly place: number
}

/** Splits the load order of a project by owner. An agent's order is merged from three of them. */
function shelved<File extends LoadableFile>(steps: readonly LoadStep<File>[]) {
  const placed = steps.map((step, place): Placed<File> => ({ step, place }))
  const shared = placed.filter(({ step }) => step.file.agent === null)
  return {
    own: groupBy(
      placed.filter(({ step }) => step.file.agent !== null),
      ({ step }) => step.file.agent ?? "",
    ),
    category: groupBy(
      shared.filter(({ step }) => step.file.category !== null),
      ({ step }) => step.file.category ?? "",
    ),
    project: shared.filter(({ step }) => step.file.category === null),
  }
}
