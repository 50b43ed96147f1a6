import { formatCount } from "@/lib/memory/text/sentence"
import { type SeedPlanRow, type StoredPlacement, changeSeedPlan, lockSeedPlan } from "@/lib/db/seed/plans"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { isIncluded, type IncludedPlacement } from "@/lib/memory/seed/plan"
import { leaveOutBarred, headingsOf } from "@/lib/memory/seed/seeded-file"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { type Tx, commit } from "@/lib/db/infra/commit"
import { entriesOfIds } from "@/lib/db/seed/agents"
import { newId } from "@/lib/db/infra/identifiers"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { WrittenChange } from "@/lib/memory/proposals/written-change"
import { optedOutMessage } from "../sessions/session-place"
import { whyNotDirectly } from "../policies/places"
import { storeChecked, type ProposalToStore } from "../proposals/decisions/store-checked-proposals"
import { type ProposalRequest, prepareProposal, proposeInput, completeProposal } from "../proposals/create"
import { type Target, targetOfFile } from "../proposals/target"
import { decisionRight, policyPlaceOf } from "./describe"
import { stored, findBarredEntries } from "./draft"
import type { VisiblePlan } from "./seed-plans"
import { findTarget, type CurrentTarget, seedingOn } from "./target"
import type { Applied } from "./seed-outputs"
import { checkStillWaiting } from "./plan-seeding"

export interface ReadyPlan {
  readonly version: number
  readonly reason: string | null
  readonly target: CurrentTarget
  /** Placements to write. Entries that may not be written are left out. */
  readonly placements: readonly StoredPlacement[]
  readonly left: Applied["left"]
  /** True if the plan is applied as proposals, not written directly. */
  readonly asProposals: boolean
}

interface ApplyInput {
  readonly version: number
  readonly reason?: string | undefined
  readonly proposals: boolean
}

/**
 * Checks that a plan can be applied. Returns its placements and how they are written. Refuses if the plan was
 * decided or changed, or if the actor may not decide.
 */
export async function readyToApply(
  actor: Actor,
  { team, row }: VisiblePlan,
  input: ApplyInput,
): Promise<Outcome<ReadyPlan>> {
  const waits = checkStillWaiting(row, input.version)
  if (!waits.ok) return waits
  const target = await findTarget(row)
  const of = policyPlaceOf(row)
  const may = await decisionRight(actor, team.id, of)
  const refusal =
    whyNotWritten(row, target) ??
    (may.decide
      ? null
      : refused("forbidden", may.why ?? "you do not have permission to review seed plans here")) ??
    (await whySourcesChanged(row)) ??
    whyOverwrites(row, target, input)
  if (refusal) return refusal
  const why = await findBarredEntries(
    { team, project: { id: row.projectId, slug: row.projectSlug, name: row.projectName } },
    row.placements.filter(isIncluded),
  )
  const placements = stored(
    row.placements.map((one) => {
      const reason = why.get(one.entry)
      return reason === undefined ? one : leaveOutBarred(one, reason)
    }),
    row.placements,
  )
  if (!placements.some(isIncluded))
    return refused(
      "invalid",
      `${row.path}: the plan is empty. Add an entry, discard the plan, or start the agent with empty memory`,
    )
  const left = row.placements.flatMap(({ entry, path, line }) => {
    const reason = why.get(entry)
    return reason === undefined ? [] : [{ entry, path, line, why: reason }]
  })
  const mustPropose = (await whyNotDirectly(actor, team.id, of)) !== null
  return done({
    version: input.version,
    reason: input.reason || null,
    target,
    placements,
    left,
    asProposals: target.standing === "has-content" || mustPropose,
  })
}

function whyNotWritten({ path }: SeedPlanRow, { optedOut, gone }: CurrentTarget): Refusal | null {
  const [agent] = optedOut
  if (agent !== undefined) return refused("forbidden", optedOutMessage(agent))
  return gone !== null && gone.sourceId !== null
    ? refused(
        "conflict",
        `${path} was removed from its source. Restore the file from its history, or import it again`,
      )
    : null
}

async function whySourcesChanged(row: SeedPlanRow): Promise<Refusal | null> {
  const changed = await whatChanged(row)
  if (changed.length === 0) return null
  const more = changed.length > 3 ? `; and ${changed.length - 3} more` : ""
  return refused(
    "stale",
    `${changed.slice(0, 3).join("; ")}${more}. Create the plan again, or leave these entries out`,
    { changed },
  )
}

function whyOverwrites(
  { path, fileId }: SeedPlanRow,
  { standing, entries }: CurrentTarget,
  { proposals }: ApplyInput,
): Refusal | null {
  if (standing !== "has-content" || fileId !== null || proposals) return null
  return refused(
    "conflict",
    `${path} has received ${formatCount(entries.length, "entry")} since the plan was created and will not be overwritten. Apply the plan with proposals to review each entry`,
    { entries: entries.length },
  )
}

/** Returns a sentence for each entry of the plan that changed at its source after the plan was made. */
export async function whatChanged(
  { teamId, placements }: Pick<SeedPlanRow, "teamId" | "placements">,
  tx?: Tx,
): Promise<string[]> {
  const placed = placements.filter(isIncluded)
  const now = await entriesOfIds(
    wholeTeamUnchecked(teamId),
    placed.map(({ entry }) => entry),
    tx,
  )
  return placed.flatMap(({ entry, text, path, line, date }) => {
    const one = now.get(entry)
    if (one === undefined) return [`line ${line} of ${path} was removed`]
    if (one.state !== "current") return [`line ${one.line} of ${path} was retired`]
    if (one.text !== text) return [`line ${one.line} of ${path} has changed`]
    return one.date === date ? [] : [`line ${one.line} of ${path} now has a different date`]
  })
}

/**
 * Applies a plan as one proposal for each entry. Used if the memory already has entries, or if a policy
 * requires several approvals.
 */
export async function proposeSeed(
  actor: Actor,
  plan: VisiblePlan,
  ready: ReadyPlan,
  now: Date,
): Promise<Outcome<Applied>> {
  const { row } = plan
  const into = await targetFor(row, ready.target)
  if (into === null) return refused("conflict", `${row.path} no longer exists. Create the plan again`)
  const prepared = await prepareEntries(actor, plan, ready, { into, now })
  if (!prepared.ok) return prepared
  const { planned, left } = prepared.value
  if (planned.length === 0)
    return refused(
      "conflict",
      `${row.path}: nothing can be proposed: ${left[0]?.why ?? "the memory already contains all of these entries"}`,
    )
  const outcome = await storeProposed(actor, plan, { ...ready, left }, { planned, into, now })
  if (outcome.ok)
    for (const { asked, prepared: one } of planned)
      if (outcome.value.proposals.includes(one.row.id)) await completeProposal(actor, asked, one)
  return outcome
}

interface PreparedEntries {
  readonly planned: ProposalToStore[]
  /** Entries that are not proposed, with the reason. */
  readonly left: Applied["left"]
}

async function prepareEntries(
  actor: Actor,
  { team, row }: VisiblePlan,
  { target, placements, left }: ReadyPlan,
  { into, now }: { readonly into: Target; readonly now: Date },
): Promise<Outcome<PreparedEntries>> {
  const heading = headingsOf(seedingOn(target, row))
  const project = { id: row.projectId, slug: row.projectSlug, name: row.projectName }
  const planned: ProposalToStore[] = []
  const kept = [...left]
  for (const one of placements.filter(isIncluded) as (StoredPlacement & IncludedPlacement)[]) {
    const input = proposeInput.parse({
      reason: `Seeded from ${one.from} (${one.path}:${one.line}): ${one.reason}`.slice(0, 2_000),
      evidence: `${one.path}:${one.line}`,
      confidence: one.confidence,
    })
    const asked: ProposalRequest = {
      team,
      project,
      target: into,
      changes: [additionOf(one, heading(one.place, one.section))],
      input,
      now,
      known: true,
    }
    const prepared = await prepareProposal(actor, asked)
    if (prepared.ok) planned.push({ asked, prepared: prepared.value })
    else if (prepared.reason === "forbidden") return prepared
    else kept.push({ entry: one.entry, path: one.path, line: one.line, why: prepared.message })
  }
  return done({ planned, left: kept })
}

interface PlannedEntries {
  readonly planned: readonly ProposalToStore[]
  readonly into: Target
  readonly now: Date
}

function storeProposed(
  actor: Actor,
  { team, row }: VisiblePlan,
  { version, placements, reason, left }: ReadyPlan,
  { planned, into, now }: PlannedEntries,
): Promise<Outcome<Applied>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: Applied) => ({
      kind: "seed.apply",
      teamId: team.id,
      subject: row.path,
      detail: {
        seeds: [{ id: row.id, state: "proposed" }],
        entries: value.entries,
        proposals: value.proposals.map((id) => ({ id, state: "waiting" })),
        project: row.projectName,
      },
    }),
    async (tx) => {
      const held = checkStillWaiting(await lockSeedPlan(tx, team.id, row.id), version)
      if (!held.ok) return held
      const kept = await storeChecked(tx, planned)
      const ids = [...new Set(planned.flatMap(({ prepared }) => kept.get(prepared.row.id)?.id ?? []))]
      await changeSeedPlan(
        tx,
        row,
        { state: "proposed", fileId: into.head?.id ?? null, proposals: ids, placements, reason },
        { by, at: now },
      )
      return done({
        plan: row.id,
        state: "proposed" as const,
        file: into.head?.id ?? null,
        revision: null,
        proposals: ids,
        path: row.path,
        entries: planned.length,
        left,
      })
    },
  )
}

/**
 * Returns the addition of an entry. A dated entry gets an id, so that it keeps its date in a format without
 * dates.
 */
function additionOf({ text, date }: StoredPlacement, section: string | null): ProposedChange {
  const change = { kind: "add" as const, section, text, date }
  const again: WrittenChange = { ...change, id: newId() }
  return date === null ? change : again
}

async function targetFor(row: SeedPlanRow, { head, reading, base }: CurrentTarget): Promise<Target | null> {
  if (head !== null) return targetOfFile(wholeTeamUnchecked(row.teamId), head.id)
  return {
    head: null,
    entries: [],
    reading,
    path: row.path,
    format: row.format,
    scope: "project",
    agent: row.agentName,
    category: row.agentName === null ? row.category : null,
    text: base,
    ownSection: null,
  }
}
