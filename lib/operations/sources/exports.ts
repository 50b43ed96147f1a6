import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { nextFiles } from "@/lib/db/memory-files/files"
import { projectBound } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { NOT_A_CURSOR } from "../infra/paging"
import { proposalPlace } from "../proposals/proposal-place"
import { readableTeams } from "../teams/team-and-project"

const exportedFile = z.object({
  team: z.string(),
  project: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  /** Exact text. Null in a list without texts. */
  text: z.string().nullable(),
})

export const exportPage = z.object({
  files: z.array(exportedFile),
  /** Cursor of the next page, sent as `after`. Null on the last page. */
  next: z.string().nullable(),
})
export type ExportPage = z.output<typeof exportPage>

export const exportFiles = operation({
  name: "export.files",
  summary: "Export all memory files with their paths, hashes and exact text, in pages.",
  method: "GET",
  path: "/export",
  right: "read",
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    after: z
      .string()
      .regex(
        /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        NOT_A_CURSOR,
      )
      .optional(),
    /** Returns only paths and hashes if "no", with more files per page. */
    texts: z.enum(["yes", "no"]).default("yes"),
  }),
  output: exportPage,
  async run(actor, input) {
    const places = await placesOf(actor, input)
    if (!places.ok) return places
    const [seenTeam, seenFile] = input.after?.split("/") ?? []
    for (const { team, projectId } of places.value) {
      if (seenTeam !== undefined && team.id < seenTeam) continue
      const after = team.id === seenTeam ? (seenFile ?? null) : null
      const heads = await nextFiles(visibilityOf(actor, team.id, projectId), {
        after,
        texts: input.texts === "yes",
      })
      const last = heads.at(-1)
      if (last)
        return done({
          files: heads.map(({ id: _, ...head }) => ({ team: team.slug, ...head })),
          next: `${team.id}/${last.id}`,
        })
    }
    return done({ files: [], next: null })
  },
})

interface Place {
  readonly team: { readonly id: string; readonly slug: string }
  readonly projectId: string | null
}

/**
 * Returns the teams and projects to export. If none is named, leaves out sample teams unless there are no
 * other teams.
 */
async function placesOf(
  actor: Actor,
  input: { team?: string | undefined; project?: string | undefined },
): Promise<Outcome<Place[]>> {
  if (input.project !== undefined) {
    const named = await proposalPlace(actor, input, "read")
    return named.ok ? done([{ team: named.value.team, projectId: named.value.project.id }]) : named
  }
  const teams = await readableTeams(actor, input.team)
  if (!teams.ok) return teams
  const own = teams.value.filter((team) => !team.sample)
  const chosen = own.length > 0 ? own : teams.value
  return done(
    chosen
      .map((team) => ({ team, projectId: projectBound(actor) }))
      .toSorted((a, b) => (a.team.id < b.team.id ? -1 : 1)),
  )
}
