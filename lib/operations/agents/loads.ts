import { z } from "zod"
import { fleetMembers, type FleetMember } from "@/lib/db/agents/fleet"
import {
  lastProofs,
  loadableFiles,
  type LoadedFile,
  type Proof,
  truncatedEntries,
} from "@/lib/db/agents/loads"
import { type AgentLoads, listAgentLoads, loadMap, MAP_NODES } from "@/lib/memory/agents/agent-loads"
import { groupBy } from "@/lib/memory/text/aggregates"
import { LOAD_GROUPS } from "@/lib/memory/context/harness-loads"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { partInput, partOf, partOutput } from "./fleet-filters"

const DAY_MS = 86_400_000
/** Largest matrix of agents and files that a person can read. */
const MATRIX = { agents: 60, files: 60 }
const MOST_FILES = 500

const moment = z.enum(["start", "on-demand"])
const proof = z.object({
  harness: z.string().nullable(),
  at: z.string(),
  revision: z.number(),
  behind: z.boolean(),
})
const fileOf = z.object({
  file: z.string(),
  path: z.string(),
  project: z.string(),
  agent: z.string().nullable(),
  category: z.string().nullable(),
  group: z.enum(LOAD_GROUPS),
  moment,
  lines: z.number(),
})

export const showFleetLoads = operation({
  name: "fleet.loads",
  summary:
    "Show which agents' harnesses should load each file, based on its format, and which harnesses confirmed it in their last delivery. The result is grouped by agent and by file.",
  method: "GET",
  path: "/fleet/loads",
  right: "read",
  example: { team: "platform", project: "ledger", path: "testing/MEMORY.md" },
  input: z.object({
    ...partInput,
    path: z.string().max(500).optional().describe("Only files whose path contains this text"),
    file: z.string().max(100).optional().describe("A file's ID. Also returns which agents load the file"),
    agent: z
      .string()
      .max(400)
      .optional()
      .describe("An agent, as project/name. Also returns which files the agent loads"),
  }),
  output: z.object({
    agents: z.array(
      z.object({
        name: z.string(),
        project: z.string(),
        category: z.string().nullable(),
        optedOut: z.boolean(),
        start: z.number(),
        onDemand: z.number(),
        lines: z.number(),
        harnesses: z.array(z.string()),
        proven: z.number(),
      }),
    ),
    /** Files, the ones that reach most agents first. */
    files: z.array(fileOf.extend({ agents: z.number(), harnesses: z.array(z.string()), proven: z.number() })),
    totalFiles: z.number(),
    /**
     * Loads of each file by each agent, as one character per file: " " not loaded, "s" at start, "d" on
     * demand. A capital letter: confirmed by a receipt. "p": reported by a receipt only. Null if there are
     * too many agents or files.
     */
    matrix: z
      .object({
        files: z.array(z.object({ file: z.string(), path: z.string() })),
        agents: z.array(z.object({ name: z.string(), project: z.string(), cells: z.string() })),
      })
      .nullable(),
    file: fileOf
      .extend({
        readers: z.array(
          z.object({
            agent: z.string(),
            project: z.string(),
            moment: moment.nullable(),
            proofs: z.array(proof),
          }),
        ),
      })
      .nullable(),
    agent: z
      .object({
        name: z.string(),
        project: z.string(),
        files: z.array(fileOf.extend({ proofs: z.array(proof) })),
      })
      .nullable(),
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const now = new Date()
    const days = [now, new Date(now.getTime() - DAY_MS)].map((one) => one.toISOString().slice(0, 10))
    const [members, files, proofs] = await Promise.all([
      fleetMembers(part.value),
      loadableFiles(part.value.visible, { days }),
      lastProofs(part.value.visible),
    ])
    const loads = new Loads(listAgentLoads(files, members, days[0] ?? ""), files, proofs)
    const listed = loads.files(input.path?.toLowerCase(), MOST_FILES)
    return done({
      agents: loads.agents(),
      files: listed.files,
      totalFiles: listed.total,
      matrix: loads.matrix(listed.files),
      file: input.file === undefined ? null : loads.readersOf(input.file),
      agent: input.agent === undefined ? null : loads.filesOf(input.agent),
      ...part.value.choices,
    })
  },
})

type Step = AgentLoads<LoadedFile, FleetMember>["steps"][number]

const keyOf = (of: { readonly project: string; readonly name: string }) => `${of.project}/${of.name}`

/** Expected and confirmed loads of part of a fleet, by agent and by file. */
class Loads {
  private readonly byId: ReadonlyMap<string, LoadedFile>
  private readonly proofs: ReadonlyMap<string, readonly Proof[]>
  private readonly steps = new Map<string, { step: Step; agents: FleetMember[] }>()
  private readonly proven: ReadonlyMap<string, Proven>

  constructor(
    private readonly reach: readonly AgentLoads<LoadedFile, FleetMember>[],
    files: readonly LoadedFile[],
    proofs: readonly Proof[],
  ) {
    this.byId = new Map(files.map((file) => [file.id, file]))
    const members = new Set(reach.map(({ agent }) => keyOf(agent)))
    this.proofs = groupBy(
      proofs.filter(({ project, agent }) => members.has(`${project}/${agent}`)),
      ({ project, agent }) => `${project}/${agent}`,
    )
    for (const { agent, steps } of reach)
      for (const step of steps) this.readersOfStep(step).agents.push(agent)
    this.proven = provenBy(this.proofs.values())
  }

  private readersOfStep(step: Step): { agents: FleetMember[] } {
    const known = this.steps.get(step.file.id)
    if (known) return known
    const first = { step, agents: [] }
    this.steps.set(step.file.id, first)
    return first
  }

  agents() {
    return this.reach.map(({ agent, steps }) => {
      const proofs = this.proofs.get(keyOf(agent)) ?? []
      const start = steps.filter(({ moment: at }) => at === "start")
      const { name, project, category, optedOut } = agent
      return {
        name,
        project,
        category,
        optedOut,
        start: start.length,
        onDemand: steps.length - start.length,
        lines: start.reduce((sum, { file }) => sum + file.lines, 0),
        harnesses: proofs.map(({ harness }) => harness),
        proven: new Set(proofs.flatMap(({ files }) => files)).size,
      }
    })
  }

  /**
   * Returns files whose path contains `wanted`: those that reach most agents first, then those that most
   * agents confirmed. Details are computed for the first `most` files only.
   */
  files(wanted: string | undefined, most: number) {
    const all = [...this.steps.values()].filter(
      ({ step }) => wanted === undefined || step.file.path.toLowerCase().includes(wanted),
    )
    const ranked = all
      .map(({ step, agents }) => ({
        step,
        agents: agents.length,
        proven: this.proven.get(step.file.id)?.agents ?? 0,
      }))
      .toSorted((a, b) => b.agents - a.agents || b.proven - a.proven)
    return {
      total: all.length,
      files: ranked.slice(0, most).map(({ step, agents, proven }) => ({
        ...viewOf(step),
        agents,
        harnesses: this.proven.get(step.file.id)?.harnesses.toSorted() ?? [],
        proven,
      })),
    }
  }

  matrix(listed: readonly { readonly file: string; readonly path: string }[]) {
    if (
      this.reach.length === 0 ||
      this.reach.length > MATRIX.agents ||
      listed.length === 0 ||
      listed.length > MATRIX.files
    )
      return null
    return {
      files: listed.map(({ file, path }) => ({ file, path })),
      agents: this.reach.map(({ agent, steps }) => {
        const moments = new Map(steps.map((step) => [step.file.id, step.moment]))
        const read = new Set((this.proofs.get(keyOf(agent)) ?? []).flatMap(({ files }) => files))
        const cell = (file: string) =>
          ({
            start: read.has(file) ? "S" : "s",
            "on-demand": read.has(file) ? "D" : "d",
            none: read.has(file) ? "p" : " ",
          })[moments.get(file) ?? "none"]
        return {
          name: agent.name,
          project: agent.project,
          cells: listed.map(({ file }) => cell(file)).join(""),
        }
      }),
    }
  }

  readersOf(id: string) {
    const known = this.steps.get(id)
    if (!known) return null
    const declared = new Set(known.agents.map(keyOf))
    const others = this.reach.filter(
      ({ agent }) => !declared.has(keyOf(agent)) && this.proofsOf(agent, id).length > 0,
    )
    const reader = (agent: FleetMember, at: Step["moment"] | null) => ({
      agent: agent.name,
      project: agent.project,
      moment: at,
      proofs: this.proofsOf(agent, id),
    })
    return {
      ...viewOf(known.step),
      readers: [
        ...known.agents.map((agent) => reader(agent, known.step.moment)),
        ...others.map(({ agent }) => reader(agent, null)),
      ],
    }
  }

  filesOf(key: string) {
    const found = this.reach.find(({ agent }) => keyOf(agent) === key)
    return found
      ? {
          name: found.agent.name,
          project: found.agent.project,
          files: found.steps.map((step) => ({
            ...viewOf(step),
            proofs: this.proofsOf(found.agent, step.file.id),
          })),
        }
      : null
  }

  private proofsOf(agent: FleetMember, file: string): z.output<typeof proof>[] {
    return (this.proofs.get(keyOf(agent)) ?? []).flatMap(({ harness, at, files, revisions }) => {
      const place = files.indexOf(file)
      const revision = revisions[place] ?? 0
      return place < 0
        ? []
        : [
            {
              harness: harness || null,
              at,
              revision,
              behind: revision < (this.byId.get(file)?.revision ?? 0),
            },
          ]
    })
  }
}

interface Proven {
  /** Number of agents, and the last one that was counted. */
  agents: number
  last: number
  readonly harnesses: string[]
}

/**
 * Counts agents by file. Processes receipts agent by agent, which avoids a set for each of tens of thousands
 * of files.
 */
function provenBy(receipts: Iterable<readonly Proof[]>): Map<string, Proven> {
  const proven = new Map<string, Proven>()
  let agent = 0
  for (const all of receipts) {
    agent += 1
    for (const { files, harness } of all) {
      for (const file of files) {
        const known = proven.get(file)
        if (known === undefined) proven.set(file, { agents: 1, last: agent, harnesses: [harness] })
        else {
          if (known.last !== agent) known.agents += 1
          known.last = agent
          if (!known.harnesses.includes(harness)) known.harnesses.push(harness)
        }
      }
    }
  }
  return proven
}

function viewOf({ file, group, moment: at }: Step): z.output<typeof fileOf> {
  const { id, path, project, agent, category, lines } = file
  return { file: id, path, project, agent, category, group, moment: at, lines }
}

const node = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(["agent", "category", "file", "files"]),
  group: z.string().nullable(),
  size: z.number(),
})

export const showFleetMap = operation({
  name: "fleet.map",
  summary:
    "Return the agent–memory map: which agents load which files at session start, with entries, truncated entries and confirmed deliveries. Large maps group agents by category and files by owner.",
  method: "GET",
  path: "/fleet/map",
  right: "read",
  example: { team: "platform", project: "ledger" },
  input: z.object({
    ...partInput,
    nodes: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAP_NODES)
      .default(MAP_NODES)
      .describe("Maximum number of agents (and files) to show individually"),
  }),
  output: z.object({
    agents: z.array(node),
    files: z.array(node),
    flows: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        entries: z.number(),
        truncated: z.number(),
        loads: z.number(),
        delivered: z.number(),
      }),
    ),
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const { visible, choices } = part.value
    const today = new Date().toISOString().slice(0, 10)
    const [members, files, truncated, proofs] = await Promise.all([
      fleetMembers(part.value),
      loadableFiles(visible, { days: [today] }),
      truncatedEntries(visible),
      lastProofs(visible),
    ])
    const delivered = new Set(
      proofs.flatMap(({ project, agent, files: loaded }) => loaded.map((id) => `${project}/${agent} ${id}`)),
    )
    const map = loadMap(
      listAgentLoads(
        files.map((file) => ({ ...file, truncated: truncated.get(file.id) ?? 0 })),
        members,
        today,
      ),
      ({ project, name }, { id }) => delivered.has(`${project}/${name} ${id}`),
      input.nodes,
    )
    return done({ ...map, ...choices })
  },
})
