import { z } from "zod"
import { findHead, findHeads } from "@/lib/db/heads"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "./operation"
import { projectOf } from "./project-of"
import { teamOf } from "./team-of"

export const readFileAt = operation({
  name: "file.read",
  summary: "The exact text of the memory file at a path, with its revision.",
  method: "GET",
  path: "/file",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().describe("A project's slug, name or id"),
    path: z.string().max(2_000).describe("As it was imported, with forward slashes"),
  }),
  output: z.object({
    file: z.string(),
    path: z.string(),
    project: z.string(),
    format: z.string(),
    revision: z.number(),
    text: z.string(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const [found] = await findHeads(team.value.id, { projectId: project.value?.id ?? "", path: input.path })
    const head = found ? await findHead(team.value.id, found.id) : null
    if (!head || head.state === "gone")
      return refused(
        "not-found",
        `there is no memory file ${input.path} in ${project.value?.name ?? "this project"}`,
      )
    return done({
      file: head.id,
      path: head.path,
      project: head.projectSlug,
      format: head.format,
      revision: head.revision,
      text: head.text,
    })
  },
})
