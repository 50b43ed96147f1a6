import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { ownValue } from "@/lib/memory/text/own-value"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { fileTextsOf } from "@/lib/db/conflicts/file-conflicts"
import type { ConflictRow } from "@/lib/db/conflicts/conflicts"
import { markUnits } from "@/lib/db/alerts/units-to-evaluate"
import { addResolution, lockConflict, type ResolutionWrite } from "@/lib/db/conflicts/store"
import { sidesOf } from "@/lib/db/conflicts/sides"
import { findCurrentFile, type CurrentFile, lockFiles } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { DEFAULT_POLICY, policyOfMemory } from "@/lib/memory/policies/policy"
import { forgetEntriesIn } from "../forgetting/forget"
import { keepForgotten } from "../writing/revise-head"
import { findSecretsIn } from "../guard/secrets-and-flags"
import { FileWriting } from "../proposals/file-writing"
import { type RequestedResolution, type ConflictFilePlan, planResolution } from "./resolution-plan"
import { type FileVerdict, resolveFileConflict } from "./resolve-file"
import { shownOfSides, currentSidesOf } from "./sides"
import { FILE_VERDICTS, type ConflictSummary } from "./conflict-outputs"

export interface ConflictDecision extends Pick<
  RequestedResolution,
  "verdict" | "text" | "left" | "right" | "side"
> {
  /** Hash of the sides that the caller saw. */
  readonly shown: string
  readonly reason: string
}

export interface DecidedConflict {
  readonly state: ConflictSummary["state"]
  /** Number of files that were written. */
  readonly files: number
}

/**
 * Decides a conflict and writes all its files in one transaction. A later decision on the same conflict is
 * refused and names who decided.
 */
export async function decideConflict(
  actor: Actor,
  row: ConflictRow,
  decision: ConflictDecision,
): Promise<Outcome<DecidedConflict>> {
  const why = whyMayNotReject(actor, { teamId: row.teamId, policy: DEFAULT_POLICY })
  if (why) return refused("forbidden", why)
  const earlier = whyConflictDecided(actor, row)
  if (earlier) return earlier
  const event = (value: Settled) => ({
    kind: value.state === "dismissed" ? "conflict.dismiss" : "conflict.resolve",
    teamId: row.teamId,
    subject: value.subject,
    detail: { verdict: decision.verdict, conflicts: value.conflicts, files: value.paths },
  })
  const secret = await secretIn(row, decision)
  if (secret) return refused("invalid", secret)
  const settled = await commit(actor, event, (tx) =>
    row.kind === "file" ? decideFile(tx, actor, row, decision) : decideStatements(tx, actor, row, decision),
  )
  return settled.ok ? done({ state: settled.value.state, files: settled.value.written }) : settled
}

interface Settled {
  readonly state: "resolved" | "dismissed"
  readonly subject: string
  readonly conflicts: { id: string; state: string }[]
  readonly paths: string[]
  readonly written: number
}

/** Returns a refusal that names who decided the conflict, or null if it is open. */
export function whyConflictDecided(
  { id }: Pick<Actor, "id">,
  { state, decided }: Pick<ConflictRow, "state" | "decided">,
): Refusal | null {
  if (state === "open") return null
  if (state === "gone")
    return refused("conflict", "one side was changed or removed, so the conflict no longer applies", {
      state,
    })
  return refused(
    "conflict",
    `${decided ? `already decided by ${decided.byId === id ? "you" : decided.by}: ${ownValue(VERDICT_LABELS, decided.verdict) ?? decided.verdict}` : `already ${state}`}`,
    { state, by: decided?.by ?? null },
  )
}

const VERDICT_LABELS: Readonly<Record<string, string>> = {
  "keep-left": "keep left",
  "keep-right": "keep right",
  "keep-both": "keep both",
  merge: "merge",
  "delete-both": "delete both",
  override: "override",
  "not-a-conflict": "not a conflict",
  ours: "keep ours",
  theirs: "take theirs",
}

/**
 * Returns a message about a secret in the decision's text, or null. Of a whole file, only lines that neither
 * side has are checked.
 */
async function secretIn(
  { teamId, id, kind }: ConflictRow,
  { text, left, right }: ConflictDecision,
): Promise<string | null> {
  if (kind !== "file") return findSecretsIn({ text, "left.text": left?.text, "right.text": right?.text })
  if (text === undefined) return null
  const file = (await fileTextsOf(wholeTeamUnchecked(teamId), [id])).get(id)
  const known = new Set(`${file?.ours}\n${file?.theirs}`.split("\n"))
  return findSecretsIn({
    text: text
      .split("\n")
      .map((line) => (known.has(line) ? "" : line))
      .join("\n"),
  })
}

async function decideFile(
  tx: Tx,
  actor: Actor,
  row: ConflictRow,
  { verdict, text, shown, reason }: ConflictDecision,
): Promise<Outcome<Settled>> {
  if (!isFileVerdict(verdict))
    return refused("invalid", `verdict: for a file conflict, enter one of ${FILE_VERDICTS.join(", ")}`)
  const why = await whyNotInFile(tx, actor, row)
  if (why) return refused("forbidden", why)
  const resolved = await resolveFileConflict(
    tx,
    actor,
    { teamId: row.teamId, conflict: row.id, verdict, text, shown, reason },
    new Date(),
  )
  if (!resolved.ok) return resolved
  return done({
    state: "resolved",
    subject: resolved.value.path,
    conflicts: [{ id: row.id, state: "resolved" }],
    paths: [resolved.value.path],
    written: resolved.value.revision === null ? 0 : 1,
  })
}

/** Returns why the policy does not allow the actor to decide on the conflict's file, or null. */
export async function whyNotInFile(
  tx: Tx,
  actor: Actor,
  { teamId, fileId }: ConflictRow,
): Promise<string | null> {
  const head = fileId === null ? null : await findCurrentFile(visibilityOf(actor, teamId), fileId, tx)
  return (
    head &&
    whyMayNotReject(actor, {
      teamId,
      policy: policyOfMemory(await readPolicies(visibilityOf(actor, teamId), tx), head),
    })
  )
}

/**
 * Returns a refusal if a policy does not allow the actor to decide on the memory of one of the sides, else
 * null.
 */
export async function whyNotInMemories(
  tx: Tx,
  actor: Actor,
  teamId: string,
  sides: readonly Parameters<typeof policyOfMemory>[1][],
): Promise<Refusal | null> {
  const policies = await readPolicies(visibilityOf(actor, teamId), tx)
  for (const side of sides) {
    const why = whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, side) })
    if (why) return refused("forbidden", why)
  }
  return null
}

const isFileVerdict = (verdict: string): verdict is FileVerdict =>
  FILE_VERDICTS.some((one) => one === verdict)

async function decideStatements(
  tx: Tx,
  actor: Actor,
  { teamId, id }: ConflictRow,
  decision: ConflictDecision,
): Promise<Outcome<Settled>> {
  const locked = await lockUndecided(tx, actor, { teamId, id, decision })
  if (!locked.ok) return locked
  const { row, alike, sides } = locked.value
  const plan = planResolution(row, sides, decision)
  if (!plan.ok) return plan
  const why = await whyNotInMemories(tx, actor, teamId, [...sides.left, ...sides.right])
  if (why) return why
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const writes: ResolutionWrite[] = []
  const paths: string[] = []
  for (const file of plan.value.files) {
    const written = await writeFile(tx, teamId, file, { by, reason: reasonOf(decision, sides.texts) })
    if (!written.ok) return written
    writes.push(...written.value.writes)
    paths.push(written.value.path)
  }
  const state = decision.verdict === "not-a-conflict" ? "dismissed" : "resolved"
  const resolution = {
    teamId,
    verdict: decision.verdict,
    by,
    reason: decision.reason,
    shown: new Uint8Array(Buffer.from(decision.shown, "hex")),
  }
  for (const one of [row, ...alike])
    await addResolution(
      tx,
      { ...resolution, conflictId: one.id, round: one.round, writes: one.id === id ? writes : [] },
      { state, prevails: plan.value.prevails },
    )
  // A decision can end the staleness of kept entries without a change of their files.
  const files = new Set([...sides.left, ...sides.right].map((side) => side.fileId))
  await markUnits(tx, teamId, { files: [...files], agents: [], projects: [] })
  return done({
    state,
    subject: paths[0] ?? sides.left[0]?.path ?? "",
    conflicts: [row, ...alike].map((one) => ({ id: one.id, state })),
    paths,
    written: paths.length,
  })
}

type LockedConflict = NonNullable<Awaited<ReturnType<typeof lockConflict>>> & {
  readonly sides: ReturnType<typeof currentSidesOf>
}

/** Locks the conflict and its files. Refuses if it is decided, or if a side changed since it was shown. */
async function lockUndecided(
  tx: Tx,
  actor: Actor,
  { teamId, id, decision }: Pick<ConflictRow, "teamId" | "id"> & { readonly decision: ConflictDecision },
): Promise<Outcome<LockedConflict>> {
  const { verdict, shown: seen } = decision
  const held = await lockConflict(tx, teamId, id, { alike: verdict === "not-a-conflict" })
  if (!held) return refused("not-found", "conflict not found")
  const earlier = whyConflictDecided(actor, held.row)
  if (earlier) return earlier
  await lockFiles(tx, teamId, [
    ...new Set((await sidesOf(wholeTeamUnchecked(teamId), [id], tx)).map((side) => side.fileId)),
  ])
  const sides = currentSidesOf(await sidesOf(wholeTeamUnchecked(teamId), [id], tx))
  if (sides.left.length === 0 || sides.right.length === 0)
    return refused("conflict", "one side was changed or removed, so the conflict no longer applies", {
      state: "gone",
    })
  const shown = shownOfSides(held.row, sides)
  if (shown !== seen)
    return refused("stale", "one side has changed since you opened the conflict. Review the conflict again", {
      shown,
    })
  return done({ ...held, sides })
}

interface Authorship {
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
}

/** Writes the changes of one file as one revision. Removed entries are forgotten. */
async function writeFile(
  tx: Tx,
  teamId: string,
  { fileId, forget, changes }: ConflictFilePlan,
  { by, reason }: Authorship,
): Promise<Outcome<{ path: string; writes: ResolutionWrite[] }>> {
  const now = new Date()
  const file = await FileWriting.hold(tx, teamId, fileId)
  if (!file) return refused("conflict", "one of the conflict's files no longer exists")
  const { path } = file.head
  const hindrance = whyNotWritten(file.head)
  if (hindrance) return refused("conflict", hindrance)
  const taken = forgetEntriesIn(file, forget)
  if (!taken.ok) return taken
  const groups: Pick<ResolutionWrite, "changes" | "inverse">[] =
    taken.value.changes.length > 0 ? [taken.value] : []
  for (const group of changes) {
    const result = file.write(group)
    if ("why" in result) return refused("invalid", `${path}: ${result.why}`)
    groups.push({ changes: result.written.applied, inverse: result.inverse })
  }
  const closed = await file.close(by, reason, now)
  if (!closed.ok) return closed
  const revision = closed.value?.revision ?? file.head.revision
  await keepForgotten(tx, teamId, taken.value.inverse, { head: file.head, revision, reason, by })
  return done({ path, writes: groups.map((group) => ({ fileId, revision, ...group })) })
}

/** Returns why a file cannot be written, or null if it can. */
export function whyNotWritten(
  head: Pick<CurrentFile, "path" | "state" | "role" | "format" | "agent" | "optedOut">,
): string | null {
  if (head.state === "gone")
    return `${head.path} was removed from its source. Import the file again, or dismiss the conflict`
  if (head.role === "identity" || head.format === "instructions")
    return `${head.path} is read-only: it contains instructions, not memory`
  if (head.optedOut) return `${head.agent} has opted out of memory, so ${head.path} cannot be changed`
  return null
}

function reasonOf(
  { verdict, reason }: ConflictDecision,
  texts: { readonly left: string; readonly right: string },
): string {
  const words = (text: string) =>
    `“${text.replaceAll(/\s+/g, " ").slice(0, 60)}${text.length > 60 ? "…" : ""}”`
  const what =
    ownValue(
      {
        "keep-left": `Kept ${words(texts.left)} over ${words(texts.right)}`,
        "keep-right": `Kept ${words(texts.right)} over ${words(texts.left)}`,
        merge: `Merged ${words(texts.left)} and ${words(texts.right)}`,
        "delete-both": `Deleted ${words(texts.left)} and ${words(texts.right)}, which contradict each other`,
      },
      verdict as string,
    ) ?? `Narrowed the scope of ${words(texts.left)} and ${words(texts.right)}`
  return `Resolved: ${what}${reason === "" ? "" : `: ${reason}`}`.slice(0, 500)
}
