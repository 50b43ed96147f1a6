import { createHash } from "node:crypto"
import { z } from "zod"
import { isCategory } from "@/lib/db/categories"
import { commit, type Tx } from "@/lib/db/commit"
import { changeSettings, holdPolicies, readPolicies, setPolicy } from "@/lib/db/policies"
import { type Actor, can } from "@/lib/memory/actor"
import { done, type Refusal, refused } from "@/lib/memory/outcome"
import { DEFAULT_POLICY, type PlacedPolicy, policyAt, policyFor, policyPlace, policySettings } from "@/lib/memory/policy"
import { SCOPES } from "@/lib/memory/scope"
import { operation } from "./operation"
import { inTeam } from "./team-of"

export const listPolicies = operation({
  name: "policy.list",
  summary: "What holds for proposals in a team, by place, and what holds where nothing is set.",
  method: "GET",
  path: "/policies",
  right: "read",
  version: { of: "version" },
  input: z.object({ team: z.string() }),
  output: z.object({
    policies: z.array(z.object({ place: z.string(), settings: policySettings.partial() })),
    /** For each scope, without a category: what its policies come to. */
    effective: z.record(z.enum(SCOPES), policySettings),
    builtIn: policySettings,
    version: z.string().describe("Of all that the policies say: name it as `base` where you change them"),
  }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const policies = await readPolicies(team.id)
      const effective = Object.fromEntries(SCOPES.map((scope) => [scope, policyFor(policies, { scope, category: null })])) as Record<(typeof SCOPES)[number], z.output<typeof policySettings>>
      return done({ policies, effective, builtIn: DEFAULT_POLICY, version: versionOf(policies) })
    }),
})

const base = z.string().regex(/^[0-9a-f]{16,64}$/, "take `version` from the policies that you read").optional().describe("The version of the policies that you read; refused where they say something else by now")

const versionOf = (policies: readonly PlacedPolicy[]): string => createHash("sha256").update(JSON.stringify(policies)).digest("hex").slice(0, 32)

function staleSince(policies: readonly PlacedPolicy[], read: string | undefined): Refusal | null {
  if (read === undefined || read === versionOf(policies)) return null
  return refused("stale", "the policies say something else by now: look at them again", { version: versionOf(policies), policies })
}

/** Whoever decides sets the rules: an access token could else approve by a rule of its own making. */
export const changePolicySettings = operation({
  name: "policy.change",
  summary: "Set some of what a place says about its proposals, and take some away; the rest stays as it is.",
  method: "PATCH",
  path: "/policies",
  right: "curate",
  version: { base: "base" },
  example: { team: "main", place: "scope:project", set: { days: 30 } },
  input: z.object({ team: z.string(), place: policyPlace, set: policySettings.partial().strict().default({}), unset: z.array(z.enum(policySettings.keyof().options)).max(20).default([]), base }),
  output: z.object({ place: z.string(), settings: policySettings.partial() }),
  run: (actor, { team: asked, place, set, unset, base: read }) =>
    inTeam(actor, "curate", asked, (team) =>
      commit(actor, { kind: "policy.change", teamId: team.id, subject: place, detail: { set: { ...set }, unset } }, async (tx) => {
        const policies = await holdPolicies(tx, team.id)
        const stranger = (await strangePlace(tx, team.id, place)) ?? whyOwnersOnly(policies, actor, team.id, place) ?? staleSince(policies, read)
        return stranger ?? done({ place, settings: await changeSettings(tx, team.id, place, { set, unset }) })
      }),
    ),
})

export const changePolicy = operation({
  name: "policy.set",
  summary: "Set what holds for proposals in a place: the team, a scope or a category. Null takes the place's own settings away.",
  method: "PUT",
  path: "/policies",
  right: "curate",
  version: { base: "base" },
  example: { team: "main", place: "scope:project", settings: { approvals: 2 } },
  input: z.object({ team: z.string(), place: policyPlace, settings: policySettings.partial().strict().nullable(), base }),
  output: z.object({ place: z.string(), settings: policySettings.partial().nullable() }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, (team) =>
      commit(actor, { kind: "policy.set", teamId: team.id, subject: input.place, detail: { settings: input.settings === null ? null : { ...input.settings } } }, async (tx) => {
        const policies = await holdPolicies(tx, team.id)
        const stranger = (input.settings === null ? null : await strangePlace(tx, team.id, input.place)) ?? whyOwnersOnly(policies, actor, team.id, input.place) ?? staleSince(policies, input.base)
        if (stranger) return stranger
        await setPolicy(tx, team.id, input.place, input.settings)
        return done({ place: input.place, settings: input.settings })
      }),
    ),
})

/** A slip of the pen in a category's name would else be kept for ever, and hold nowhere. */
async function strangePlace(tx: Tx, teamId: string, place: string): Promise<Refusal | null> {
  const slug = place.startsWith("category:") ? place.slice("category:".length) : null
  if (slug === null || (await isCategory(teamId, slug, tx))) return null
  return refused("not-found", `place: there is no category ${slug} in this team`)
}

/** Where an owner decides, an owner sets the rules: a lead could else take that away and decide. */
function whyOwnersOnly(policies: readonly PlacedPolicy[], actor: Actor, teamId: string, place: string): Refusal | null {
  const { decider } = policyAt(policies, place)
  if (decider.value !== "owner" || can(actor, "own", { teamId })) return null
  return refused("forbidden", "an owner of the team decides here, and so an owner changes this policy")
}
