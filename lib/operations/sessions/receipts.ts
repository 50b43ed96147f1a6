import { z } from "zod"
import { listReceipts as receiptsOf } from "@/lib/db/receipts"
import { projectBound } from "@/lib/db/visible"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { projectOf } from "../project-of"
import { readableTeams } from "../team-of"

export const listReceipts = operation({
  name: "receipt.list",
  summary: "Which agents were given which text of their memory, when, and by which harness; the newest first.",
  method: "GET",
  path: "/receipts",
  right: "read",
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    agent: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    after: z.uuid().optional().describe("The receipt that was the last one of the page before"),
  }),
  output: z.object({
    receipts: z.array(z.object({
      receipt: z.string(),
      team: z.string(),
      project: z.object({ slug: z.string(), name: z.string() }),
      agent: z.string(),
      session: z.string(),
      harness: z.string().nullable(),
      /** Hexadecimal, of the text that was given. */
      sha256: z.string(),
      tokens: z.number(),
      files: z.array(z.object({ file: z.string(), path: z.string(), revision: z.number() })),
      /** Ids, best first. */
      entries: z.array(z.string()),
      by: z.string(),
      at: z.string(),
    })),
    /** What to ask for as `after` for the next page; null: there is none. */
    next: z.string().nullable(),
  }),
  async run(actor, input) {
    const teams = await readableTeams(actor, input.team)
    if (!teams.ok) return teams
    let projectId = projectBound(actor)
    if (input.project !== undefined) {
      const found = (await Promise.all(teams.value.map((team) => projectOf(actor, team.id, input.project)))).find((one) => one.ok)
      if (!found?.ok || found.value === null) return refused("not-found", `there is no project ${input.project} that you may see`)
      projectId = found.value.id
    }
    const rows = await receiptsOf(teams.value.map((team) => team.id), { projectId, agent: input.agent ?? null, after: input.after ?? null, take: input.limit + 1 })
    const shown = rows.slice(0, input.limit)
    const slugs = new Map(teams.value.map((team) => [team.id, team.slug]))
    return done({
      receipts: shown.map(({ id, teamId, project, agentName, session, harness, sha256, tokens, files, entries, byName, createdAt }) => ({
        receipt: id, team: slugs.get(teamId) ?? "", project: { slug: project.slug, name: project.name }, agent: agentName, session, harness, sha256: Buffer.from(sha256).toString("hex"), tokens, files, entries, by: byName, at: createdAt.toISOString(),
      })),
      next: rows.length > input.limit ? (shown.at(-1)?.id ?? null) : null,
    })
  },
})
