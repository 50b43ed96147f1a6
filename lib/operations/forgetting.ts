import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { placeOfEntry } from "@/lib/db/entry-file"
import { findHead, headEntries, holdHead } from "@/lib/db/heads"
import { projectBound, visibleTeams } from "@/lib/db/visible"
import { type Actor, can } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import type { ProposedChange } from "@/lib/memory/proposed-change"
import { writeChanges } from "@/lib/memory/write-changes"
import { SCOPES } from "@/lib/memory/scope"
import { operation } from "./operation"
import { projectOf } from "./project-of"
import { createProposal } from "./proposals/create"
import { whyNotDirectly } from "./writing/direct"
import { readingOf, reviseHead } from "./writing/revise"

const output = z.object({ id: z.string(), state: z.enum(["retired", "current", "waiting"]), revision: z.number().nullable(), proposal: z.string().nullable() })

const project = z.string().optional().describe("The project that it is in, by slug, name or id; refused where it is in another")

export const forgetEntry = operation({
  name: "entry.forget",
  summary: "Forget an entry, with a reason: it stays in its file, struck, and out of context. Who may not decide proposes it.",
  method: "POST",
  path: "/entries/{entry}/forget",
  right: "propose",
  input: z.object({ entry: z.string(), reason: z.string().trim().min(1, "say why it is forgotten").max(500), scope: z.enum(SCOPES).optional().describe("The scope that it is in; refused where it is in another"), project }),
  output,
  run: (actor, input) => turn(actor, input, (before) => ({ kind: "retire", entry: input.entry, before, why: input.reason })),
})

export const restoreEntry = operation({
  name: "entry.restore",
  summary: "Restore an entry that was forgotten. Who may not decide proposes it.",
  method: "POST",
  path: "/entries/{entry}/restore",
  right: "propose",
  input: z.object({ entry: z.string(), reason: z.string().trim().max(500).default(""), project }),
  output,
  run: (actor, input) => turn(actor, input, (before) => ({ kind: "restore", entry: input.entry, before })),
})

async function turn(actor: Actor, { entry: id, reason, scope, project }: { entry: string; reason: string; scope?: string | undefined; project?: string | undefined }, changeOf: (before: string) => ProposedChange): Promise<Outcome<z.input<typeof output>>> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const place = await placeOfEntry(teams.map((team) => team.id), id)
  const bound = projectBound(actor)
  if (!place || (bound !== null && place.projectId !== bound)) return refused("not-found", `there is no entry ${id}, or you may not see it`)
  const { teamId, fileId } = place
  const named = project === undefined ? null : await projectOf(actor, teamId, project)
  if (named && !(named.ok && named.value?.id === place.projectId)) return refused("invalid", `project: the entry is not in ${project}`)
  const stands = await findHead(teamId, fileId)
  if (!can(actor, "curate", { teamId }) || (stands && (await whyNotDirectly(actor, teamId, stands)) !== null)) return propose(actor, place, { id, reason, changeOf })
  const to = changeOf("").kind === "retire" ? ("retired" as const) : ("current" as const)
  return commit(actor, { kind: to === "retired" ? "entry.forget" : "entry.restore", teamId, subject: id }, async (tx) => {
    const head = await holdHead(tx, teamId, fileId)
    const entries = head ? await headEntries(teamId, fileId, tx) : []
    const entry = entries.find((one) => one.id === id)
    if (!head || !entry) return refused("not-found", `there is no entry ${id}, or you may not see it`)
    if (scope !== undefined && scope !== head.scope) return refused("invalid", `scope: the entry is in ${head.scope} memory (${head.path}), not in ${scope} memory`)
    if (head.role === "identity" || head.format === "instructions") return refused("invalid", `${head.path} is only read: change it where it is kept`)
    if (entry.state === to) return refused("conflict", `line ${entry.line} of ${head.path} is ${to === "retired" ? "forgotten" : "current"} already`)
    const reading = await readingOf(teamId, head, tx)
    const written = writeChanges({ ...reading, text: head.text }, entries, [changeOf(entry.text)])
    if (!written.ok) return refused("invalid", `${head.path}: ${written.why}`)
    const by = { kind: actor.kind, id: actor.id, name: actor.name }
    const words = to === "retired" ? `Forgotten: ${reason}` : `Restored${reason ? `: ${reason}` : ""}`
    const revised = await reviseHead(tx, teamId, { head, entries, reading }, { text: written.text, ids: written.ids, reason: words, by }, new Date())
    return revised.ok ? done({ id, state: to, revision: revised.value.revision, proposal: null }) : revised
  })
}

async function propose(actor: Actor, { teamId, projectId, fileId }: { teamId: string; projectId: string; fileId: string }, { id, reason, changeOf }: { id: string; reason: string; changeOf: (before: string) => ProposedChange }): Promise<Outcome<z.input<typeof output>>> {
  const entry = (await headEntries(teamId, fileId)).find((one) => one.id === id)
  if (!entry) return refused("not-found", `there is no entry ${id}, or you may not see it`)
  const proposed = await createProposal.run(actor, { team: teamId, project: projectId, file: fileId, changes: [changeOf(entry.text)], reason })
  return proposed.ok ? done({ id, state: "waiting", revision: null, proposal: proposed.value.id }) : proposed
}
