import { z } from "zod"
import { readPolicies } from "@/lib/db/policies/policies"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { measuresOf } from "@/lib/memory/policies/alert-measures"
import { POLICY_SETTINGS, policyAt, type PolicySetting } from "@/lib/memory/policies/policy"

export const alertMeasure = z.object({
  setting: z.enum(POLICY_SETTINGS as readonly [PolicySetting, ...PolicySetting[]]),
  value: z.unknown(),
  /** Place of the policy that sets the value, or "built-in". */
  from: z.string(),
})

interface AlertSubject {
  readonly kind: AlertKind
  readonly project: { readonly slug: string } | null
  readonly agent: string | null
  /** Slug of the category. */
  readonly category: string | null
}

/** Returns the policy settings that an alert was measured by, with the place where each is set. */
export async function measuredBy(
  teamId: string,
  { kind, project, agent, category }: AlertSubject,
): Promise<z.input<typeof alertMeasure>[]> {
  const settings = measuresOf(kind)
  if (settings.length === 0) return []
  const place = placeOf({ project, agent, category })
  const policy = policyAt(await readPolicies(teamId), place, category)
  return settings.map((setting) => ({ setting, ...policy[setting] }))
}

function placeOf({ project, agent, category }: Omit<AlertSubject, "kind">): string {
  if (project !== null && agent !== null) return `agent:${project.slug}/${agent}`
  if (category !== null) return `category:${category}`
  return project === null ? "team" : `project:${project.slug}`
}
