import { ownValue } from "@/lib/memory/text/own-value"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { fileTextsOf } from "@/lib/db/conflicts/files"
import type { ConflictRow } from "@/lib/db/conflicts/list"
import { addResolution, lockConflict, type ResolutionWrite } from "@/lib/db/conflicts/decisions"
import { sidesOf } from "@/lib/db/conflicts/sides"
import { findHead, type Head, lockFiles } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies/policies"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/decision-right"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { DEFAULT_POLICY, policyOfMemory } from "@/lib/memory/policies/policy"
import { forgetIn, keepForgotten } from "../forgetting/forget-in"
import { findSecretsIn } from "../guard/refuse-secrets"
import { FileWriting } from "../proposals/file-writing"
import type { AskedResolution } from "./asked"
import { type FilePlan, planOf } from "./plan"
import { type FileVerdict, resolveFileConflict } from "./resolve-file"
import { shownOfSides, sidesAsTheyStand } from "./sides"
import { FILE_VERDICTS, type ConflictSummary } from "./conflict-outputs"

export interface Decision extends Pick<AskedResolution, "verdict" | "text" | "left" | "right" | "side"> {
  readonly shown: string
  readonly reason: string
}

export interface Decided {
  readonly state: ConflictSummary["state"]
  /** Files that were written. */
  readonly files: number
}

/** Decides a conflict in one transaction: all files that it concerns, or none. Of several who decide at once one does, and the others are told who. */
export async function decideConflict(
  actor: Actor,
  row: ConflictRow,
  decision: Decision,
): Promise<Outcome<Decided>> {
  const why = whyMayNotReject(actor, { teamId: row.teamId, policy: DEFAULT_POLICY })
  if (why) return refused("forbidden", why)
  const earlier = whyDecided(row)
  if (earlier) return earlier
  const happening = (value: Settled) => ({
    kind: value.state === "dismissed" ? "conflict.dismiss" : "conflict.resolve",
    teamId: row.teamId,
    subject: value.subject,
    detail: { verdict: decision.verdict, conflicts: value.conflicts, files: value.paths },
  })
  const secret = await secretIn(row, decision)
  if (secret) return refused("invalid", secret)
  const settled = await commit(actor, happening, (tx) =>
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

/** A refusal that says who was first; null while it is open. */
export function whyDecided({ state, decided }: Pick<ConflictRow, "state" | "decided">): Refusal | null {
  if (state === "open") return null
  if (state === "gone")
    return refused("conflict", "one side was changed or removed: the conflict no longer applies", { state })
  return refused(
    "conflict",
    `${decided ? `already decided by ${decided.by}: ${ownValue(WORDS, decided.verdict) ?? decided.verdict}` : `already ${state}`}`,
    { state, by: decided?.by ?? null },
  )
}

const WORDS: Readonly<Record<string, string>> = {
  "keep-left": "keep left",
  "keep-right": "keep right",
  "keep-both": "keep both",
  merge: "merged",
  "delete-both": "delete both",
  override: "override",
  "not-a-conflict": "not a conflict",
  ours: "keep ours",
  theirs: "take theirs",
}

/** A statement's words are guarded like any; of a whole file, the lines that neither side has. */
async function secretIn(
  { teamId, id, kind }: ConflictRow,
  { text, left, right }: Decision,
): Promise<string | null> {
  if (kind !== "file") return findSecretsIn({ text, "left.text": left?.text, "right.text": right?.text })
  if (text === undefined) return null
  const file = (await fileTextsOf(teamId, [id])).get(id)
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
  { verdict, text, shown, reason }: Decision,
): Promise<Outcome<Settled>> {
  if (!isFileVerdict(verdict))
    return refused("invalid", `verdict: a file conflict accepts ${FILE_VERDICTS.join(", ")}`)
  const why = await whyNotInFile(tx, actor, row)
  if (why) return refused("forbidden", why)
  const resolved = await resolveFileConflict(
    tx,
    actor,
    row.teamId,
    { conflict: row.id, verdict, text, shown, reason },
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

/** Why an actor may not decide on a file, as the policy of its memory has it; null where it may. */
export async function whyNotInFile(
  tx: Tx,
  actor: Actor,
  { teamId, fileId }: ConflictRow,
): Promise<string | null> {
  const head = fileId === null ? null : await findHead(teamId, fileId, tx)
  return (
    head && whyMayNotReject(actor, { teamId, policy: policyOfMemory(await readPolicies(teamId, tx), head) })
  )
}

const isFileVerdict = (verdict: string): verdict is FileVerdict =>
  FILE_VERDICTS.some((one) => one === verdict)

async function decideStatements(
  tx: Tx,
  actor: Actor,
  { teamId, id }: ConflictRow,
  decision: Decision,
): Promise<Outcome<Settled>> {
  const dismissed = decision.verdict === "not-a-conflict"
  const held = await lockConflict(tx, teamId, id, { alike: dismissed })
  const row = held?.row
  const earlier = row ? whyDecided(row) : refused("not-found", "conflict not found")
  if (!held || !row || earlier) return earlier ?? refused("conflict", "it is decided")
  await lockFiles(tx, teamId, [...new Set((await sidesOf(teamId, [id], tx)).map((side) => side.fileId))])
  const sides = sidesAsTheyStand(await sidesOf(teamId, [id], tx))
  if (sides.left.length === 0 || sides.right.length === 0)
    return refused("conflict", "one side was changed or removed: the conflict no longer applies", {
      state: "gone",
    })
  const shown = shownOfSides(row, sides)
  if (shown !== decision.shown)
    return refused("stale", "one side changed since it was shown: look at it again", { shown })
  const plan = planOf(row, sides, decision)
  if (!plan.ok) return plan
  const policies = await readPolicies(teamId, tx)
  for (const side of [...sides.left, ...sides.right]) {
    const why = whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, side) })
    if (why) return refused("forbidden", why)
  }
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const writes: ResolutionWrite[] = []
  const paths: string[] = []
  for (const one of plan.value.files) {
    const written = await writeFile(tx, teamId, one, { by, reason: reasonOf(decision, sides.texts) })
    if (!written.ok) return written
    writes.push(...written.value.writes)
    paths.push(written.value.path)
  }
  const state = dismissed ? "dismissed" : "resolved"
  const resolution = {
    teamId,
    verdict: decision.verdict,
    by,
    reason: decision.reason,
    shown: new Uint8Array(Buffer.from(shown, "hex")),
  }
  for (const one of [row, ...held.alike])
    await addResolution(
      tx,
      { ...resolution, conflictId: one.id, round: one.round, writes: one.id === id ? writes : [] },
      { state, prevails: plan.value.prevails },
    )
  return done({
    state,
    subject: paths[0] ?? sides.left[0]?.path ?? "",
    conflicts: [row, ...held.alike].map((one) => ({ id: one.id, state })),
    paths,
    written: paths.length,
  })
}

interface Writing {
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
}

/** Writes what a plan means for one file as one revision; what leaves it is forgotten. */
async function writeFile(
  tx: Tx,
  teamId: string,
  { fileId, forget, changes }: FilePlan,
  { by, reason }: Writing,
): Promise<Outcome<{ path: string; writes: ResolutionWrite[] }>> {
  const now = new Date()
  const file = await FileWriting.hold(tx, teamId, fileId)
  if (!file) return refused("conflict", "one of its files no longer exists")
  const { path } = file.head
  const hindrance = whyNotWritten(file.head)
  if (hindrance) return refused("conflict", hindrance)
  const taken = forgetIn(file, forget)
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

/** Why nothing can be written into a file; null where it can. */
export function whyNotWritten(
  head: Pick<Head, "path" | "state" | "role" | "format" | "agent" | "optedOut">,
): string | null {
  if (head.state === "gone")
    return `${head.path} was removed from its source: import it again, or dismiss the conflict`
  if (head.role === "identity" || head.format === "instructions")
    return `${head.path} is read-only: it contains instructions, not memory`
  if (head.optedOut) return `${head.agent} has opted out of memory: ${head.path} cannot be changed`
  return null
}

function reasonOf(
  { verdict, reason }: Decision,
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
    ) ?? `Narrowed ${words(texts.left)} and ${words(texts.right)}`
  return `Resolved: ${what}${reason === "" ? "" : `: ${reason}`}`.slice(0, 500)
}
