import { z } from "zod"
import { loadedEntries, projectEntries } from "@/lib/db/context/candidates"
import { rankCandidates } from "@/lib/memory/context/context-selection"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/team-and-project"
import { contextEntryView } from "./assemble"
import { candidateOf, publishedOf } from "./candidates"
import { contextPlace } from "./context-agent"
import { contextEntry, whichTeam } from "./context-outputs"

/**
 * Number of candidates read in addition to `limit`, because copies of higher-ranked entries are dropped after
 * ranking.
 */
const SPARE = 200
const LONGEST = 20_000

export const rankContext = operation({
  name: "context.rank",
  summary:
    "List the current entries that an agent loads, or all current entries in a project, by rank and with the parts of each score.",
  method: "GET",
  path: "/rank",
  right: "read",
  example: { project: "ledger", agent: "unit-tester", limit: 20 },
  input: z.object({
    team: z.string().optional().describe("Slug, name or ID. Optional if the project identifies the team"),
    project: z.string().optional().describe("Slug, name or ID. Optional if there is only one project"),
    agent: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe(
        "Only entries that this agent loads. Defaults to entries that any agent in the project loads",
      ),
    limit: z.coerce.number().int().min(1).max(500).default(20),
  }),
  output: z.object({
    team: z.string(),
    project: z.string(),
    notes: whichTeam,
    entries: z.array(contextEntry),
  }),
  async run(actor, { limit, ...named }) {
    const now = new Date()
    const asked = { now, task: null, take: limit + SPARE, longest: LONGEST }
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project, notes = [] } = place.value
    const agent = named.agent === undefined ? null : await contextPlace(actor, named, place.value)
    if (agent && !agent.ok) return agent
    const entries = agent
      ? (await loadedEntries(agent.value.loader, asked)).entries
      : await projectEntries({ teamId: team.id, projectId: project.id }, asked)
    const published = publishedOf(agent?.value.loader ?? { published: [] })
    return done({
      team: team.slug,
      project: project.name,
      notes: [...notes],
      entries: rankCandidates(
        entries.map((entry) => candidateOf(entry, { fromCoach: published.get(entry.id) ?? null })),
        asked,
      )
        .slice(0, limit)
        .map(contextEntryView),
    })
  },
})
