import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { findRevision } from "@/lib/db/memory-files/files"
import {
  findCurrentFile,
  type CurrentFile,
  entriesAtHead,
  lockCurrentFile,
  placeOfFile,
} from "@/lib/db/memory-files/current-revisions"
import { readableParts } from "../teams/team-and-project"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type ProposedChange, proposedChange } from "@/lib/memory/proposals/proposed-change"
import { inverseOf, writeChanges } from "@/lib/memory/proposals/write-changes"
import { keepForgotten, readingOf, type Revised, reviseHead, type LockedFile } from "./revise-head"
import { findSecretsIn } from "../guard/secrets-and-flags"
import { operation } from "../operation"
import { whyNotDirectly } from "../policies/places"

const LARGEST_TEXT = 4 * 1024 * 1024

export const reviseFile = operation({
  name: "file.revise",
  summary:
    "Write the next revision of a memory file, based on the revision you read. Send the whole text, or changes to its entries.",
  method: "PUT",
  path: "/files/{file}",
  right: "curate",
  version: { of: "revision", base: "base" },
  example: {
    base: 7,
    reason: "The rounding changed",
    changes: [
      { kind: "add", section: "What Worked", text: "Invoices are rounded half-even", date: "2026-11-22" },
    ],
  },
  unguarded: ["text", "changes.before"],
  input: z.object({
    file: z.string(),
    base: z.coerce.number().pipe(z.int32().positive()).describe("The revision you read"),
    text: z.string().max(LARGEST_TEXT).optional(),
    changes: z.array(proposedChange).min(1).max(500).optional(),
    reason: z.string().trim().min(1, "enter a reason").max(500),
  }),
  output: z.object({ revision: z.number(), sha256: z.string() }),
  async run(actor, input) {
    if ((input.text === undefined) === (input.changes === undefined))
      return refused("invalid", "send either text or changes")
    const place = await placeOf(actor, input.file)
    if (!place.ok) return place
    const { teamId, path, revision: latest } = place.value
    if (latest !== input.base)
      return stale(
        input,
        await findCurrentFile(visibilityOf(actor, teamId), input.file),
        await findRevision(visibilityOf(actor, teamId), input.file, input.base),
      )
    const secret = findSecretsIn({
      text: added(input.text, await before(visibilityOf(actor, teamId), input.file, input.base)),
      changes: input.changes?.map((one) => ("text" in one ? one.text : "")).join("\n"),
    })
    if (secret) return refused("invalid", secret)
    return commit(
      actor,
      { kind: "file.revise", teamId, subject: path, detail: { base: input.base } },
      async (tx) => {
        const head = await lockCurrentFile(tx, teamId, input.file)
        if (head?.revision !== input.base)
          return stale(
            input,
            head,
            await findRevision(visibilityOf(actor, teamId), input.file, input.base, tx),
          )
        const why = await whyNotDirectly(actor, teamId, head, tx)
        if (why) return refused("forbidden", why)
        if (head.role === "identity" || head.format === "instructions")
          return refused("invalid", `${path} is read-only. Change it at its source`)
        const entries = await entriesAtHead(visibilityOf(actor, teamId), head.id, tx)
        const standing = { head, entries, reading: await readingOf(visibilityOf(actor, teamId), head, tx) }
        const revised = input.changes
          ? await writeEntries(tx, actor, { teamId, standing }, { ...input, changes: input.changes })
          : await reviseHead(tx, teamId, standing, {
              text: input.text ?? "",
              reason: input.reason,
              by: { kind: actor.kind, id: actor.id, name: actor.name },
              now: new Date(),
            })
        return revised.ok ? done({ revision: revised.value.revision, sha256: revised.value.sha256 }) : revised
      },
    )
  },
})

/** Writes changes of entries. Marks removed entries as forgotten. */
async function writeEntries(
  tx: Tx,
  actor: Actor,
  { teamId, standing }: { readonly teamId: string; readonly standing: LockedFile },
  { changes, reason }: { readonly changes: readonly ProposedChange[]; readonly reason: string },
): Promise<Outcome<Revised>> {
  const { head, entries, reading } = standing
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const written = writeChanges({ ...reading, text: head.text }, entries, changes)
  if (!written.ok) return refused("invalid", `${head.path}: ${written.why}`)
  const { text, ids } = written
  const revised = await reviseHead(tx, teamId, standing, { text, ids, reason, by, now: new Date() })
  if (!revised.ok) return revised
  const inverse = inverseOf(entries, written, revised.value.ids)
  await keepForgotten(tx, teamId, inverse, { head, revision: revised.value.revision, reason, by })
  return revised
}

const NO_FILE = "memory file not found"

interface ReviseInput {
  readonly base: number
  readonly text?: string | undefined
  readonly changes?: readonly ProposedChange[] | undefined
}

/**
 * Returns a stale refusal with the texts that the writer needs to merge: the text that was read, the current
 * text, and the new text or changes.
 */
function stale(
  { base, text, changes }: ReviseInput,
  head: CurrentFile | null,
  read: { text: string } | null,
): Refusal {
  if (!head) return refused("not-found", NO_FILE)
  return refused(
    "stale",
    `${head.path} is at revision ${head.revision}, but you read revision ${base}. Merge your change into the current text`,
    { revision: head.revision, base: read?.text ?? null, theirs: head.text, yours: text ?? changes },
  )
}

async function placeOf(
  actor: Actor,
  file: string,
): Promise<Outcome<{ teamId: string; path: string; revision: number }>> {
  const found = await placeOfFile(await readableParts(actor), file)
  if (!found) return refused("not-found", NO_FILE)
  if (!can(actor, "curate", found))
    return refused(
      "forbidden",
      `${found.path}: only curators can write to this file. Propose the change instead`,
    )
  return done(found)
}

const before = async (visible: Visibility, file: string, base: number): Promise<string> =>
  (await findRevision(visible, file, base))?.text ?? ""

/**
 * Returns the lines that a text adds, with blank lines in place of the others. Existing lines are not checked
 * again.
 */
function added(text: string | undefined, base: string): string | undefined {
  if (text === undefined) return undefined
  const known = new Set(base.split("\n"))
  return text
    .split("\n")
    .map((line) => (known.has(line) ? "" : line))
    .join("\n")
}
