import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { findRevision } from "@/lib/db/files"
import { findHead, headEntries, holdHead } from "@/lib/db/heads"
import { projectBound, visibleTeams } from "@/lib/db/visible"
import { type Actor, can } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { proposedChange } from "@/lib/memory/proposed-change"
import { writeChanges } from "@/lib/memory/write-changes"
import { findSecretsIn } from "../guard/refuse-secrets"
import { operation } from "../operation"
import { readingOf, reviseHead } from "./revise"

const LARGEST_TEXT = 4 * 1024 * 1024

export const reviseFile = operation({
  name: "file.revise",
  summary: "Write a memory file's next revision, based on the one that you read: its whole text, or changes to its entries.",
  method: "PUT",
  path: "/files/{file}",
  right: "curate",
  unguarded: ["text", "changes.before"],
  input: z.object({
    file: z.string(),
    base: z.coerce.number().pipe(z.int32().positive()).describe("The number of the revision that the writer has read"),
    text: z.string().max(LARGEST_TEXT).optional(),
    changes: z.array(proposedChange).min(1).max(500).optional(),
    reason: z.string().trim().min(1, "say why").max(500),
  }),
  output: z.object({ revision: z.number(), sha256: z.string() }),
  async run(actor, input) {
    if ((input.text === undefined) === (input.changes === undefined)) return refused("invalid", "say either text or changes")
    const place = await placeOf(actor, input.file)
    if (!place.ok) return place
    const { teamId, path } = place.value
    const secret = findSecretsIn({ text: added(input.text, await before(teamId, input.file, input.base)) })
    if (secret) return refused("invalid", secret)
    return commit(actor, { kind: "file.revise", teamId, subject: path, detail: { base: input.base } }, async (tx) => {
      const head = await holdHead(tx, teamId, input.file)
      if (!head) return refused("not-found", NO_FILE)
      const entries = await headEntries(teamId, head.id, tx)
      const reading = await readingOf(teamId, head, tx)
      if (head.revision !== input.base) {
        const base = await findRevision(teamId, head.id, input.base, tx)
        return refused("stale", `${path} is at revision ${head.revision}, you read ${input.base}: merge your change into what it says now`, { revision: head.revision, base: base?.text ?? null, theirs: head.text, yours: input.text ?? input.changes })
      }
      if (head.role === "identity" || head.format === "instructions") return refused("invalid", `${path} is only read: change it where it is kept`)
      const by = { kind: actor.kind, id: actor.id, name: actor.name }
      const written = input.changes ? writeChanges({ ...reading, text: head.text }, entries, input.changes) : null
      if (written && !written.ok) return refused("invalid", `${path}: ${written.why}`)
      const revised = await reviseHead(tx, teamId, { head, entries, reading }, { text: written?.text ?? input.text ?? "", ...(written ? { ids: written.ids } : {}), reason: input.reason, by }, new Date())
      return revised.ok ? done({ revision: revised.value.revision, sha256: revised.value.sha256 }) : revised
    })
  },
})

const NO_FILE = "there is no such memory file, or you may not see it"

async function placeOf(actor: Actor, file: string): Promise<Outcome<{ teamId: string; path: string }>> {
  const bound = projectBound(actor)
  for (const team of await visibleTeams(actor)) {
    const found = await findHead(team.id, file)
    if (!found || (bound !== null && found.projectId !== bound)) continue
    if (!can(actor, "curate", { teamId: team.id, projectId: found.projectId })) return refused("forbidden", `${found.path}: a curator writes to it; propose the change instead`)
    return done({ teamId: team.id, path: found.path })
  }
  return refused("not-found", NO_FILE)
}

const before = async (teamId: string, file: string, base: number): Promise<string> => (await findRevision(teamId, file, base))?.text ?? ""

/** The lines that a text brings: what stood there already is not refused now. */
function added(text: string | undefined, base: string): string | undefined {
  if (text === undefined) return undefined
  const known = new Set(base.split("\n"))
  return text.split("\n").map((line) => (known.has(line) ? "" : line)).join("\n")
}
