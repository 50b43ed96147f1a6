import { z } from "zod"
import { readPolicies } from "@/lib/db/policies/policies"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { measuresOf } from "@/lib/memory/policies/alert-measures"
import { POLICY_SETTINGS, policyAt, type PolicySetting } from "@/lib/memory/policies/policy"

export const alertMeasure = z.object({
  setting: z.enum(POLICY_SETTINGS as readonly [PolicySetting, ...PolicySetting[]]),
  value: z.unknown(),
  /** The place of the policy that sets it, or "built-in". */
  from: z.string(),
})

interface Measured {
  readonly kind: AlertKind
  readonly project: { readonly slug: string } | null
  readonly agent: string | null
  /** A slug. */
  readonly category: string | null
}

/** By which measures of the policies an alert was found, and where each is set. */
export async function measuredBy(
  teamId: string,
  { kind, project, agent, category }: Measured,
): Promise<z.input<typeof alertMeasure>[]> {
  const settings = measuresOf(kind)
  if (settings.length === 0) return []
  const place =
    project !== null && agent !== null
      ? `agent:${project.slug}/${agent}`
      : category !== null
        ? `category:${category}`
        : project === null
          ? "team"
          : `project:${project.slug}`
  const held = policyAt(await readPolicies(teamId), place, category)
  return settings.map((setting) => ({ setting, ...held[setting] }))
}
