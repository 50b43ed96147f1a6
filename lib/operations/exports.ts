import { z } from "zod"
import { nextHeads } from "@/lib/db/files"
import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { operation } from "./operation"
import { NOT_A_CURSOR } from "./paging"
import { projectOf } from "./project-of"
import { readableTeams } from "./team-of"

const exportedFile = z.object({
  team: z.string(),
  project: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  /** Null in a list without texts. */
  text: z.string().nullable(),
})

export const exportPage = z.object({
  files: z.array(exportedFile),
  /** What to send as `after` for the next page; null after the last one. */
  next: z.string().nullable(),
})
export type ExportPage = z.output<typeof exportPage>

export const exportFiles = operation({
  name: "export.files",
  summary: "Path, hash and exact text of every memory file, page by page; what export writes.",
  method: "GET",
  path: "/export",
  right: "read",
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    after: z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, NOT_A_CURSOR).optional(),
    /** "no" lists paths and hashes alone, many to a page. */
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
      const heads = await nextHeads(team.id, { projectId, after, texts: input.texts === "yes" })
      const last = heads.at(-1)
      if (last) return done({ files: heads.map(({ id: _, ...head }) => ({ team: team.slug, ...head })), next: `${team.id}/${last.id}` })
    }
    return done({ files: [], next: null })
  },
})

interface Place {
  readonly team: { readonly id: string; readonly slug: string }
  readonly projectId: string | null
}

/** Where no team is named, the sample teams are left out as long as there is another, so that one's own files come out alone. */
async function placesOf(actor: Actor, input: { team?: string | undefined; project?: string | undefined }): Promise<Outcome<Place[]>> {
  const teams = await readableTeams(actor, input.team)
  if (!teams.ok) return teams
  const places: (Place & { readonly sample: boolean })[] = []
  for (const team of teams.value) {
    const project = await projectOf(actor, team.id, input.project)
    if (project.ok) places.push({ team, projectId: project.value?.id ?? null, sample: team.sample })
  }
  if (places.length === 0 && input.project !== undefined) return refused("not-found", `there is no project ${input.project} that you may see`)
  const own = places.filter((place) => !place.sample)
  return done((own.length > 0 ? own : places).toSorted((a, b) => (a.team.id < b.team.id ? -1 : 1)))
}
