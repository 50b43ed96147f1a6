import { visibilityOf } from "@/lib/memory/teams/visibility"
import { currentFilesById } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies"
import { type SeedPlanRow, statesOfProposals, type StoredPlacement } from "@/lib/db/seed/plans"
import { snoozedUntil } from "@/lib/db/inbox"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { formatById } from "@/lib/formats/format-detection"
import type { Actor } from "@/lib/memory/teams/actor"
import { formatCount, joinNames } from "@/lib/memory/text/sentence"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { MOVED_BY_PERSON, isIncluded, lineCountOfEntry } from "@/lib/memory/seed/plan"
import { headingsFor } from "@/lib/memory/seed/seeded-file"
import { placeName, type FilePlace, type SeedFormat } from "@/lib/memory/seed/seed-entry"
import { countPlacements, type Draft } from "./draft"
import { findTarget } from "./target"
import type { PlanBody, PlanView } from "./seed-outputs"

type Placement = PlanBody["placements"][number]

/** Returns a stored placement for a response. */
export function placementView({
  entry,
  from,
  text,
  date,
  place,
  reason,
  confidence,
  section,
  path,
  line,
  fileId,
}: StoredPlacement): Placement {
  const out = place.kind === "left-out" ? place : null
  return {
    entry,
    from,
    text,
    date,
    section,
    path,
    line,
    file: fileId,
    place: placeName(place),
    why: out?.why ?? null,
    was: out?.was === undefined ? null : placeName(out.was.place),
    reason,
    confidence,
    byHand: reason === MOVED_BY_PERSON,
  }
}

/**
 * Returns the places in the file with the entries assigned to each. A place whose entries are under several
 * headings has all of these headings.
 */
export function sectionsOf(
  placements: readonly StoredPlacement[],
  {
    format,
    roles,
    names,
  }: { readonly format: SeedFormat; readonly roles: readonly string[]; readonly names: readonly string[] },
): PlanBody["sections"] {
  const heading = headingsFor(format, roles, names)
  const places: FilePlace[] = [
    { kind: "shared" },
    ...roles.map((role) => ({ kind: "role" as const, role })),
    { kind: "coordinator" },
  ]
  return places.map((place) => {
    const own = placements.filter(isIncluded).filter((one) => placeName(one.place) === placeName(place))
    const headings = new Set(own.map(({ section }) => heading(place, section) ?? "entries"))
    return {
      place: placeName(place),
      heading: headings.size === 0 ? (heading(place, null) ?? "entries") : [...headings].join(", "),
      entries: own.length,
      lines: own.reduce((sum, one) => sum + lineCountOfEntry(one), 0),
    }
  })
}

type Of = Parameters<typeof policyOfMemory>[1]

/** Returns the scope, project, category and agent by which policies apply to the memory of a plan. */
export const policyPlaceOf = ({
  path,
  projectSlug,
  category,
  agentName,
}: Pick<SeedPlanRow, "path" | "projectSlug" | "category" | "agentName">) => ({
  path,
  scope: "project",
  projectSlug,
  category: agentName === null ? category : null,
  agentCategory: category,
  agent: agentName,
})

/** Returns whether the actor may decide on a plan and why not, and the number of people who must approve. */
export const decisionRight = async (actor: Actor, teamId: string, of: Of): Promise<PlanBody["may"]> =>
  rightUnder(actor, teamId, await readPolicies(visibilityOf(actor, teamId)), of)

function rightUnder(
  actor: Actor,
  teamId: string,
  policies: readonly PlacedPolicy[],
  of: Of,
): PlanBody["may"] {
  const policy = policyOfMemory(policies, of)
  const why = whyMayNotReject(actor, { teamId, policy })
  return { decide: why === null, why, people: policy.approvals }
}

interface Where {
  readonly team: VisibleTeam
  readonly project: { readonly slug: string; readonly name: string }
  readonly policies: readonly PlacedPolicy[]
}

/** Returns a draft for a response. */
export function describeDraft(actor: Actor, { team, project, policies }: Where, draft: Draft): PlanBody {
  const { seeded, sources, placements, budget, lines, model, notes } = draft
  const { target, agent, category, roles, format, optedOut, standing } = seeded
  const names = target.reading.format.parse(seeded.base, target.reading.path).sections.map(({ name }) => name)
  const head = target.head?.state === "gone" ? null : target.head
  return {
    team: team.slug,
    project: { slug: project.slug, name: project.name },
    agent,
    category: category?.slug ?? null,
    roles: [...roles],
    path: target.path,
    format,
    budget,
    model,
    notes: [...notes],
    lines,
    over: Math.max(0, lines - budget),
    from: sources.map((one) => ({
      agent: one.agent,
      project: one.project,
      file: one.file,
      path: one.path,
      entries: one.entries,
      changed: false,
    })),
    target: optedOut.length > 0 ? "opted-out" : standing,
    sections: sectionsOf(placements, { format, roles, names }),
    placements: placements.map(placementView),
    counts: countPlacements(placements),
    file: head && { id: head.id, revision: head.revision },
    proposals: [],
    refused: [],
    nothingLeft: whyNothingLeft(draft),
    may: rightUnder(actor, team.id, policies, {
      scope: target.scope,
      projectSlug: project.slug,
      category: agent === null ? (category?.slug ?? null) : null,
      agentCategory: category?.slug ?? null,
      agent,
    }),
  }
}

/**
 * Returns a sentence that says that a memory already has all entries of a draft. Null if the draft adds an
 * entry, or if no entry is a duplicate.
 */
export function whyNothingLeft({
  seeded: { target },
  placements,
  said,
}: Pick<Draft, "seeded" | "placements" | "said">): string | null {
  const by = placements.map(({ place }) =>
    place.kind === "left-out" && place.why === "duplicate" ? (said.get(place.by ?? "") ?? null) : null,
  )
  const [stands, waits] = [
    by.filter((one) => one === "stands").length,
    by.filter((one) => one === "waits").length,
  ]
  if (placements.some(isIncluded) || stands + waits === 0) return null
  const rest = placements.length - stands - waits
  const parts = [
    ...(stands > 0 ? [`${stands} already ${stands === 1 ? "exists" : "exist"}`] : []),
    ...(waits > 0 ? [formatCount(waits, "is already proposed", "are already proposed")] : []),
    ...(rest > 0 ? [`${formatCount(rest, "is", "are")} left out for other reasons`] : []),
  ]
  return `nothing left to seed into ${target.path}: of ${formatCount(placements.length, "entry")}, ${joinNames(parts)}`
}

/** Returns a newly stored draft as `describePlan` would. Does not read the plan from the database. */
export function describeKept(actor: Actor, where: Where, draft: Draft, kept: KeptPlan): PlanView {
  return {
    id: kept.id,
    ...describeDraft(actor, where, draft),
    state: "waiting",
    version: kept.version,
    by: kept.authorName,
    at: kept.createdAt.toISOString(),
    decided: null,
    reason: null,
    revision: null,
    snoozedUntil: kept.snoozedUntil?.toISOString() ?? null,
  }
}

export interface KeptPlan extends Pick<SeedPlanRow, "id" | "version" | "authorName" | "createdAt"> {
  readonly snoozedUntil: Date | null
}

/** Returns a stored plan for a response, compared with current memory. */
export async function describePlan(actor: Actor, team: VisibleTeam, row: SeedPlanRow): Promise<PlanView> {
  const [target, heads, states, snoozes, policies] = await Promise.all([
    findTarget(row),
    currentFilesById(
      visibilityOf(actor, row.teamId),
      row.predecessors.map(({ file }) => file),
    ),
    statesOfProposals(visibilityOf(actor, row.teamId), row.proposals),
    snoozedUntil("seed plan", actor.id, [visibilityOf(actor, row.teamId)]),
    readPolicies(visibilityOf(actor, row.teamId)),
  ])
  const { format, roles, placements, budget, lines } = row
  const isWaiting = row.state === "waiting"
  const names = isWaiting ? sectionNames(row, target.base) : []
  return {
    id: row.id,
    team: team.slug,
    project: { slug: row.projectSlug, name: row.projectName },
    agent: row.agentName,
    category: row.category,
    roles: [...roles],
    path: row.path,
    format,
    budget,
    model: row.model,
    notes: [...row.notes],
    lines,
    over: Math.max(0, lines - budget),
    from: row.predecessors.map(({ agent, project, file, path, entries, revision }) => ({
      agent,
      project,
      file,
      path,
      entries,
      changed: heads.find(({ id }) => id === file)?.revision !== revision,
    })),
    target: target.optedOut.length > 0 ? "opted-out" : target.standing,
    sections: sectionsOf(placements, { format, roles, names }),
    placements: placements.map(placementView),
    counts: countPlacements(placements),
    file: target.head && { id: target.head.id, revision: target.head.revision },
    proposals: row.proposals.map((id) => ({ id, state: states.get(id) ?? "gone" })),
    refused: [],
    nothingLeft: null,
    may: isWaiting
      ? rightUnder(actor, row.teamId, policies, policyPlaceOf(row))
      : { decide: false, why: "the plan is no longer pending", people: 1 },
    state: row.state,
    version: row.version,
    by: row.authorName,
    at: row.createdAt.toISOString(),
    decided: row.decidedAt && row.decidedBy ? { by: row.decidedBy, at: row.decidedAt.toISOString() } : null,
    reason: row.reason,
    revision: row.revision,
    snoozedUntil: snoozes.get(row.id)?.toISOString() ?? null,
  }
}

const sectionNames = ({ format, path }: SeedPlanRow, text: string): string[] =>
  formatById(format)
    .parse(text, path)
    .sections.map(({ name }) => name)
