import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findRevert, listReverts as revertsOf, revertedFiles } from "@/lib/db/memory-files/reverts"
import { listWriters, pastEvents, WRITER_KINDS } from "@/lib/db/memory-files/revert-candidates"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { nextOutput, pageOf, placeInList, rowsForPage } from "../infra/paging"
import { projectOf, teamOf } from "../teams/team-and-project"
import { endOf, instant, leftOver, presence, revertView, startOf } from "./reverts-outputs"

export const listWrites = operation({
  name: "writes.list",
  summary:
    "List who wrote to a team's memory in a given period (agents, sessions, access tokens, people and imports), and how much of that text is still current.",
  method: "GET",
  path: "/writes",
  right: "curate",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    from: instant.optional(),
    to: instant.optional(),
    by: z.enum(WRITER_KINDS).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
    after: placeInList.optional(),
  }),
  output: z.object({
    writers: z.array(
      z.object({
        kind: z.enum(WRITER_KINDS),
        id: z.string(),
        name: z.string(),
        files: z.number(),
        revisions: z.number(),
        proposals: z.number(),
        first: z.string(),
        last: z.string(),
      }),
    ),
    next: nextOutput,
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "curate", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const { rows: writers, next } = pageOf(
      await listWriters(visibilityOf(actor, team.value.id, project.value?.id), {
        from: startOf(input.from),
        to: endOf(input.to),
        kind: input.by ?? null,
        take: rowsForPage(input),
      }),
      input,
    )
    return done({
      writers: writers.map(({ first, last, ...writer }) => ({
        ...writer,
        first: first.toISOString(),
        last: last.toISOString(),
      })),
      next,
    })
  },
})

export const listReverts = operation({
  name: "revert.list",
  summary: "List a team's reverts and the restore points created before large changes, newest first.",
  method: "GET",
  path: "/reverts",
  right: "curate",
  input: z.object({
    team: z.string(),
    limit: z.coerce.number().int().min(1).max(500).default(20),
    after: placeInList.optional(),
  }),
  output: z.object({
    reverts: z.array(revertView),
    next: nextOutput,
    /** Events before which memory can be restored. `before`: the instant to restore to. */
    events: z.array(
      z.object({
        kind: z.enum(["import", "revert", "restore", "decisions"]),
        name: z.string(),
        by: z.string(),
        files: z.number(),
        before: z.string(),
      }),
    ),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "curate", input.team)
    if (!team.ok) return team
    const [reverts, events] = await Promise.all([
      revertsOf(visibilityOf(actor, team.value.id), rowsForPage(input)),
      pastEvents(visibilityOf(actor, team.value.id), 20),
    ])
    const { rows, next } = pageOf(reverts, input)
    return done({ reverts: rows.map(viewOf), next, events })
  },
})

export const showRevert = operation({
  name: "revert.show",
  summary: "Show what a revert changed, file by file, and what it kept.",
  method: "GET",
  path: "/reverts/{revert}",
  right: "curate",
  input: z.object({ team: z.string(), revert: z.string() }),
  output: revertView.extend({
    left: z.array(leftOver.extend({ fileId: z.string(), path: z.string() })),
    changed: z.array(
      z.object({
        fileId: z.string(),
        path: z.string(),
        project: z.object({ slug: z.string(), name: z.string() }),
        revision: z.number().nullable(),
        becomes: z.enum(["present", "gone"]).nullable(),
        added: z.number(),
        cut: z.number(),
      }),
    ),
    /** Id of the revert that undid this one, or null. */
    undone: z.string().nullable(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "curate", input.team)
    if (!team.ok) return team
    const revert = await findRevert(visibilityOf(actor, team.value.id), input.revert)
    if (!revert) return refused("not-found", "revert not found in this team")
    const { files, undone } = await revertedFiles(visibilityOf(actor, team.value.id), revert.id, 1000)
    const changed = files.map(({ project, projectSlug, present, ...file }) => ({
      ...file,
      project: { slug: projectSlug, name: project },
      becomes: presence(present),
    }))
    return done({
      ...viewOf(revert),
      left: z
        .array(leftOver.extend({ fileId: z.string(), path: z.string() }))
        .catch([])
        .parse(revert.left),
      changed,
      undone,
    })
  },
})

function viewOf({
  id,
  of,
  name,
  reason,
  byName,
  createdAt,
  writes,
  files,
  rejected,
}: {
  id: string
  of: unknown
  name: string
  reason: string
  byName: string
  createdAt: Date
  writes: number
  files: number
  rejected: number
}): z.input<typeof revertView> {
  return {
    id,
    of: z.record(z.string(), z.string()).catch({}).parse(of),
    name,
    reason,
    by: byName,
    at: createdAt.toISOString(),
    writes,
    files,
    rejected,
  }
}
