import {
  type Write,
  revisionsFrom,
  filesTurnedBy,
  writesOf,
  type Selection,
  type TurnedFile,
  type StoredRevision,
} from "@/lib/db/memory-files/authorship"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { type ForgottenSince, forgottenSinceMigration } from "@/lib/db/memory-files/forgotten-entries"
import type { Change } from "@/lib/memory/memory-files/format"
import { entriesByFile, currentFilesById } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies"
import { revertedIn, type RevertedRow } from "@/lib/db/memory-files/reverts"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { groupBy } from "@/lib/memory/text/aggregates"
import { policyOfMemory, type PlacedPolicy } from "@/lib/memory/policies/policy"
import { revertParts, type RevisionPart, type PastRevision } from "@/lib/memory/reverts/revert-part"
import { type LockedFile, readingOf } from "../writing/revise-head"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

/** Effect of a revert on one file. */
export interface RevertFilePlan {
  readonly standing: LockedFile
  /** New text with its entry ids. Null if the text stays. */
  readonly next: { readonly text: string; readonly ids: readonly (string | null)[] } | null
  /** True if the revert restores the file, false if it removes the file. Null if neither. */
  readonly present: boolean | null
  /** Writes that are reverted completely. */
  readonly writes: readonly Write[]
  /** Number of all writes to the file that were selected for the revert. */
  readonly asked: number
  readonly left: readonly {
    readonly why: string
    readonly line: number | null
    readonly text: string
    readonly by: string | null
  }[]
}

/**
 * Returns the files that come back when a migration is undone, without entries that were forgotten in the
 * meantime.
 */
async function stayForgotten(
  visible: Visibility,
  migrationId: string,
  plans: readonly RevertFilePlan[],
  tx?: Tx,
): Promise<RevertFilePlan[]> {
  const forgotten = await forgottenSinceMigration(visible, migrationId, tx)
  return forgotten.size === 0 ? [...plans] : plans.map((plan) => without(plan, forgotten))
}

function without(plan: RevertFilePlan, forgotten: ReadonlyMap<string, ForgottenSince>): RevertFilePlan {
  const {
    standing: { head, reading, entries },
    next,
    present,
    left,
  } = plan
  if (next === null && present !== true) return plan
  const [text, ids] = [next?.text ?? head.text, next?.ids ?? entries.map(({ id }) => id)]
  const there = new Set(head.state === "gone" ? [] : entries.map(({ id }) => id))
  const out = reading.format.parse(text, reading.path).entries.flatMap((entry, at) => {
    const why = forgotten.get(hexOf(hashOfStatement(entry.text)))
    return why === undefined || there.has(ids[at] ?? "") ? [] : [{ at, entry, why }]
  })
  if (out.length === 0) return plan
  const told = (why: string) =>
    out.map(({ entry, why: { by } }) => ({ why, line: entry.span.line, text: entry.text, by }))
  const shorter = revised(
    plan,
    text,
    out.map(({ at }) => ({ kind: "remove", entry: at })),
  )
  if (shorter === null)
    return {
      ...plan,
      left: [
        ...left,
        ...told(
          "has since been forgotten, but was restored because it cannot be removed separately. Forget it again",
        ),
      ],
    }
  const gone = new Set(out.map(({ at }) => at))
  return {
    ...plan,
    next: { text: shorter, ids: ids.filter((_, at) => !gone.has(at)) },
    left: [...left, ...told("has since been forgotten, so it is not restored")],
  }
}

function revised(
  { standing: { reading } }: RevertFilePlan,
  text: string,
  changes: readonly Change[],
): string | null {
  try {
    return reading.format.revise(text, reading.path, changes)
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/** Id for the whole of a revision that no proposal wrote. */
const WHOLE = "whole"

interface StoredPast {
  /** All revisions of one file, oldest first. */
  readonly revisions: readonly StoredRevision[]
  /** Writes to revert. */
  readonly taken: readonly Write[]
  /** Writes that earlier reverts undid, including reverts that were undone. */
  readonly reverted: readonly RevertedRow[]
}

/**
 * Returns the revisions of a file with the fate of each part: "taken" if this plan reverts it, "spent" if it
 * was undone or reverted before, else "kept". A revision that undid or reverted others is itself spent. If a
 * revert was reverted, the parts that it reverted are kept again.
 */
function pastOf({ revisions, taken, reverted }: StoredPast): PastRevision[] {
  const isTaken = (number: number, proposalId: string | null) =>
    taken.some((one) => one.revision === number && one.proposalId === proposalId)
  const ended = new Set(
    revisions.flatMap(({ revertId, number }) =>
      revertId !== null && isTaken(number, null) ? [revertId] : [],
    ),
  )
  const counting = reverted.filter(({ revertId, releasedBy }) =>
    releasedBy === null ? !ended.has(revertId) : ended.has(releasedBy),
  )
  const isSpent = (number: number, proposalId: string | null, round: number | null) =>
    counting.some((row) => row.revision === number && row.proposalId === proposalId && row.round === round)
  return revisions.map(({ number, text, entryIds, by, parts, undoes, revertId }) => {
    const back = [
      ...new Set([
        ...undoes,
        ...counting.flatMap((row) => (row.revertId === revertId ? [row.revision] : [])),
      ]),
    ]
    const fateOfWhole = (): RevisionPart["fate"] => {
      if (isTaken(number, null)) return "taken"
      return back.length > 0 || isSpent(number, null, null) ? "spent" : "kept"
    }
    const whole = fateOfWhole()
    const fateOf = ({ undone, proposalId, round }: (typeof parts)[number]): RevisionPart["fate"] => {
      if (undone || isSpent(number, proposalId, round)) return "spent"
      return isTaken(number, proposalId) ? "taken" : "kept"
    }
    const proposed = parts.map((part): RevisionPart => ({
      id: part.proposalId,
      by: part.by,
      inverse: part.inverse,
      fate: fateOf(part),
    }))
    return {
      number,
      text,
      ids: entryIds,
      parts: proposed.length > 0 ? proposed : [{ id: WHOLE, fate: whole, by, inverse: null }],
      undoes: whole === "taken" ? [] : back,
    }
  })
}

/** Number of files per portion. Their texts are in memory at the same time. */
const PORTION = 100

/**
 * Plans a revert of the selected writes. Yields the plans of files in portions, each sorted by project and
 * path. `tx`: transaction to read in, after it locked the files.
 */
export async function* planRevert(
  actor: Actor,
  teamId: string,
  selection: Selection,
  tx?: Tx,
): AsyncGenerator<RevertFilePlan[]> {
  const writes = await writesOf(selection, tx)
  const turned = await filesTurnedBy(selection, tx)
  const policies = await readPolicies(visibilityOf(actor, teamId), tx)
  const byFile = groupBy(writes, (one) => one.fileId)
  const turns = new Map(turned.map((one) => [one.fileId, one]))
  const ids = [...new Set([...byFile.keys(), ...turns.keys()])].toSorted()
  for (let at = 0; at < ids.length; at += PORTION) {
    const plans = await planPortion(
      actor,
      teamId,
      { ids: ids.slice(at, at + PORTION), byFile, turns, policies },
      tx,
    )
    yield "migration" in selection.of
      ? stayForgotten(visibilityOf(actor, teamId), selection.of.migration, plans, tx)
      : plans
  }
}

/** Returns the ids of files that the selected writes changed, removed or restored. */
export async function filesOfSelection(selection: Selection, tx?: Tx): Promise<string[]> {
  const writes = await writesOf(selection, tx)
  const turned = await filesTurnedBy(selection, tx)
  return [...new Set([...writes, ...turned].map((one) => one.fileId))]
}

interface Portion {
  readonly ids: readonly string[]
  readonly byFile: ReadonlyMap<string, readonly Write[]>
  readonly turns: ReadonlyMap<string, TurnedFile>
  readonly policies: readonly PlacedPolicy[]
}

async function planPortion(
  actor: Actor,
  teamId: string,
  { ids, byFile, turns, policies }: Portion,
  tx?: Tx,
): Promise<RevertFilePlan[]> {
  const wanted = ids.flatMap((fileId) => {
    const first = Math.min(...(byFile.get(fileId) ?? []).map((one) => one.revision))
    return Number.isFinite(first) ? [{ fileId, from: Math.max(1, first - 1) }] : []
  })
  const heads = await currentFilesById(visibilityOf(actor, teamId), ids, tx)
  const entries = await entriesByFile(visibilityOf(actor, teamId), ids, tx)
  const revisions = await revisionsFrom(visibilityOf(actor, teamId), wanted, tx)
  const reverted = await revertedIn(visibilityOf(actor, teamId), ids, tx)
  const histories = groupBy(revisions, (one) => one.fileId)
  const rows = groupBy(reverted, (one) => one.fileId)
  const plans: RevertFilePlan[] = []
  for (const head of heads) {
    const standing = {
      head,
      entries: entries.get(head.id) ?? [],
      reading: await readingOf(visibilityOf(actor, teamId), head, tx),
    }
    const taken = byFile.get(head.id) ?? []
    const why = whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, head) })
    if (why !== null)
      plans.push({
        standing,
        next: null,
        present: null,
        writes: [],
        asked: taken.length,
        left: [{ why, line: null, text: "", by: null }],
      })
    else
      plans.push(
        planFile(standing, {
          taken,
          revisions: histories.get(head.id) ?? [],
          reverted: rows.get(head.id) ?? [],
          turn: turns.get(head.id) ?? null,
        }),
      )
  }
  return plans
}

interface Past extends StoredPast {
  /** Removal or restoration of the file by an import, a revert or a migration. Null if there was none. */
  readonly turn: TurnedFile | null
}

function planFile(standing: LockedFile, { taken, turn: turned, ...stored }: Past): RevertFilePlan {
  const { head } = standing
  const stays = turned !== null && !turned.present && typeof turned.since === "string"
  const turn = turned === null || stays ? null : turned.present
  const others = stays
    ? [
        {
          why: "the file is kept because others have since written to it",
          line: null,
          text: "",
          by: turned.since ?? null,
        },
      ]
    : []
  if (taken.length === 0) return { standing, next: null, present: turn, writes: [], asked: 0, left: others }
  const ids = standing.entries.map((entry) => entry.id)
  const past = pastOf({ ...stored, taken }).map((one) =>
    one.number === head.revision && one.ids.length === 0 ? { ...one, ids } : one,
  )
  const { text, ids: nextIds, gone, left } = revertParts(standing.reading, past)
  const kept = new Set(left.flatMap(({ revision, parts }) => parts.map((part) => `${revision} ${part}`)))
  const writes = taken.filter(({ revision, proposalId }) => !kept.has(`${revision} ${proposalId ?? WHOLE}`))
  const changes = text !== head.text || nextIds.some((id, at) => id !== null && id !== ids[at])
  return {
    standing,
    next: gone || !changes ? null : { text, ids: nextIds },
    present: gone ? presentIfRemoved(head) : turn,
    writes,
    asked: taken.length,
    left: [...left, ...others],
  }
}

const presentIfRemoved = ({ state }: LockedFile["head"]): false | null => (state === "gone" ? null : false)

/** Returns the values in which plans of a file can differ, for the hash of the preview. */
export function planIdentity({ standing: { head }, next, present, left }: RevertFilePlan): unknown {
  return [head.id, head.revision, head.state, next?.text ?? null, present, left]
}

export const changesFile = ({ next, present }: RevertFilePlan): boolean => next !== null || present !== null
