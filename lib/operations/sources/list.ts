import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { listRuns } from "@/lib/db/sources/import-runs"
import { listSources as sourcesOf } from "@/lib/db/sources/sources"
import { projectBound } from "@/lib/db/teams/visible-teams"
import { can } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { importRun, summarizeRun } from "../import/import-outputs"
import { operation } from "../operation"
import { nextOutput, pageOf, placeInList, rowsForPage } from "../infra/paging"
import { teamOf } from "../teams/team-of"
import { countPendingFiles } from "../write-back/pending"

export const listSources = operation({
  name: "source.list",
  summary: "List the sources for a team's memory files, and the latest imports.",
  method: "GET",
  path: "/sources",
  right: "read",
  input: z.object({
    team: z.string(),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe("Maximum number of imports (default: 30)"),
    after: placeInList.optional().describe("`next` from the previous page, for older imports"),
  }),
  output: z.object({
    sources: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        name: z.string(),
        files: z.number(),
        gone: z.number(),
        lastImportedAt: z.string().nullable(),
        waiting: z.number(),
        onBranch: z.number(),
      }),
    ),
    runs: z.array(importRun),
    next: nextOutput,
    maySync: z.boolean(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    // A source can have files of any project, so a token that is bound to a project sees none.
    if (projectBound(actor) !== null) return done({ sources: [], runs: [], next: null, maySync: false })
    const page = { limit: input.limit ?? 30, after: input.after }
    const [sources, runs, waiting] = await Promise.all([
      sourcesOf(visibilityOf(actor, team.value.id)),
      listRuns(visibilityOf(actor, team.value.id), rowsForPage(page)),
      countPendingFiles(visibilityOf(actor, team.value.id)),
    ])
    const { rows, next } = pageOf(runs, page)
    const views = await Promise.all(rows.map((run) => summarizeRun(team.value, run)))
    return done({
      sources: sources.map((one) => ({
        ...one,
        waiting: waiting.get(one.id)?.files ?? 0,
        onBranch: waiting.get(one.id)?.onBranch ?? 0,
      })),
      runs: views,
      next,
      maySync: can(actor, "sync", { teamId: team.value.id }),
    })
  },
})
