import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { citedCopies, type CitedCopy } from "@/lib/db/coach/claim-decisions"
import type { Tx } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import { readProposed } from "@/lib/formats/markdown/rewriting"
import type { Actor } from "@/lib/memory/teams/actor"
import { type PromoteTo, type SynthesisSource, promoteTo } from "@/lib/memory/coach/synthesis"
import { likenessOfCopy, promotedStatement } from "@/lib/memory/coach/claim-statements"
import { isCopyFor, promotionPlaces } from "@/lib/memory/agents/promotion"
import { groupBy } from "@/lib/memory/text/aggregates"
import { compareStatements } from "@/lib/memory/comparison/compare-statements"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { whyNotWritten } from "../../conflicts/decide"
import { type ProposalRequest, prepareProposal, proposeInput, completeProposal } from "../../proposals/create"
import { sectionFor } from "../../proposals/section"
import { type Target, targetOf, targetOfFile } from "../../proposals/target"
import { type ClaimRow, type SynthesisUnderReview, findForReview } from "./synthesis-review"
import { type WholeSynthesis, citationsOf } from "../coach-outputs"
import { storeChecked, type ProposalToStore } from "../../proposals/decisions/store-checked-proposals"

export interface PlannedPromotion {
  /** The addition comes first: copies should be removed only after it is approved. */
  readonly proposals: readonly ProposalToStore[]
  /** Copies that are not removed, with the reason. */
  readonly kept: readonly { readonly path: string; readonly agent: string | null; readonly why: string }[]
}

interface ClaimToPromote {
  readonly claim: ClaimRow
  readonly to: PromoteTo
  readonly citations: WholeSynthesis["statements"][number]["citations"]
}

type OwnCopy = CitedCopy & { readonly agent: string }

/**
 * Plans the proposals of a promoted claim: one adds its text to the shared memory unless the memory already
 * contains it, the others remove the cited copies. Writes nothing.
 */
export async function planClaimPromotion(
  actor: Actor,
  { team, row }: SynthesisUnderReview,
  { claim, to, citations }: ClaimToPromote,
  now: Date,
): Promise<Outcome<PlannedPromotion>> {
  const standing = await citedCopies(
    visibilityOf(actor, team.id),
    citations.map(({ entry }) => entry),
  )
  const cited = citations.flatMap(({ entry }) => standing.find((one) => one.entry === entry) ?? [])
  const place = await placeFor({ team, row }, { to, slug: slugFor(to, cited) }, now)
  if (!place.ok) return place
  const { project, target } = place.value
  const text = promotedText({ claim, row, cited, target })
  const alike = cited.filter((one) => likenessOfCopy(text, one.text) !== "else")
  const from = `claim ${claim.position + 1} in “${row.title}”`
  const own = cited.filter((one): one is OwnCopy => one.agent !== null && one.fileId !== target.head?.id)
  const out = await outOfCopies(actor, team, {
    own,
    whyKept: (one) => whyKept(one, to, text),
    reason: `Promoted to ${target.path} from ${from}. Approve the proposal for that file first.`,
    now,
  })
  const proposals: ProposalToStore[] = []
  if (!containsStatement(target, text, alike)) {
    const asked = {
      team,
      project,
      target,
      changes: [additionOf(target, text, alike)],
      input: proposeInput.parse({
        reason: `Promoted from ${from}`.slice(0, 2_000),
        evidence: evidenceOf(citations),
      }),
      now,
      known: true,
      removedBySiblings: out.proposals.flatMap(({ prepared }) => prepared.row.targets),
    }
    const prepared = await prepareProposal(actor, asked)
    if (!prepared.ok) return prepared
    proposals.push({ asked, prepared: prepared.value })
  }
  proposals.push(...out.proposals)
  if (proposals.length === 0)
    return refused(
      "conflict",
      `${target.path} already contains this claim, and there are no copies to remove. Accept the claim for the brief, or reject it`,
    )
  const shared = alike
    .filter((one) => one.agent === null && one.fileId !== target.head?.id)
    .map(({ path }) => ({
      path,
      agent: null,
      why: "several agents load this memory, so the entry stays there",
    }))
  return done({ proposals, kept: [...out.kept, ...shared] })
}

/** Returns the text that a promotion adds, as the format of the target stores it. */
const promotedText = ({
  claim,
  row,
  cited,
  target,
}: {
  claim: ClaimRow
  row: SynthesisUnderReview["row"]
  cited: readonly CitedCopy[]
  target: Target
}): string =>
  readProposed(
    promotedStatement(
      claim,
      row.source as SynthesisSource,
      cited.map((one) => one.text),
    ),
    target.reading.path,
  ).text

const evidenceOf = (citations: ClaimToPromote["citations"]): string =>
  citations
    .map(({ path, lineNow, line }) => `${path}:${lineNow ?? line}`)
    .join("\n")
    .slice(0, 10_000)

/**
 * Returns the slug of the project whose folder gets the text. For team memory: the project cited most, or ""
 * if nothing is cited.
 */
function slugFor(to: PromoteTo, cited: readonly CitedCopy[]): string {
  if (to.kind === "category") return to.project
  const [most] = [...groupBy(cited, ({ project }) => project)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || a.localeCompare(b),
  )
  return most?.[0] ?? ""
}

/** Returns the memory file that a claim would be promoted to. */
async function placeFor(
  { team, row }: Pick<SynthesisUnderReview, "team" | "row">,
  { to, slug }: { to: PromoteTo; slug: string },
  now: Date,
): Promise<Outcome<{ project: { id: string; slug: string; name: string }; target: Target }>> {
  const project = (await listProjects(wholeTeamUnchecked(row.teamId))).find((one) => one.slug === slug)
  if (!project) return refused("not-found", `to: project not found in this team: ${slug}`)
  if (row.projectId !== null && project.id !== row.projectId)
    return refused(
      "invalid",
      `to: the claim is not about ${project.name}. Choose a category in the claim's own project`,
    )
  const target = await targetOf(
    { team, project, today: now.toISOString().slice(0, 10) },
    to.kind === "team" ? { scope: "team" } : { category: to.category },
  )
  return target.ok ? done({ project, target: target.value }) : target
}

/** True if the target has a current entry with the same words, or if one of the similar copies is in it. */
const containsStatement = ({ head, entries }: Target, text: string, alike: readonly CitedCopy[]): boolean =>
  (head !== null && alike.some(({ fileId }) => fileId === head.id)) ||
  entries.some((one) => one.state === "current" && compareStatements(text, one.text).kind === "same")

/** Returns the addition with the newest date of the copies: a promotion does not verify an entry. */
function additionOf(target: Target, text: string, [first, ...others]: readonly CitedCopy[]): ProposedChange {
  const date =
    [first, ...others]
      .map((one) => one?.date ?? null)
      .filter((one) => one !== null)
      .toSorted()
      .at(-1) ?? null
  return {
    kind: "add",
    section: sectionFor(target, { text, type: first?.type ?? undefined, named: null, agent: null }),
    text,
    date,
    ...(first?.type ? { type: first.type.slice(0, 60) } : {}),
    ...(first?.confidence == null ? {} : { confidence: first.confidence }),
  }
}

/** Returns why a cited entry stays in its agent's memory, or null if it can be removed. */
function whyKept(one: OwnCopy, to: PromoteTo, text: string): string | null {
  if (!one.curated) return `${one.path} is a log or a run cache. Logs and run caches are never changed`
  const likeness = likenessOfCopy(text, one.text)
  if (likeness !== "copy")
    return likeness === "more"
      ? "it contains additional text that would be lost"
      : "it differs from the promoted text"
  if (!isCopyFor(to, one)) return `${one.agent} does not load that memory and would lose the entry`
  return null
}

interface RemovalRequest {
  readonly own: readonly OwnCopy[]
  /** Returns why the copy stays, or null if it can be removed. */
  whyKept(copy: OwnCopy): string | null
  readonly reason: string
  readonly now: Date
}

/**
 * Prepares one proposal for each file that loses copies. Copies that stay are listed in `kept`, with the
 * reason.
 */
async function outOfCopies(
  actor: Actor,
  team: SynthesisUnderReview["team"],
  { own, whyKept: whyStays, reason, now }: RemovalRequest,
): Promise<PlannedPromotion> {
  const proposals: ProposalToStore[] = []
  const kept: PlannedPromotion["kept"][number][] = []
  for (const [fileId, copies] of groupBy(own, (one) => one.fileId)) {
    const going: OwnCopy[] = []
    for (const copy of copies) {
      const why = whyStays(copy)
      if (why === null) going.push(copy)
      else kept.push({ path: copy.path, agent: copy.agent, why })
    }
    const [first] = going
    if (!first) continue
    const removal = await prepareRemoval(actor, team, fileId, { going, reason, now })
    if (removal.ok) proposals.push(removal.value)
    else kept.push({ path: first.path, agent: first.agent, why: removal.message })
  }
  return { proposals, kept }
}

interface Removal {
  readonly going: readonly OwnCopy[]
  readonly reason: string
  readonly now: Date
}

async function prepareRemoval(
  actor: Actor,
  team: SynthesisUnderReview["team"],
  fileId: string,
  removal: Removal,
): Promise<Outcome<ProposalToStore>> {
  const target = await targetOfFile(visibilityOf(actor, team.id), fileId)
  if (!target?.head) return refused("conflict", `${removal.going[0]?.path ?? ""} no longer exists`)
  const hindrance = whyNotWritten(target.head)
  if (hindrance !== null) return refused("conflict", hindrance)
  const asked = removalOf(team, target, { head: target.head, ...removal })
  const prepared = await prepareProposal(actor, asked)
  return prepared.ok ? done({ asked, prepared: prepared.value }) : prepared
}

function removalOf(
  team: SynthesisUnderReview["team"],
  target: Target,
  { head, going, reason, now }: Removal & { head: NonNullable<Target["head"]> },
): ProposalRequest {
  const changes = going.map(({ entry, text }): ProposedChange => ({ kind: "remove", entry, before: text }))
  return {
    team,
    project: { id: head.projectId, slug: head.projectSlug, name: head.projectName },
    target,
    changes,
    input: proposeInput.parse({ reason: reason.slice(0, 2_000) }),
    now,
    known: true,
  }
}

/**
 * Stores the planned proposals and returns their ids in the order of the plan. A proposal that already waits
 * gains a supporter instead.
 */
export async function addPlanned(tx: Tx, { proposals }: PlannedPromotion): Promise<string[]> {
  const stored = await storeChecked(tx, proposals)
  return proposals.flatMap(({ prepared }) => stored.get(prepared.row.id)?.id ?? [])
}

/** Applies policies and notifications to the planned proposals that were stored. */
export async function completePlanned(
  actor: Actor,
  { proposals }: PlannedPromotion,
  ids: readonly string[],
): Promise<void> {
  for (const { asked, prepared } of proposals)
    if (ids.includes(prepared.row.id)) await completeProposal(actor, asked, prepared)
}

/** A memory that a claim can be promoted to, with the proposals that this would make. */
export interface PromotionChoice {
  readonly to: PromoteTo
  readonly path: string
  /** The text that would be added. */
  readonly says: string
  /** False if the memory already contains the text. */
  readonly adds: boolean
  /** Number of copies that would be removed. */
  readonly removals: number
}

/**
 * Returns the choices for each claim of a synthesis, by position. If the coach suggests a memory, it is the only choice.
 * Empty if the actor may not decide. Policies are checked only when the claim is decided.
 */
export async function promotionChoices(
  actor: Actor,
  synthesis: string,
  now: Date,
): Promise<Record<number, PromotionChoice[]>> {
  const found = await findForReview(actor, synthesis)
  if (!found.ok) return {}
  const { row } = found.value
  const standing = new Map(
    (
      await citedCopies(
        found.value.visible,
        row.claims.flatMap((one) => citationsOf(one).map(({ entry }) => entry)),
      )
    ).map((one) => [one.entry, one]),
  )
  const places = new Map<string, ReturnType<typeof placeFor>>()
  const placeOf = (to: PromoteTo, slug: string) => {
    const key = `${to.kind === "category" ? to.category : ""}\0${slug}`
    const place = places.get(key) ?? placeFor(found.value, { to, slug }, now)
    places.set(key, place)
    return place
  }
  const choices = row.claims.map(async (claim): Promise<[number, PromotionChoice[]]> => {
    const cited = citationsOf(claim).flatMap(({ entry }) => standing.get(entry) ?? [])
    if (cited.length === 0) return [claim.position, []]
    const wanted =
      claim.promote === null ? placesFor(cited.filter(isOwn)) : [claim.promote as unknown as PromoteTo]
    const all = await Promise.all(
      wanted.map(async (to) => {
        const place = await placeOf(to, slugFor(to, cited))
        if (!place.ok) return []
        const { target } = place.value
        const says = promotedText({ claim, row, cited, target })
        return [choiceOf(to, target, says, cited)]
      }),
    )
    return [claim.position, all.flat().filter(({ adds, removals }) => adds || removals > 0)]
  })
  return Object.fromEntries(await Promise.all(choices))
}

function choiceOf(to: PromoteTo, target: Target, says: string, cited: readonly CitedCopy[]): PromotionChoice {
  const alike = cited.filter((one) => likenessOfCopy(says, one.text) !== "else")
  const removed = cited
    .filter(isOwn)
    .filter((one) => one.fileId !== target.head?.id && whyKept(one, to, says) === null)
  return {
    to,
    path: target.path,
    says,
    adds: !containsStatement(target, says, alike),
    removals: removed.length,
  }
}

const isOwn = (one: CitedCopy): one is OwnCopy => one.agent !== null

/** Returns the team's memory, and the memories of categories whose agents have a copy. */
function placesFor(own: readonly OwnCopy[]): PromoteTo[] {
  const several = promotionPlaces(own).map(promoteTo)
  const [only] = own
  if (!only || several.length > 0) return several
  return [
    ...(only.category === null
      ? []
      : [{ kind: "category" as const, category: only.category, project: only.project }]),
    { kind: "team" },
  ]
}
