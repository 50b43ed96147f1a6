import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  lockConflict,
  lockDismissed,
  reopenConflicts,
  resolutionOf,
  type ResolutionWrite,
} from "@/lib/db/conflicts/store"
import type { ConflictRow } from "@/lib/db/conflicts/conflicts"
import { sidesOf } from "@/lib/db/conflicts/sides"
import { markUnits } from "@/lib/db/alerts/units-to-evaluate"
import { lockFiles } from "@/lib/db/memory-files/current-revisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { DEFAULT_POLICY } from "@/lib/memory/policies/policy"
import { prevailingSide } from "@/lib/memory/conflicts/precedence"
import type { Scope } from "@/lib/memory/memory-files/format"
import { FileWriting } from "../proposals/file-writing"
import { undoWritesInFile } from "../proposals/decisions/undo"
import { type DecidedConflict, whyNotInFile, whyNotInMemories } from "./decide"
import { undoFileResolution } from "./resolve-file"

/** Undoes the decision on a conflict: restores all its files and opens it again, in one transaction. */
export async function undoDecision(actor: Actor, row: ConflictRow): Promise<Outcome<DecidedConflict>> {
  const why = whyMayNotReject(actor, { teamId: row.teamId, policy: DEFAULT_POLICY })
  if (why) return refused("forbidden", why)
  const event = (value: Undone) => ({
    kind: "conflict.undo",
    teamId: row.teamId,
    subject: value.subject,
    detail: { conflicts: value.conflicts, files: value.paths },
  })
  const undone = await commit(actor, event, (tx) =>
    row.kind === "file" ? undoFile(tx, actor, row) : undoStatements(tx, actor, row),
  ).catch((cause: { code?: string }) => {
    if (isTaken(cause))
      return refused("conflict", "the same conflict has been found again. Resolve the new conflict instead")
    throw cause
  })
  return undone.ok ? done({ state: "open", files: undone.value.written }) : undone
}

/** True if another open conflict has the same key (unique constraint violation). */
const isTaken = (cause: { code?: string }): boolean =>
  cause.code === "P2002" || (cause.code === "P2010" && String(cause).includes("23505"))

interface Undone {
  readonly subject: string
  readonly conflicts: { id: string; state: string }[]
  readonly paths: string[]
  readonly written: number
}

async function undoFile(tx: Tx, actor: Actor, row: ConflictRow): Promise<Outcome<Undone>> {
  const { teamId, id } = row
  const why = await whyNotInFile(tx, actor, row)
  if (why) return refused("forbidden", why)
  const undone = await undoFileResolution(tx, actor, { teamId, id }, new Date())
  if (!undone.ok) return undone
  const { path, revision } = undone.value
  return done({
    subject: path,
    conflicts: [{ id, state: "open" }],
    paths: [path],
    written: revision === null ? 0 : 1,
  })
}

async function undoStatements(
  tx: Tx,
  actor: Actor,
  { teamId, id, state }: ConflictRow,
): Promise<Outcome<Undone>> {
  const alike = state === "dismissed" ? await lockDismissed(tx, teamId, id) : []
  const held = await lockConflict(tx, teamId, id)
  const resolution = held ? await resolutionOf(tx, teamId, held.row) : null
  if (!held || !resolution || (held.row.state !== "resolved" && held.row.state !== "dismissed"))
    return refused("conflict", "the conflict is open, so there is nothing to undo")
  const sides = await sidesOf(wholeTeamUnchecked(teamId), [id], tx)
  const why = await whyNotInMemories(tx, actor, teamId, sides)
  if (why) return why
  const undone = await undoWrites(tx, actor, teamId, resolution.writes)
  if (!undone.ok) return undone
  const paths = undone.value
  const prevails = prevailsByScope(held.row, sides)
  const reopened = [held.row, ...alike.filter((one) => one.id !== id)]
  await reopenConflicts(
    tx,
    teamId,
    reopened.map((one) => ({ id: one.id, round: one.round, ...(one.id === id ? { prevails } : {}) })),
    actor.name,
  )
  // Entries that the decision kept may be stale again.
  const files = new Set(sides.map((side) => side.fileId))
  await markUnits(tx, teamId, { files: [...files], agents: [], projects: [] })
  return done({
    subject: paths[0] ?? sides[0]?.path ?? "",
    conflicts: reopened.map((one) => ({ id: one.id, state: "open" })),
    paths,
    written: paths.length,
  })
}

/** Undoes the writes file by file, and returns the paths. */
async function undoWrites(
  tx: Tx,
  actor: Actor,
  teamId: string,
  writes: readonly ResolutionWrite[],
): Promise<Outcome<string[]>> {
  const files = groupBy(writes, (write) => write.fileId)
  await lockFiles(tx, teamId, [...files.keys()])
  const paths: string[] = []
  for (const [fileId, own] of files) {
    const path = await undoInFile(tx, actor, { teamId, fileId, writes: own })
    if (!path.ok) return path
    paths.push(path.value)
  }
  return done(paths)
}

/** Returns the side that prevails by scope, without an override. Null for conflicts within one scope. */
function prevailsByScope(
  { kind }: ConflictRow,
  sides: readonly { side: "left" | "right"; scope: string }[],
): "left" | "right" | null {
  const scopeOf = (side: "left" | "right") =>
    (sides.find((one) => one.side === side)?.scope ?? "project") as Scope
  return kind === "cross-scope" ? prevailingSide(scopeOf("left"), scopeOf("right")) : null
}

async function undoInFile(
  tx: Tx,
  actor: Actor,
  { teamId, fileId, writes }: { teamId: string; fileId: string; writes: readonly ResolutionWrite[] },
): Promise<Outcome<string>> {
  const file = await FileWriting.hold(tx, teamId, fileId)
  if (!file) return refused("conflict", "one of the conflict's files no longer exists")
  const undone = await undoWritesInFile(actor, file, writes, {
    reason: "Undone: the resolution of a conflict",
    instead: "Restore the entries, or edit the file",
    now: new Date(),
  })
  return undone.ok ? done(file.head.path) : undone
}
