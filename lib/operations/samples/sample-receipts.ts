import { sha256Hex } from "@/lib/files/sha256"
import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { findCurrentFileAt, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import {
  addEndedSession,
  backdateReceipt,
  backdateRevision,
  bytesAt,
  hasReceipt,
} from "@/lib/db/deliveries/sample-receipts"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { valueOf } from "./load-and-remove"
import { proposalPlace } from "../proposals/proposal-place"
import { startSession } from "../sessions/start"
import { reviseFile } from "../writing/revise-file"

const sample = z.object({
  team: z.string(),
  project: z.string(),
  agent: z.string(),
  harness: z.string(),
  session: z.string(),
  /** Owner of the access token that was used. */
  by: z.string(),
  /** Number of hours since the session began. */
  hours: z.number(),
  /** True if the session began before people changed anything. */
  before: z.boolean().default(false),
  /**
   * Files that the harness found on its disk: the current bytes, the bytes of an earlier revision, or unknown
   * bytes (`changed`).
   */
  onDisk: z
    .array(
      z.object({
        path: z.string(),
        revisionsAgo: z.number().default(0),
        changed: z.boolean().default(false),
      }),
    )
    .default([]),
})

/**
 * Schema of an entry that a person rewords between the sessions. `says`: the text of the entry. `now`: the
 * new text.
 */
const reword = z.object({
  team: z.string(),
  project: z.string(),
  path: z.string(),
  says: z.string(),
  now: z.string(),
  hours: z.number().default(0),
})

/** Schema of a session that ended without a receipt. */
const ended = z.object({
  team: z.string(),
  project: z.string(),
  agent: z.string(),
  harness: z.string(),
  session: z.string(),
  hours: z.number(),
  summary: z.string(),
})

export const sampleReceipts = z.object({
  receipts: z.array(sample),
  rewords: z.array(reword),
  ended: z.array(ended),
})
type Samples = z.output<typeof sampleReceipts>

/**
 * Starts the sessions of the sample agents that took place before or after people changed their memory.
 * Returns the number of sessions. Throws if an operation refuses.
 */
export async function loadSampleReceipts(
  actor: Actor,
  { receipts }: Samples,
  { before, now }: { before: boolean; now: Date },
): Promise<number> {
  let begun = 0
  for (const one of receipts) {
    const { team, project } = valueOf(await proposalPlace(actor, one, "read"))
    if (one.before !== before || (await hasReceipt(wholeTeamUnchecked(team.id), one.session))) continue
    const onDisk = await Promise.all(
      one.onDisk.map(async ({ path, revisionsAgo, changed }) => ({
        path,
        sha256:
          (changed ? null : await bytesAt(wholeTeamUnchecked(team.id), project.id, path, revisionsAgo)) ??
          sha256Hex(`${one.session}/${path}`),
      })),
    )
    const { agent, harness, session, by, hours } = one
    const { receipt } = valueOf(
      await startSession.run(
        actor,
        startSession.input.parse({ team: team.id, project: project.id, agent, harness, session, onDisk }),
      ),
    )
    if (receipt === null) throw new Error(`samples: ${agent} has opted out and leaves no receipt`)
    await commit(actor, { kind: "samples.load", teamId: team.id, subject: "receipts" }, async (tx) =>
      done(await backdateReceipt(tx, team.id, receipt, { createdAt: hoursBefore(now, hours), by })),
    )
    begun += 1
  }
  return begun
}

/**
 * Rewords the entries that people changed between the sessions. Skips entries that already have the new text.
 * Throws if a file is missing.
 */
export async function rewordSamples(
  actor: Actor,
  { rewords }: Samples,
  { now: at }: { now: Date },
): Promise<void> {
  for (const { path, says, now, hours, ...place } of rewords) {
    const { team, project } = valueOf(await proposalPlace(actor, place, "read"))
    const head = await findCurrentFileAt(visibilityOf(actor, team.id), project.id, path)
    if (!head) throw new Error(`samples: there is no ${path} in ${project.name}`)
    const entry = (await entriesAtHead(visibilityOf(actor, team.id), head.id)).find(
      (each) => each.text === says,
    )
    if (!entry) continue
    const { revision } = valueOf(
      await reviseFile.run(actor, {
        file: head.id,
        base: head.revision,
        changes: [{ kind: "edit", entry: entry.id, before: says, text: now }],
        reason: "Clarified the wording",
      }),
    )
    await commit(actor, { kind: "samples.load", teamId: team.id, subject: path }, async (tx) =>
      done(await backdateRevision(tx, team.id, { file: head.id, revision, at: hoursBefore(at, hours) })),
    )
  }
}

/**
 * Records sessions that ended without a receipt, because their harness does not load memory from Quarterdeck.
 */
export async function loadEndedSessions(
  actor: Actor,
  { ended }: Samples,
  { now }: { now: Date },
): Promise<void> {
  for (const { agent, harness, session, summary, hours, ...place } of ended) {
    const { team, project } = valueOf(await proposalPlace(actor, place, "read"))
    await commit(actor, { kind: "samples.load", teamId: team.id, subject: "sessions" }, async (tx) =>
      done(
        await addEndedSession(tx, team.id, {
          projectId: project.id,
          agent,
          harness,
          session,
          summary,
          at: hoursBefore(now, hours),
        }),
      ),
    )
  }
}

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
