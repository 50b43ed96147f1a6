import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/**
 * Returns waiting plans and decisions that an agent starts without memory (state "fresh"), newest first. The
 * placements are left out, because they are large.
 */
export function openSeeding(visible: Visibility): Promise<
  {
    readonly id: string
    readonly projectId: string
    readonly agentName: string | null
    readonly roles: readonly string[]
    readonly state: string
  }[]
> {
  return database().seedPlan.findMany({
    where: {
      teamId: visible.teamId,
      state: { in: ["waiting", "fresh"] },
      ...(visible.projectId === null ? {} : { projectId: visible.projectId }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, projectId: true, agentName: true, roles: true, state: true },
  })
}
