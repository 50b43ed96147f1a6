import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  findCurrentFiles,
  entriesAtHead,
  lockCurrentFile,
  type CurrentFile,
} from "@/lib/db/memory-files/current-revisions"
import { can, type Actor } from "@/lib/memory/teams/actor"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/proposal-place"
import { targetOf } from "../proposals/target"
import { whyNotDirectly } from "../policies/places"
import { readingOf, reviseHead } from "../writing/revise-head"
import { agentName, memoryPlace } from "./init-and-show"
import type { MemoryFormat, Subject } from "@/lib/memory/memory-files/format"

/**
 * Returns a memory file without entries. Keeps the structure of the format and the front matter, including
 * the number of sessions. A JSON file keeps all keys except its entries.
 */
function emptied(
  format: MemoryFormat,
  { text, path, subject }: { readonly text: string; readonly path: string; readonly subject: Subject },
): string {
  if (/\.jsonl?$/.test(path))
    return format.revise(
      text,
      path,
      format.parse(text, path).entries.map((_, entry) => ({ kind: "remove", entry })),
    )
  const frontmatter = FRONTMATTER.exec(text)?.[0] ?? ""
  const scaffold = format.scaffold(subject)
  const body = frontmatter === "" ? scaffold : scaffold.replace(FRONTMATTER, "")
  return frontmatter + (text.includes("\r\n") ? body.replaceAll("\n", "\r\n") : body)
}

/** Matches the front matter, with a byte order mark and the line break after it. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/

export const clearMemory = operation({
  name: "memory.clear",
  summary:
    "Clear an agent's memory by writing one revision with the format's structure and no entries. The previous text stays in the history.",
  method: "POST",
  path: "/memory/clear",
  right: "curate",
  version: { of: "revision", base: "base" },
  example: { project: "ledger", agent: "unit-tester", base: 7 },
  input: z.object({
    ...memoryPlace,
    agent: agentName,
    base: z.coerce
      .number()
      .pipe(z.int32().positive())
      .optional()
      .describe("The latest revision you have read"),
  }),
  output: z.object({
    path: z.string(),
    removed: z.number().describe("Number of removed entries"),
    revision: z.number(),
    file: z.string(),
    others: z.number().describe("Number of the agent's other files (logs, topics), which are kept"),
  }),
  async run(actor, { agent, base, ...named }) {
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project } = place.value
    const now = new Date()
    const today = now.toISOString().slice(0, 10)
    if (!can(actor, "curate", { teamId: team.id, projectId: project.id }))
      return refused(
        "forbidden",
        `${agent}: only curators can clear its memory. Propose removing entries instead`,
      )
    const target = await targetOf({ team, project, today }, { agent })
    if (!target.ok) return target
    const { path, ownSection } = target.value
    if (ownSection !== null)
      return refused(
        "not-found",
        `${agent} has no memory of its own in ${project.name}: it writes to ${ownSection} in ${path}, which its category shares`,
      )
    const stands = target.value.head
    if (!stands)
      return refused("not-found", `${agent} has no memory in ${project.name}, so there is nothing to clear`)
    const others =
      (await findCurrentFiles(visibilityOf(actor, team.id), { projectId: project.id, agent })).length - 1
    return commit(
      actor,
      (value: { removed: number; revision: number }) => ({
        kind: "memory.clear",
        teamId: team.id,
        subject: path,
        detail: { entries: value.removed, revision: value.revision },
      }),
      async (tx) => {
        const head = await lockCurrentFile(tx, team.id, stands.id)
        if (!head) return refused("conflict", `${path} no longer exists, so there is nothing to clear`)
        if (base !== undefined && head.revision !== base)
          return refused(
            "stale",
            `${path} is at revision ${head.revision}, but you read revision ${base}. Read it again`,
            { revision: head.revision, base },
          )
        if (head.role === "identity" || head.format === "instructions")
          return refused("invalid", `${path} is read-only. Change it at its source`)
        const why = await whyNotDirectly(actor, team.id, head, tx)
        if (why) return refused("forbidden", why)
        const cleared = await writeCleared(tx, actor, {
          teamId: team.id,
          head,
          agent,
          project: project.name,
          now,
        })
        return cleared.ok ? done({ path, ...cleared.value, file: head.id, others }) : cleared
      },
    )
  },
})

interface MemoryToClear {
  readonly teamId: string
  readonly head: CurrentFile
  readonly agent: string
  /** Name of the project. */
  readonly project: string
  readonly now: Date
}

async function writeCleared(
  tx: Tx,
  actor: Actor,
  { teamId, head, agent, project, now }: MemoryToClear,
): Promise<Outcome<{ removed: number; revision: number }>> {
  const entries = await entriesAtHead(visibilityOf(actor, teamId), head.id, tx)
  const reading = await readingOf(visibilityOf(actor, teamId), head, tx)
  const date = now.toISOString().slice(0, 10)
  const text = emptied(reading.format, {
    text: head.text,
    path: reading.path,
    subject: { agent, project, category: head.category, roles: [], date },
  })
  if (text === head.text) return done({ removed: 0, revision: head.revision })
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const standing = { head, entries, reading }
  const revised = await reviseHead(tx, teamId, standing, { text, reason: "Cleared", by, now })
  return revised.ok ? done({ removed: entries.length, revision: revised.value.revision }) : revised
}
