import { z } from "zod"
import { headTexts } from "@/lib/db/files"
import { done } from "@/lib/memory/outcome"
import { operation } from "./operation"
import { projectOf } from "./project-of"
import { readableTeams } from "./team-of"

export const exportFiles = operation({
  name: "export.files",
  summary: "Path and exact text of every memory file, page by page; what export writes.",
  method: "GET",
  path: "/export",
  right: "read",
  input: z.object({ team: z.string().optional(), project: z.string().optional() }),
  output: z.object({ files: z.array(z.object({ team: z.string(), project: z.string(), path: z.string(), text: z.string() })) }),
  async run(actor, input) {
    const teams = await readableTeams(actor, input.team)
    if (!teams.ok) return teams
    const files: { team: string; project: string; path: string; text: string }[] = []
    let known = input.project === undefined
    let missing: Awaited<ReturnType<typeof projectOf>> | null = null
    for (const team of teams.value) {
      const project = await projectOf(actor, team.id, input.project)
      if (!project.ok) {
        missing = project
        continue
      }
      known = true
      for await (const rows of headTexts(team.id, project.value?.id ?? null)) files.push(...rows.map((row) => ({ team: team.slug, project: row.projectName, path: row.path, text: row.text })))
    }
    return known || missing === null || missing.ok ? done({ files }) : missing
  },
})
