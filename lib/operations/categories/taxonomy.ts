import { sha256OfJson } from "@/lib/files/sha256"
import { z } from "zod"
import { type PlacedAgent, taxonomyOf } from "@/lib/db/agents/categories"
import { WRITE_POLICIES, type TaxonomyCategory, isRule, SHARINGS } from "@/lib/memory/agents/categories"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { type AuditEvent, commit, type Tx } from "@/lib/db/infra/commit"
import { lockMemory } from "@/lib/db/sources/running-imports"
import { lockNames } from "@/lib/db/teams/projects-and-agents"
import { readPolicies } from "@/lib/db/policies"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { LIMIT_SETTINGS } from "@/lib/memory/policies/effective-limits"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { recomputeLimits } from "../policies/recompute-limits"
import { inTeam } from "../teams/team-and-project"

/** The name of an agent as memory uses it. */
export const taxonomyAgentName = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u,
    "an agent's name can contain only letters, digits, dots, dashes and underscores, and at most 80 characters",
  )

export const taxonomySlug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}-]{0,79}$/u,
    "a category's slug can contain only letters, digits and dashes, and at most 80 characters",
  )

export const ruleText = z
  .string()
  .trim()
  .max(80, "a rule can have at most 80 characters")
  .refine(
    isRule,
    "a rule must be a name with * for any characters and ? for a single character, such as *-architect, with at least one letter or digit",
  )

/** The fields of a category that can be edited. */
export const categoryFields = {
  name: z
    .string()
    .trim()
    .min(1, "a category's name must have 1 to 60 characters")
    .max(60, "a category's name must have 1 to 60 characters"),
  writePolicy: z.enum(WRITE_POLICIES, "must be coordinated, direct or append-only"),
  coordinator: taxonomyAgentName
    .nullable()
    .describe(
      "The agent that writes for the others. The agent does not need to exist yet. Null for no coordinator",
    ),
  sharing: z
    .enum(SHARINGS, "must be very high, high, low or single agent")
    .describe("How much the category's agents share"),
  members: z
    .array(taxonomyAgentName)
    .max(500, "enter at most 500 names")
    .describe("Names of the category's members. The agents do not need to exist yet"),
  rules: z.array(ruleText).max(50, "enter at most 50 rules").describe("Name patterns for additional members"),
}

const agent = z.object({ name: z.string(), project: z.string(), entries: z.int(), byHand: z.boolean() })

export const categoryView = z.object({
  slug: z.string(),
  ...categoryFields,
  agents: z.array(agent),
  missing: z.array(z.string()).describe("Names of members, and of the coordinator, that do not exist yet"),
  standing: z
    .boolean()
    .describe("True if the team has the category. False for a default category that the team does not have"),
  version: z.string(),
})

export const unplacedView = agent.extend({
  suggestion: z.object({ category: z.string(), why: z.string() }).nullable(),
})

/** Returns a category as responses show it. */
export function viewOfCategory(
  category: TaxonomyCategory,
  agents: readonly PlacedAgent[],
): z.output<typeof categoryView> {
  const { slug, name, writePolicy, coordinator, sharing, agents: members, rules, standing } = category
  const there = new Set(agents.map((one) => one.name))
  return {
    slug,
    name,
    writePolicy,
    coordinator,
    sharing,
    members: [...members],
    rules: [...rules],
    standing,
    version: versionOf(category),
    agents: agents.filter((one) => one.category === slug).map(viewOfAgent),
    missing: [...(coordinator === null ? [] : [coordinator]), ...members].filter((one) => !there.has(one)),
  }
}

export const viewOfAgent = ({ name, project, entries, byHand }: PlacedAgent) => ({
  name,
  project,
  entries,
  byHand,
})

/**
 * Returns the version of a category's fields. An edit sends the version, so that it cannot overwrite changes
 * that its author has not read. The agents in the category are not part of the version.
 */
export function versionOf({
  name,
  writePolicy,
  coordinator,
  sharing,
  agents,
  rules,
  standing,
}: TaxonomyCategory): string {
  return sha256OfJson([name, writePolicy, coordinator, sharing, agents, rules, standing]).slice(0, 16)
}

const slug = z.string().max(100)

/** Changes that a placement made, in the form that an undo takes. */
export const placements = {
  placed: z
    .array(
      z.object({
        name: z.string().max(200),
        project: slug,
        from: slug.nullable(),
        to: slug.nullable(),
        byHand: z.boolean().describe("True if a person assigned the agent"),
      }),
    )
    .max(5_000, "enter at most 5,000 agents")
    .describe("Agents, with the slugs of their previous and new categories"),
  names: z
    .array(
      z.object({
        name: z.string().max(200),
        from: slug.nullable(),
        to: slug.nullable(),
        coordinated: z.boolean().describe("True if the agent was the previous category's coordinator"),
      }),
    )
    .max(5_000, "enter at most 5,000 names")
    .describe("Names that moved between member lists"),
}
export type Placements = z.output<z.ZodObject<typeof placements>>

interface Changing {
  readonly team: VisibleTeam
  readonly tx: Tx
  /**
   * The taxonomy, locked until the transaction ends. Until then it cannot change, and no import creates or
   * places agents.
   */
  readonly taxonomy: readonly TaxonomyCategory[]
}

/**
 * Changes the taxonomy of a team in one transaction. Requires the right to curate, because policies apply by
 * category, so that moving an agent changes how its proposals are reviewed.
 */
export const changeTaxonomy = <T>(
  actor: Actor,
  asked: string,
  told: (value: T) => Pick<AuditEvent, "kind" | "subject" | "detail">,
  work: (changing: Changing) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  inTeam(actor, "curate", asked, (team) =>
    commit<T>(
      actor,
      (value) => ({ ...told(value), teamId: team.id }),
      async (tx) => {
        await lockNames(tx, team.id)
        return work({ team, tx, taxonomy: await taxonomyOf(visibilityOf(actor, team.id), tx) })
      },
    ),
  )

/**
 * Changes the taxonomy in a way that can move agents to other categories. The limits in the policies of those
 * categories apply to their files at once.
 */
export const movingAgents = <T>(
  actor: Actor,
  asked: string,
  told: (value: T) => Pick<AuditEvent, "kind" | "subject" | "detail">,
  work: (changing: Changing) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  inTeam(actor, "curate", asked, (team) =>
    commit<T>(
      actor,
      (value) => ({ ...told(value), teamId: team.id }),
      async (tx) => {
        const limited = (await readPolicies(visibilityOf(actor, team.id), tx)).some(
          ({ place, settings }) =>
            place.startsWith("category:") &&
            LIMIT_SETTINGS.some((setting) => settings[setting] !== undefined),
        )
        if (limited) await lockMemory(tx, team.id)
        await lockNames(tx, team.id)
        const outcome = await work({ team, tx, taxonomy: await taxonomyOf(visibilityOf(actor, team.id), tx) })
        if (outcome.ok && limited) await recomputeLimits(tx, team.id, "team")
        return outcome
      },
    ),
  )
