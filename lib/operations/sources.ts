import { z } from "zod"
import { listRuns } from "@/lib/db/import-runs"
import { listSources as sourcesOf } from "@/lib/db/sources"
import { projectBound } from "@/lib/db/visible"
import { can } from "@/lib/memory/actor"
import { done } from "@/lib/memory/outcome"
import { importRun, summarizeRun } from "./import-views"
import { operation } from "./operation"
import { teamOf } from "./team-of"
import { countWaiting } from "./write-back/pending"

export const listSources = operation({
  name: "source.list",
  summary: "Where a team's memory files come from, and the latest imports.",
  method: "GET",
  path: "/sources",
  right: "read",
  input: z.object({ team: z.string() }),
  output: z.object({
    sources: z.array(z.object({ id: z.string(), kind: z.string(), name: z.string(), files: z.number(), gone: z.number(), lastImportedAt: z.string().nullable(), waiting: z.number(), onBranch: z.number() })),
    runs: z.array(importRun),
    maySync: z.boolean(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    if (projectBound(actor) !== null) return done({ sources: [], runs: [], maySync: false }) // a source may bring files of any project
    const [sources, runs, waiting] = await Promise.all([sourcesOf(team.value.id), listRuns(team.value.id, 30), countWaiting(team.value.id)])
    const views = await Promise.all(runs.map((run) => summarizeRun(team.value, run)))
    return done({ sources: sources.map((one) => ({ ...one, waiting: waiting.get(one.id)?.files ?? 0, onBranch: waiting.get(one.id)?.onBranch ?? 0 })), runs: views, maySync: can(actor, "sync", { teamId: team.value.id }) })
  },
})
