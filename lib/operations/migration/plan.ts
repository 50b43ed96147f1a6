import { visibilityOf } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { type LayoutFile, entriesMovedFromShared } from "@/lib/db/layout-migrations"
import { readPolicies } from "@/lib/db/policies"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import type { NotMigrated, Problem } from "@/lib/memory/migration/migrated-memory"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import type { VisibleProject } from "../teams/team-and-project"
import { type CategoryPlan, loadFiles } from "./category-plan"
import { type CategoryLayout, listCategoryLayouts, type TargetLayout, whyNotTo } from "./layouts"
import { planToAgents } from "./to-agents"
import { planToCategory } from "./to-category"
import { sha256Hex, sha256OfJson } from "@/lib/files/sha256"

export interface MigrationRequest {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  /** Slugs of the categories. Empty: all categories that can be migrated. */
  readonly categories: readonly string[]
  readonly to: TargetLayout
}

export interface MigrationPlan {
  readonly project: VisibleProject
  readonly to: TargetLayout
  /** Current layout of the planned categories, or "mixed" if they differ. */
  readonly from: string
  readonly categories: readonly CategoryPlan[]
  readonly problems: readonly Problem[]
  readonly left: readonly NotMigrated[]
  /** Hash of the plan. A request that sends it back runs exactly this plan. */
  readonly shown: string
}

/**
 * Plans the migration of categories to another layout. Writes nothing. `tx`: transaction to read in, after it
 * locked the files.
 */
export async function planMigration(
  actor: Actor,
  { team, project, categories: asked, to }: MigrationRequest,
  now: Date,
  tx?: Tx,
): Promise<Outcome<MigrationPlan>> {
  const { categories, byPath } = await listCategoryLayouts(visibilityOf(actor, team.id), project.id, tx)
  const chosen = chosenOf(categories, asked, to)
  if (!chosen.ok) return chosen
  const loaded = await loadFiles(visibilityOf(actor, team.id), fileIdsOf(chosen.value, byPath), tx)
  const common =
    to === "A"
      ? await entriesMovedFromShared(
          visibilityOf(actor, team.id),
          chosen.value.flatMap(({ whole }) => whole.flatMap(({ id }) => loaded.get(id)?.memory.ids ?? [])),
          tx,
        )
      : new Set<string>()
  const planning = { loaded, common, byPath, project, today: now.toISOString().slice(0, 10) }
  const plans: CategoryPlan[] = []
  for (const category of chosen.value) {
    const planCategory = to === "D" ? planToCategory : planToAgents
    const plan = await planCategory({ category, ...planning })
    if (!plan.ok) return plan
    plans.push(plan.value)
  }
  const problems = [
    ...plans.flatMap((plan) => plan.problems),
    ...collisions(plans),
    ...(await forbidden(actor, { team, project, plans }, tx)),
  ]
  const [layout, ...otherLayouts] = new Set(plans.map(({ from }) => from))
  return done({
    project,
    to,
    from: otherLayouts.length === 0 ? (layout ?? "mixed") : "mixed",
    categories: plans,
    problems,
    left: plans.flatMap((plan) => plan.left),
    shown: sha256OfJson([project.id, to, plans.map(gistOf), problems]),
  })
}

/**
 * Returns the ids of all files of the categories, and of the removed category files whose place a new one can
 * take.
 */
function fileIdsOf(categories: readonly CategoryLayout[], byPath: ReadonlyMap<string, LayoutFile>): string[] {
  const current = categories.flatMap(({ own, parts, whole, gone }) => [...own, ...parts, ...whole, ...gone])
  const removed = categories.flatMap(({ slug }) =>
    [...byPath.values()].filter(
      (file) => file.category === slug && file.agent === null && file.state === "gone",
    ),
  )
  return [...new Set([...current, ...removed].map(({ id }) => id))]
}

const gistOf = ({ category: { slug }, files }: CategoryPlan) => [
  slug,
  files.map(({ standing, path, becomes, next }) => [
    path,
    standing?.head.id ?? null,
    standing?.head.revision ?? 0,
    standing?.head.state ?? null,
    becomes,
    next === null ? null : sha256Hex(next.text),
  ]),
]

function chosenOf(
  categories: readonly CategoryLayout[],
  asked: readonly string[],
  to: TargetLayout,
): Outcome<CategoryLayout[]> {
  for (const slug of asked) {
    const found = categories.find((one) => one.slug === slug)
    if (!found)
      return refused(
        "not-found",
        `categories: category not found in this team: ${slug}. Categories: ${categories.map((one) => one.slug).join(", ") || "none"}`,
      )
    const why = whyNotTo(to, found)
    if (why !== null) return refused("conflict", `categories: ${slug} cannot migrate to layout ${to}: ${why}`)
  }
  const chosen =
    asked.length > 0
      ? categories.filter(({ slug }) => asked.includes(slug))
      : categories.filter((one) => whyNotTo(to, one) === null)
  const held = categories.filter(({ layout }) => layout !== "none")
  if (chosen.length > 0) return done(chosen)
  return refused(
    "conflict",
    held.length === 0
      ? "no category in this project has memory. Assign the project's agents to categories first (Settings > Categories)"
      : `no category in this project can migrate to layout ${to}: ${held.map((one) => `${one.slug}: ${whyNotTo(to, one)}`).join("; ")}`,
  )
}

/** Returns a problem for each path that two categories would both write. */
function collisions(plans: readonly CategoryPlan[]): Problem[] {
  const seen = new Map<string, string>()
  return plans.flatMap(({ category, files }) =>
    files.flatMap(({ path }) => {
      const other = seen.get(path)
      seen.set(path, category.name)
      return other === undefined || other === category.name
        ? []
        : [
            {
              path,
              message: `${other} and ${category.name} would both write this file. Rename one of the categories`,
            },
          ]
    }),
  )
}

/** Returns a problem for each file that the policies do not let this actor, or any single person, write. */
async function forbidden(
  actor: Actor,
  { team, project, plans }: { team: VisibleTeam; project: VisibleProject; plans: readonly CategoryPlan[] },
  tx?: Tx,
): Promise<Problem[]> {
  const policies = await readPolicies(visibilityOf(actor, team.id), tx)
  return plans.flatMap(({ category, files }) =>
    files.flatMap(({ standing, path, agent, becomes }) => {
      if (becomes === "same") return []
      const place = standing?.head ?? {
        scope: "project",
        projectSlug: project.slug,
        category: agent === null ? category.slug : null,
        agentCategory: agent === null ? null : category.slug,
        agent,
      }
      const policy = policyOfMemory(policies, place)
      if (policy.approvals > 1)
        return [
          {
            path,
            message: `${policy.approvals} approvals are required here, but a migration counts as only one. Exclude the category, or change the policy temporarily`,
          },
        ]
      const why = whyMayNotReject(actor, { teamId: team.id, policy })
      return why === null ? [] : [{ path, message: why }]
    }),
  )
}
