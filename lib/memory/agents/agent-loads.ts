import { groupBy } from "../text/aggregates"
import { type Loadable, loadOrder, type LoadStep, type LoadGroup } from "../context/harness-loads"

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

export interface MappedFile extends LoadableFile {
  readonly entries: number
  /** Number of entries after the load limit. */
  readonly truncated: number
}

export type MapNodeKind = "agent" | "category" | "file" | "files"

export interface MapNode {
  /** Key that is unique among the nodes of the same side. */
  readonly key: string
  readonly label: string
  readonly kind: MapNodeKind
  /** Category of the agents, or group of the files; null if the agents have no category. */
  readonly group: string | null
  /** Number of agents or files. */
  readonly size: number
}

/** Entries that agents load from files at the start of a session, summed over all pairs of two nodes. */
export interface MapFlow {
  /** Key of the agents' node. */
  readonly from: string
  /** Key of the files' node. */
  readonly to: string
  readonly entries: number
  /** Number of `entries` after a load limit. */
  readonly truncated: number
  /** Number of pairs of an agent and a file. */
  readonly loads: number
  /** Number of pairs with a delivery. */
  readonly delivered: number
}

export interface LoadMap {
  readonly agents: MapNode[]
  readonly files: MapNode[]
  readonly flows: MapFlow[]
}

type Named = {
  readonly key: string
  readonly label: string
  readonly kind: MapNodeKind
  readonly group: string | null
}

/** Maximum number of agents or files that are shown individually. */
export const MAP_NODES = 60

/**
 * Returns which agents load which files as a bipartite graph. More than `most` agents are shown as categories, more than `most` files as
 * groups. Files without entries are left out. `isDelivered`: true if a delivery confirms the pair.
 */
export function loadMap<File extends MappedFile, Agent extends LoadingAgent>(
  reach: readonly AgentLoads<File, Agent>[],
  isDelivered: (agent: Agent, file: File) => boolean,
  most = MAP_NODES,
): LoadMap {
  const loads = reach.flatMap(({ agent, steps }) =>
    steps
      .filter(({ moment, file }) => moment === "start" && file.entries > 0)
      .map(({ file, group }) => ({ agent, file, group })),
  )
  const agentNode = firstThatFits(
    loads.map(({ agent }) => agent),
    [agentByName, agentByCategory],
    most,
  )
  const fileNode = firstThatFits(loads, [fileByPath, filesByOwner, filesByGroup], most)
  const agents = new Map<string, Counted>()
  const files = new Map<string, Counted>()
  const flows = new Map<string, { -readonly [Key in keyof MapFlow]: MapFlow[Key] }>()
  for (const load of loads) {
    const { agent, file } = load
    const from = countIn(agents, agentNode(agent), `${agent.project}/${agent.name}`)
    const to = countIn(files, fileNode(load), file.id)
    const key = JSON.stringify([from, to])
    const flow = flows.get(key) ?? { from, to, entries: 0, truncated: 0, loads: 0, delivered: 0 }
    flow.entries += file.entries
    flow.truncated += Math.min(file.truncated, file.entries)
    flow.loads += 1
    flow.delivered += isDelivered(agent, file) ? 1 : 0
    flows.set(key, flow)
  }
  return { agents: nodesOf(agents), files: nodesOf(files, GROUPS), flows: [...flows.values()] }
}

const GROUPS: readonly string[] = ["instructions", "workspace", "project", "category", "own"]

interface Counted {
  readonly node: Named
  readonly members: Set<string>
}

function countIn(counted: Map<string, Counted>, node: Named, member: string): string {
  const known = counted.get(node.key) ?? { node, members: new Set() }
  known.members.add(member)
  counted.set(node.key, known)
  return node.key
}

/** Sorts nodes by group, then by label. Groups follow `order`, or else their names, with no group last. */
function nodesOf(counted: ReadonlyMap<string, Counted>, order?: readonly string[]): MapNode[] {
  const rank = ({ group }: Named) => (order === undefined || group === null ? 0 : order.indexOf(group))
  const name = ({ group }: Named) => group ?? "\uffff"
  return [...counted.values()]
    .map(({ node, members }) => ({ ...node, size: members.size }))
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) || name(a).localeCompare(name(b), "en") || a.label.localeCompare(b.label, "en"),
    )
}

/** Returns the first grouping that yields at most `most` nodes, else the last. */
function firstThatFits<Item>(
  items: readonly Item[],
  ways: readonly ((item: Item) => Named)[],
  most: number,
): (item: Item) => Named {
  const fits = ways.find((way) => new Set(items.map((item) => way(item).key)).size <= most)
  return fits ?? (ways.at(-1) as (item: Item) => Named)
}

const agentByName = ({ project, name, category }: LoadingAgent): Named => ({
  key: `${project}/${name}`,
  label: name,
  kind: "agent",
  group: category,
})

const agentByCategory = ({ category }: LoadingAgent): Named => ({
  key: category ?? "",
  label: category ?? "No category",
  kind: "category",
  group: category,
})

type Load = { readonly file: MappedFile; readonly group: LoadGroup }

const fileByPath = ({ file, group }: Load): Named => ({
  key: file.id,
  label: file.path.split("/").slice(-2).join("/"),
  kind: "file",
  group,
})

/** Returns the node for the owner of a file: a category, a project, or all agents. */
function filesByOwner({ file, group }: Load): Named {
  const owner = ownerOf(file, group)
  return {
    key: `${group} ${owner ?? ""}`,
    label: owner === null ? GROUP_LABELS[group] : `${GROUP_LABELS[group]}: ${owner}`,
    kind: "files",
    group,
  }
}

function ownerOf({ category, project }: MappedFile, group: LoadGroup): string | null {
  if (group === "own") return null
  return group === "category" ? category : project
}

const filesByGroup = ({ group }: Load): Named => ({
  key: group,
  label: GROUP_LABELS[group],
  kind: "files",
  group,
})

export const GROUP_LABELS: Readonly<Record<LoadGroup, string>> = {
  instructions: "Instructions",
  workspace: "Workspace",
  project: "Project memory",
  category: "Category memory",
  own: "Agents’ own memory",
}
