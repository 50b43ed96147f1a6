import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { findCurrentFile, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import { SCOPES } from "@/lib/memory/memory-files/format"
import type { WrittenChange } from "@/lib/memory/proposals/written-change"
import { listForgotten } from "@/lib/db/memory-files/forgotten-entries"
import { operation } from "../operation"
import { FileWriting } from "../proposals/file-writing"
import { whyNotDirectly } from "../policies/places"
import {
  entryNamed,
  beforeInput,
  type EntryPlace,
  entryPlaceOf,
  noEntry,
  projectInput,
  proposeInstead,
  entryStateOutput,
  whyReadOnly,
  whyTextChanged,
} from "./entry-named"
import { keepForgotten } from "../writing/revise-head"
import { placeInList } from "../infra/paging"
import { projectOf, inTeam } from "../teams/team-and-project"

export const forgetEntry = operation({
  name: "entry.forget",
  summary:
    "Forget an entry, with a reason. The entry is removed from its file and not imported again, but can be restored. If you do not have permission to approve changes, the request creates a proposal.",
  method: "POST",
  path: "/entries/{entry}/forget",
  right: "propose",
  tool: {
    name: "memory_forget",
    title: "Forget an entry",
    aliases: { id: "entry" },
    destructive: true,
    idempotent: true,
    about:
      "Call this tool when an entry is wrong or outdated, and pass its ID from memory_search or memory_read. If you do not have permission to approve changes, a person must review the removal.",
  },
  unguarded: ["before"],
  input: z.object({
    entry: z.string().describe("The entry's ID, or its key in the file, such as mem-001"),
    before: beforeInput,
    reason: z.string().trim().min(1, "enter a reason").max(500),
    scope: z
      .enum(SCOPES)
      .optional()
      .describe("The entry's scope. The request fails if the entry is in another scope"),
    team: z
      .string()
      .optional()
      .describe("The project's team. Required if several teams have a project with that name"),
    project: projectInput,
  }),
  output: z.object({
    id: z.string(),
    state: z.enum(["forgotten", "waiting"]),
    revision: z.number().nullable(),
    proposal: z.string().nullable(),
    ...entryStateOutput,
  }),
  async run(actor, { entry: reference, before, reason, scope, team, project }) {
    const named = await entryNamed(actor, { reference, scope, team, project })
    if (!named.ok) return named
    const id = named.value
    const place = await entryPlaceOf(actor, id, project)
    if (!place.ok) return place
    const { teamId, fileId, forgotten } = place.value
    if (forgotten)
      return refused(
        "conflict",
        `the entry was already forgotten on ${forgotten.createdAt.toISOString().slice(0, 10)} by ${forgotten.byName}: ${forgotten.reason}`,
      )
    const head = await findCurrentFile(visibilityOf(actor, teamId), fileId)
    if (!head) return noEntry(id)
    if (scope !== undefined && scope !== head.scope)
      return refused(
        "invalid",
        `scope: the entry is in ${head.scope} memory (${head.path}), not in ${scope} memory`,
      )
    const onlyRead = whyReadOnly(head)
    if (onlyRead) return onlyRead
    const mayDecide = can(actor, "curate", { teamId }) && (await whyNotDirectly(actor, teamId, head)) === null
    const asked = { id, before, reason, path: head.path, project: head.projectName }
    return mayDecide ? forget(actor, place.value, asked) : propose(actor, place.value, asked)
  },
})

interface Asked {
  readonly id: string
  readonly before: string | undefined
  readonly reason: string
  readonly path: string
  readonly project: string
}

async function forget(
  actor: Actor,
  { team, teamId, projectId, fileId }: EntryPlace,
  { id, before, reason, path, project }: Asked,
) {
  const now = new Date()
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: { revision: number }) => ({
      kind: "entry.forget",
      teamId,
      subject: path,
      detail: { entry: id, project: projectId, revision: value.revision },
    }),
    async (tx) => {
      const file = await FileWriting.hold(tx, teamId, fileId)
      const entry = file?.standing.find((one) => one.id === id)
      if (!file || !entry) return noEntry(id)
      const otherwise = whyTextChanged(entry, before, path)
      if (otherwise) return otherwise
      const taken = forgetEntriesIn(file, [id])
      if (!taken.ok) return taken
      const closed = await file.close(by, `Forgotten: ${reason}`, now)
      if (!closed.ok) return closed
      const revision = closed.value?.revision ?? file.head.revision
      await keepForgotten(tx, teamId, taken.value.inverse, { head: file.head, revision, reason, by })
      return done({
        id,
        state: "forgotten" as const,
        revision,
        proposal: null,
        text: entry.text,
        team,
        project,
        path,
        line: entry.line,
      })
    },
  )
}

async function propose(actor: Actor, place: EntryPlace, { id, before, reason, path, project }: Asked) {
  const entry = (await entriesAtHead(visibilityOf(actor, place.teamId), place.fileId)).find(
    (one) => one.id === id,
  )
  if (!entry) return noEntry(id)
  const otherwise = whyTextChanged(entry, before, path)
  if (otherwise) return otherwise
  const proposed = await proposeInstead(
    actor,
    place,
    [{ kind: "remove", entry: id, before: entry.text }],
    reason,
  )
  return proposed.ok
    ? done({
        id,
        state: "waiting" as const,
        ...proposed.value,
        text: entry.text,
        team: place.team,
        project,
        path,
        line: entry.line,
      })
    : proposed
}

/** Entries that were removed from an open file. */
export interface RemovedEntries {
  readonly changes: readonly WrittenChange[]
  /** Changes that add the entries again, against the text after the removal. */
  readonly inverse: readonly WrittenChange[]
}

/**
 * Removes entries from an open file. Entries that are no longer in the file are skipped. Removed entries
 * count as forgotten only after the file is closed and `keepForgotten` is called with the new revision.
 */
export function forgetEntriesIn(file: FileWriting, entries: readonly string[]): Outcome<RemovedEntries> {
  const changes = [...new Set(entries)].flatMap((id): WrittenChange[] => {
    const entry = file.standing.find((one) => one.id === id)
    return entry ? [{ kind: "remove", entry: id, before: entry.text }] : []
  })
  if (changes.length === 0) return done({ changes, inverse: [] })
  const result = file.write(changes)
  if ("why" in result) return refused("invalid", `${file.head.path}: ${result.why}`)
  return done({ changes: result.written.applied, inverse: result.inverse })
}

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
