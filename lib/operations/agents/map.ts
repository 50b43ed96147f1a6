import { z } from "zod"
import { fleetMembers } from "@/lib/db/agents/fleet-filters"
import { lastProofs, loadableFiles, truncatedEntries } from "@/lib/db/agents/loads"
import { loadMap, MAP_NODES } from "@/lib/memory/agents/load-map"
import { listAgentLoads } from "@/lib/memory/agents/agent-loads"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { partInput, partOf, partOutput } from "./fleet-filters"

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
