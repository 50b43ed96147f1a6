import { z } from "zod"
import { listProjects } from "@/lib/db/fleet"
import { entriesCited, findSynthesis, listSynthesisRows, type SynthesisRow } from "@/lib/db/syntheses"
import { projectBound } from "@/lib/db/visible"
import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/place"
import { readableTeams } from "../team-of"
import { citationsOf, claim, citation, claimView, summarizeSynthesis, SYNTHESIS_KINDS, SYNTHESIS_STATES, synthesisSummary } from "./views"

export const listSyntheses = operation({
  name: "synthesis.list",
  summary: "Briefs and orientations of the coach, the newest first.",
  method: "GET",
  path: "/syntheses",
  right: "read",
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    kind: z.enum(SYNTHESIS_KINDS).optional(),
    state: z.enum(SYNTHESIS_STATES).optional(),
    agent: z.string().max(200).optional().describe("Only orientations for this agent"),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    after: z.uuid().optional().describe("`next` of the page before"),
  }),
  output: z.object({ syntheses: z.array(synthesisSummary), next: z.string().nullable() }),
  async run(actor, { team, project, limit, ...filter }) {
    const places = await placesOf(actor, team, project)
    if (!places.ok) return places
    if (places.value.length === 0) return done({ syntheses: [], next: null })
    const rows = await listSynthesisRows({ places: places.value, ...filter, take: limit })
    return done({ syntheses: await summarized(rows), next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null })
  },
})

async function placesOf(actor: Actor, team: string | undefined, project: string | undefined): Promise<Outcome<{ teamId: string; projectId: string | null }[]>> {
  if (project !== undefined) {
    const named = await proposalPlace(actor, { team, project }, "read")
    return named.ok ? done([{ teamId: named.value.team.id, projectId: named.value.project.id }]) : named
  }
  const teams = await readableTeams(actor, team)
  return teams.ok ? done(teams.value.map((one) => ({ teamId: one.id, projectId: projectBound(actor) }))) : teams
}

export const showSynthesis = operation({
  name: "synthesis.show",
  summary: "One brief or orientation, claim by claim, with what each rests on and whether that still stands.",
  method: "GET",
  path: "/syntheses/{synthesis}",
  right: "read",
  input: z.object({ synthesis: z.string() }),
  output: synthesisSummary.extend({
    team: z.string(),
    statements: z.array(claim.extend({ state: z.string(), citations: z.array(citation.extend({ text: z.string().describe("As it read when it was cited"), stands: z.enum(["same", "changed", "gone"]).describe("How the entry reads now") })) })),
  }),
  async run(actor, input) {
    const teams = await readableTeams(actor, undefined)
    if (!teams.ok) return teams
    const row = await findSynthesis(teams.value.map((team) => team.id), input.synthesis)
    const bound = projectBound(actor)
    const team = teams.value.find((one) => one.id === row?.teamId)
    if (!row || !team || (bound !== null && row.projectId !== bound)) return refused("not-found", `there is no synthesis ${input.synthesis}, or you may not see it`)
    const now = new Map((await entriesCited({ teamId: row.teamId, projectId: bound }, row.claims.flatMap((one) => citationsOf(one).map((cited) => cited.entry)))).map((one) => [one.entry, one]))
    const stands = ({ entry, text }: { entry: string; text: string }) => (now.get(entry)?.state !== "current" ? ("gone" as const) : now.get(entry)?.text === text ? ("same" as const) : ("changed" as const))
    const [summary] = await summarized([row])
    if (!summary) throw new Error("a synthesis without its summary")
    return done({
      ...summary,
      team: team.slug,
      statements: row.claims.map((one) => ({ ...claimView(one), state: one.state, citations: citationsOf(one).map((cited) => ({ entry: cited.entry, path: cited.path, line: cited.line, text: cited.text, stands: stands(cited) })) })),
    })
  },
})

async function summarized(rows: readonly SynthesisRow[]) {
  const teams = [...new Set(rows.map((row) => row.teamId))]
  const slugs = new Map((await Promise.all(teams.map(listProjects))).flat().map((one) => [one.id, one.slug]))
  return rows.map((row) => summarizeSynthesis(row, row.projectId === null ? null : (slugs.get(row.projectId) ?? null)))
}
