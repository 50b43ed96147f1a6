import { z } from "zod"
import { loadedEntries, projectEntries } from "@/lib/db/context"
import type { Asked, LoadedEntry } from "@/lib/db/picked-entries"
import { projectBound } from "@/lib/db/visible"
import type { Actor } from "@/lib/memory/actor"
import { rankGiven } from "@/lib/memory/context"
import { done, type Outcome } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/place"
import { entryView } from "./assemble"
import { candidateOf } from "./candidates"
import { contextPlace } from "./loader"
import { contextEntry } from "./views"

/** Copies of what ranks higher take no place. */
const SPARE = 200
const LONGEST = 20_000

export const rankContext = operation({
  name: "context.rank",
  summary: "Current entries by rank, with the parts of each score: those that an agent loads, or all of a project.",
  method: "GET",
  path: "/rank",
  right: "read",
  example: { project: "ledger", agent: "unit-tester", limit: 20 },
  input: z.object({
    team: z.string().optional().describe("Slug, name or id; left out, the project's name says it"),
    project: z.string().optional().describe("Slug, name or id; left out, it is the only one"),
    agent: z.string().trim().min(1).max(200).optional().describe("What this agent loads; left out, what anybody in the project does"),
    limit: z.coerce.number().int().min(1).max(500).default(20),
  }),
  output: z.object({ entries: z.array(contextEntry) }),
  async run(actor, { limit, ...named }) {
    const now = new Date()
    const asked = { now, task: null, take: limit + SPARE, longest: LONGEST }
    const entries = named.agent === undefined ? await ofProject(actor, named, asked) : await ofAgent(actor, named, asked)
    if (!entries.ok) return entries
    return done({ entries: rankGiven(entries.value.map((entry) => candidateOf(entry)), asked).slice(0, limit).map(entryView) })
  },
})

interface Named {
  readonly team?: string | undefined
  readonly project?: string | undefined
  readonly agent?: string | undefined
}

async function ofProject(actor: Actor, named: Named, asked: Asked): Promise<Outcome<LoadedEntry[]>> {
  const place = await proposalPlace(actor, named, "read")
  if (!place.ok) return place
  const { team, project } = place.value
  return done(await projectEntries({ teamId: team.id, projectId: project.id, bound: projectBound(actor) !== null }, asked))
}

async function ofAgent(actor: Actor, named: Named, asked: Asked): Promise<Outcome<LoadedEntry[]>> {
  const place = await contextPlace(actor, named)
  return place.ok ? done((await loadedEntries(place.value.loader, asked)).entries) : place
}
