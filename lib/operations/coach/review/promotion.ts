import { citedCopies, type CitedCopy } from "@/lib/db/coach/claim-decisions"
import type { Tx } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import { addProposals } from "@/lib/db/proposals/new-proposals"
import { readProposed } from "@/lib/formats/proposed"
import type { Actor } from "@/lib/memory/teams/actor"
import type { PromoteTo } from "@/lib/memory/coach/draft"
import type { SynthesisSource } from "@/lib/memory/coach/kinds"
import { likenessOfCopy, promotedStatement } from "@/lib/memory/coach/statement"
import { isCopyFor } from "@/lib/memory/agents/promotion-places"
import { groupBy } from "@/lib/memory/text/group"
import { compareStatements } from "@/lib/memory/judgement/likeness"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { whyNotWritten } from "../../conflicts/decide"
import { type Asked, type Prepared, prepareProposal, proposeInput, settle } from "../../proposals/create"
import { sectionFor } from "../../proposals/section"
import { type Target, targetOf, targetOfFile } from "../../proposals/target"
import type { ClaimRow } from "../reviewed"
import type { WholeSynthesis } from "../coach-outputs"
import type { Reviewing } from "./find"

export interface PlannedPromotion {
  /** The addition first: a copy is best taken out once what stands for all of them is there. */
  readonly proposals: readonly { readonly asked: Asked; readonly prepared: Prepared }[]
  /** Copies that stay, and why. */
  readonly kept: readonly { readonly path: string; readonly agent: string | null; readonly why: string }[]
}

interface ToPromote {
  readonly claim: ClaimRow
  readonly to: PromoteTo
  readonly citations: WholeSynthesis["statements"][number]["citations"]
}

export type OwnCopy = CitedCopy & { readonly agent: string }

/** What promoting a claim would propose: its statement for the memory that all load, and each file without the copies that it cites. Writes nothing. */
export async function planPromotion(
  actor: Actor,
  { team, row }: Reviewing,
  { claim, to, citations }: ToPromote,
  now: Date,
): Promise<Outcome<PlannedPromotion>> {
  const standing = await citedCopies(
    team.id,
    citations.map(({ entry }) => entry),
  )
  const cited = citations.flatMap(({ entry }) => standing.find((one) => one.entry === entry) ?? [])
  const place = await placeFor({ team, row }, { to, slug: slugFor(to, cited) }, now)
  if (!place.ok) return place
  const { project, target } = place.value
  const text = readProposed(
    promotedStatement(
      claim,
      row.source as SynthesisSource,
      cited.map((one) => one.text),
    ),
    target.reading.path,
  ).text
  const alike = cited.filter((one) => likenessOfCopy(text, one.text) !== "else")
  const from = `claim ${claim.position + 1} of “${row.title}”`
  const proposals: { asked: Asked; prepared: Prepared }[] = []
  if (!saysSo(target, text, alike)) {
    const evidence = citations
      .map(({ path, lineNow, line }) => `${path}:${lineNow ?? line}`)
      .join("\n")
      .slice(0, 10_000)
    const asked = {
      team,
      project,
      target,
      changes: [additionOf(target, text, alike)],
      input: proposeInput.parse({ reason: `Promoted from ${from}`.slice(0, 2_000), evidence }),
      now,
      known: true,
    }
    const prepared = await prepareProposal(actor, asked)
    if (!prepared.ok) return prepared
    proposals.push({ asked, prepared: prepared.value })
  }
  const own = cited.filter((one): one is OwnCopy => one.agent !== null && one.fileId !== target.head?.id)
  const out = await outOfCopies(actor, team, {
    own,
    gone: (one) => whyKept(one, to, text),
    reason: `Promoted to ${target.path} from ${from}. Approve that proposal first.`,
    now,
  })
  proposals.push(...out.proposals)
  if (proposals.length === 0)
    return refused(
      "conflict",
      `${target.path} already contains this, and there are no copies to remove: accept the claim for the brief, or reject it`,
    )
  const shared = alike
    .filter((one) => one.agent === null && one.fileId !== target.head?.id)
    .map(({ path }) => ({
      path,
      agent: null,
      why: "several agents load this memory: it stays there",
    }))
  return done({ proposals, kept: [...out.kept, ...shared] })
}

/** A team's memory stands in one project and reaches all: the one that most of what is cited is of. Its slug; "" where nothing is. */
export const slugFor = (to: PromoteTo, cited: readonly CitedCopy[]): string =>
  to.kind === "category"
    ? to.project
    : ([...groupBy(cited, ({ project }) => project)].toSorted(
        ([a, one], [b, other]) => other.length - one.length || a.localeCompare(b),
      )[0]?.[0] ?? "")

/** The memory that a claim would be promoted to. */
export async function placeFor(
  { team, row }: Pick<Reviewing, "team" | "row">,
  { to, slug }: { to: PromoteTo; slug: string },
  now: Date,
): Promise<Outcome<{ project: { id: string; slug: string; name: string }; target: Target }>> {
  const project = (await listProjects(row.teamId)).find((one) => one.slug === slug)
  if (!project) return refused("not-found", `to: project not found in this team: ${slug}`)
  if (row.projectId !== null && project.id !== row.projectId)
    return refused(
      "invalid",
      `to: the claim is not about ${project.name}: choose a category of its own project`,
    )
  const target = await targetOf(
    { team, project, today: now.toISOString().slice(0, 10) },
    to.kind === "team" ? { scope: "team" } : { category: to.category },
  )
  return target.ok ? done({ project, target: target.value }) : target
}

/** In the same words anywhere in the file; in other words only where the claim cites it. */
export const saysSo = ({ head, entries }: Target, text: string, alike: readonly CitedCopy[]): boolean =>
  (head !== null && alike.some(({ fileId }) => fileId === head.id)) ||
  entries.some((one) => one.state === "current" && compareStatements(text, one.text).kind === "same")

/** The newest date of a copy stays: promoting says nothing about whether it still holds. */
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

/** Why a cited entry stays in its agent's memory; null: it goes. */
export function whyKept(one: OwnCopy, to: PromoteTo, text: string): string | null {
  if (!one.curated) return `${one.path} is a log or a run cache and is never changed`
  const likeness = likenessOfCopy(text, one.text)
  if (likeness !== "copy")
    return likeness === "more"
      ? "it contains more than the promoted text, which would be lost"
      : "it differs from the promoted text"
  if (!isCopyFor(to, one)) return `${one.agent} does not load that memory and would lose the entry`
  return null
}

interface ToTakeOut {
  readonly own: readonly OwnCopy[]
  gone(copy: OwnCopy): string | null
  readonly reason: string
  readonly now: Date
}

/** One proposal for each file that loses copies. What cannot be written stays as it is, and is told. */
async function outOfCopies(
  actor: Actor,
  team: Reviewing["team"],
  { own, gone, reason, now }: ToTakeOut,
): Promise<PlannedPromotion> {
  const proposals: { asked: Asked; prepared: Prepared }[] = []
  const kept: PlannedPromotion["kept"][number][] = []
  for (const [fileId, copies] of groupBy(own, (one) => one.fileId)) {
    const going = copies.filter((one) => gone(one) === null)
    kept.push(
      ...copies.flatMap((one) => {
        const why = gone(one)
        return why === null ? [] : [{ path: one.path, agent: one.agent, why }]
      }),
    )
    const [first] = going
    if (!first) continue
    const target = await targetOfFile(team.id, fileId)
    const hindrance = target?.head ? whyNotWritten(target.head) : `${first.path} no longer exists`
    const asked =
      target?.head && hindrance === null
        ? removalOf(team, target, { head: target.head, going, reason, now })
        : null
    const prepared = asked === null ? null : await prepareProposal(actor, asked)
    if (asked && prepared?.ok) proposals.push({ asked, prepared: prepared.value })
    else
      kept.push({
        path: first.path,
        agent: first.agent,
        why: prepared && !prepared.ok ? prepared.message : (hindrance ?? ""),
      })
  }
  return { proposals, kept }
}

function removalOf(
  team: Reviewing["team"],
  target: Target,
  {
    head,
    going,
    reason,
    now,
  }: { head: NonNullable<Target["head"]>; going: readonly OwnCopy[]; reason: string; now: Date },
): Asked {
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

/** Stores what was planned. What waits already gains a supporter instead, in one order everywhere. Returns the ids, in the order of the plan. */
export async function addPlanned(tx: Tx, { proposals }: PlannedPromotion): Promise<string[]> {
  const rows = proposals
    .map(({ prepared }) => prepared.row)
    .toSorted((a, b) => Buffer.compare(a.waitingKey, b.waitingKey))
  const added = await addProposals(tx, rows)
  const ids = new Map<string, string>()
  for (const [place, row] of rows.entries()) {
    const stored = added[place] ?? (await addProposals(tx, [row]))[0]
    if (stored) ids.set(row.id, stored.id)
  }
  return proposals.flatMap(({ prepared }) => ids.get(prepared.row.id) ?? [])
}

/** What follows for those that are new. */
export async function settlePlanned(
  actor: Actor,
  { proposals }: PlannedPromotion,
  ids: readonly string[],
): Promise<void> {
  for (const { asked, prepared } of proposals)
    if (ids.includes(prepared.row.id)) await settle(actor, asked, prepared)
}
