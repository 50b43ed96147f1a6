import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { listForgotten } from "@/lib/db/memory-files/forgotten"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { placeInList } from "../infra/paging"
import { projectOf } from "../teams/project-of"
import { inTeam } from "../teams/team-of"

export const forgottenEntry = z.object({
  /** Id for POST /entries/{entry}/restore. */
  entry: z.string(),
  text: z.string(),
  section: z.string().nullable(),
  path: z.string(),
  fileId: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }),
  /** The revision that removed the entry. */
  revision: z.number(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
})
export type ForgottenView = z.output<typeof forgottenEntry>

export const listForgottenEntries = operation({
  name: "entry.forgotten",
  summary:
    "List forgotten entries, most recently forgotten first, including who forgot them, when and why. Each entry can be restored.",
  method: "GET",
  path: "/forgotten",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    file: z.string().optional().describe("Only entries forgotten from the memory file with this ID"),
    q: z.string().max(200).optional().describe("Text to find in the entry, the reason or the path"),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    after: placeInList.optional(),
  }),
  output: z.object({ forgotten: z.array(forgottenEntry), next: z.string().nullable(), total: z.number() }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const project = await projectOf(actor, team.id, input.project)
      if (!project.ok) return project
      const from = Number(input.after ?? 0)
      const { rows, total } = await listForgotten(visibilityOf(actor, team.id, project.value?.id), {
        fileId: input.file ?? null,
        text: input.q ?? null,
        skip: from,
        take: input.limit,
      })
      const forgotten = rows.map(({ project: name, projectSlug, at, ...row }) => ({
        ...row,
        project: { slug: projectSlug, name },
        at: at.toISOString(),
      }))
      return done({
        forgotten,
        total,
        next: rows.length > 0 && from + rows.length < total ? String(from + rows.length) : null,
      })
    }),
})
