import { sha256OfJson } from "@/lib/files/sha256"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type AuditEvent, type Tx } from "@/lib/db/infra/commit"
import { lockDeploymentPolicy, lockPolicies, readPolicies, setPolicy } from "@/lib/db/policies"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { LIMIT_SETTINGS } from "@/lib/memory/policies/effective-limits"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import {
  DEFAULT_POLICY,
  type EffectivePolicy,
  type PlacedPolicy,
  policyAt,
  policyFor,
  policyPlace,
  POLICY_SETTINGS,
  policySettings,
} from "@/lib/memory/policies/policy"
import { whyOwnersOnly } from "@/lib/memory/policies/rights"
import { readPlace } from "@/lib/memory/policies/policy-place"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { recomputeLimits } from "./recompute-limits"
import { operation } from "../operation"
import { projectOf, inTeam } from "../teams/team-and-project"
import { categoryAt, whyNotOwner, whyNotOfTeam } from "./places"

export const listPolicies = operation({
  name: "policy.list",
  summary: "Show the policies of a team and the deployment, grouped by level, along with the defaults.",
  method: "GET",
  path: "/policies",
  right: "read",
  version: { of: "version" },
  input: z.object({ team: z.string() }),
  output: z.object({
    policies: z.array(z.object({ place: z.string(), settings: policySettings.partial() })),
    /** Effective settings of each scope, without regard to categories. */
    effective: z.record(z.enum(SCOPES), policySettings),
    builtIn: policySettings,
    version: z
      .string()
      .describe("Version of the policies. Send this version as `base` to change the policies"),
  }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const policies = await readPolicies(visibilityOf(actor, team.id))
      const project = await projectOf(actor, team.id, undefined)
      if (!project.ok) return project
      const effective = Object.fromEntries(
        SCOPES.map((scope) => [
          scope,
          policyFor(policies, { scope, project: null, category: null, agent: null }),
        ]),
      ) as Record<(typeof SCOPES)[number], z.output<typeof policySettings>>
      return done({
        policies: visibleAt(policies, project.value?.slug ?? null),
        effective,
        builtIn: DEFAULT_POLICY,
        version: versionOf(policies),
      })
    }),
})

/**
 * Returns a refusal if the place is in another project than `project`, or null. `project`: the project that
 * an access token is bound to, or null.
 */
function whyElsewhere(place: string, project: string | null): Refusal | null {
  const named = readPlace(place)
  return project === null || !("project" in named) || named.project === project
    ? null
    : refused("not-found", `place: project not found in this team: ${named.project}`)
}

/** Returns the policies without those of other projects and of their agents. */
const visibleAt = (policies: readonly PlacedPolicy[], project: string | null): PlacedPolicy[] =>
  policies.filter(({ place }) => whyElsewhere(place, project) === null)

const base = z
  .string()
  .regex(/^[0-9a-f]{16,64}$/, "send the `version` that was returned with the policies")
  .optional()
  .describe("Version of the policies you read. The request is rejected if the policies have changed")

const versionOf = (policies: readonly PlacedPolicy[]): string => sha256OfJson(policies).slice(0, 32)

function staleSince(policies: readonly PlacedPolicy[], read: string | undefined): Refusal | null {
  if (read === undefined || read === versionOf(policies)) return null
  return refused("stale", "the policies have changed. Read them again", {
    version: versionOf(policies),
    policies,
  })
}

const heldPolicy = z.object(
  Object.fromEntries(
    POLICY_SETTINGS.map((setting) => [
      setting,
      z.object({ value: policySettings.shape[setting], from: z.string() }),
    ]),
  ),
) as unknown as z.ZodType<EffectivePolicy, EffectivePolicy>

export const showPolicy = operation({
  name: "policy.show",
  summary:
    "Show the effective policies at one level, and the origin of each value: deployment, team, scope:<scope>, project:<slug>, category:<slug>, agent:<project>/<name>, or built-in.",
  method: "GET",
  path: "/policies/at",
  right: "read",
  version: { of: "version" },
  example: { team: "main", place: "scope:project" },
  input: z.object({ team: z.string(), place: policyPlace }),
  output: z.object({
    place: z.string(),
    settings: heldPolicy,
    version: z
      .string()
      .describe("Version of the policies. Send this version as `base` to change the policies"),
  }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const [policies, project, stranger, category] = await Promise.all([
        readPolicies(visibilityOf(actor, team.id)),
        projectOf(actor, team.id, undefined),
        whyNotOfTeam(visibilityOf(actor, team.id), input.place),
        categoryAt(visibilityOf(actor, team.id), input.place),
      ])
      if (!project.ok) return project
      return (
        whyElsewhere(input.place, project.value?.slug ?? null) ??
        stranger ??
        done({
          place: input.place,
          settings: policyAt(policies, input.place, category),
          version: versionOf(policies),
        })
      )
    }),
})

/**
 * Changes policies. Requires the right to curate, because an access token could otherwise approve its own
 * proposals by a rule that it made.
 */
export const changePolicySettings = operation({
  name: "policy.change",
  summary: "Set or reset individual policies at one level. Other policies stay unchanged.",
  method: "PATCH",
  path: "/policies",
  right: "curate",
  version: { base: "base" },
  example: { team: "main", place: "scope:project", set: { days: 30 } },
  input: z.object({
    team: z.string(),
    place: policyPlace,
    set: policySettings.partial().strict().default({}),
    unset: z.array(z.enum(policySettings.keyof().options)).max(POLICY_SETTINGS.length).default([]),
    base,
  }),
  output: z.object({ place: z.string(), settings: policySettings.partial() }),
  async run(actor, { team, place, set, unset, base: read }) {
    const next = (settings: Settings) =>
      Object.fromEntries(
        Object.entries({ ...settings, ...set }).filter(([setting]) => !unset.some((one) => one === setting)),
      ) as Settings
    const changed = await change(
      actor,
      { team, place, read, happening: { kind: "policy.change", detail: { set: { ...set }, unset } } },
      next,
    )
    return changed.ok ? done({ place, settings: changed.value }) : changed
  },
})

export const changePolicy = operation({
  name: "policy.set",
  summary:
    "Set all policies at one level: deployment, team, scope, project, category or agent. Null resets that level.",
  method: "PUT",
  path: "/policies",
  right: "curate",
  version: { base: "base" },
  example: { team: "main", place: "scope:project", settings: { approvals: 2 } },
  input: z.object({
    team: z.string(),
    place: policyPlace,
    settings: policySettings.partial().strict().nullable(),
    base,
  }),
  output: z.object({ place: z.string(), settings: policySettings.partial().nullable() }),
  async run(actor, { team, place, settings, base: read }) {
    const changed = await change(
      actor,
      {
        team,
        place,
        read,
        happening: { kind: "policy.set", detail: { settings: settings === null ? null : { ...settings } } },
      },
      () => settings ?? {},
    )
    return changed.ok ? done({ place, settings }) : changed
  },
})

type Settings = PlacedPolicy["settings"]

interface Change {
  readonly team: string
  readonly place: string
  /** Version of the policies that the caller read. */
  readonly read: string | undefined
  readonly happening: Pick<AuditEvent, "kind" | "detail">
}

/**
 * Changes the policy of a place and returns its new settings. Updates the limits and budgets of affected
 * files in the same transaction.
 */
async function change(
  actor: Actor,
  { team: asked, place, read, happening }: Change,
  next: (settings: Settings) => Settings,
): Promise<Outcome<Settings>> {
  return inTeam(actor, "curate", asked, async ({ id: teamId }) => {
    const ofDeployment = place === "deployment"
    if (ofDeployment && !can(actor, "own", { teamId: null }))
      return refused(
        "forbidden",
        "only the owner of the deployment can change policies for all teams. Set the policy for your team instead",
      )
    return commit(
      actor,
      { ...happening, teamId: ofDeployment ? null : teamId, subject: place },
      async (tx) => {
        const policies = await (ofDeployment ? lockDeploymentPolicy(tx, teamId) : lockPolicies(tx, teamId))
        const before = policies.find((one) => one.place === place)?.settings ?? {}
        const after = next(before)
        const refusal =
          (await whyNot(tx, { actor, teamId, place, before, after, policies })) ?? staleSince(policies, read)
        if (refusal) return refusal
        await setPolicy(tx, teamId, place, Object.keys(after).length === 0 ? null : after)
        if (
          LIMIT_SETTINGS.some((setting) => JSON.stringify(before[setting]) !== JSON.stringify(after[setting]))
        )
          await recomputeLimits(tx, ofDeployment ? null : teamId, place)
        return done(after)
      },
    )
  })
}

/**
 * Returns a refusal if a change is not allowed, or null. A change that removes a policy may name a place that
 * no longer exists.
 */
async function whyNot(
  tx: Tx,
  {
    actor,
    teamId,
    place,
    before,
    after,
    policies,
  }: {
    actor: Actor
    teamId: string
    place: string
    before: Settings
    after: Settings
    policies: readonly PlacedPolicy[]
  },
): Promise<Refusal | null> {
  const says = Object.keys(after).length > 0
  const stranger = says ? await whyNotOfTeam(visibilityOf(actor, teamId), place, tx) : null
  if (stranger) return stranger
  const owners = can(actor, "own", { teamId })
    ? null
    : whyOwnersOnly(
        policies,
        [...policies.filter((one) => one.place !== place), { place, settings: after }],
        place,
      )
  if (owners !== null) return refused("forbidden", owners)
  return after.alertOwner && after.alertOwner !== before.alertOwner
    ? whyNotOwner(tx, place === "deployment" ? null : teamId, after.alertOwner)
    : null
}
