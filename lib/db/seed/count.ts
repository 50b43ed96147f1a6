import { database } from "../infra/client"

/** Plans that wait in a team, and agents of which somebody said that they begin with nothing; without what the plans hold, which is much. */
export function openSeeding(
  teamId: string,
  projectId: string | null,
): Promise<
  {
    readonly id: string
    readonly projectId: string
    readonly agentName: string | null
    readonly roles: readonly string[]
    readonly state: string
  }[]
> {
  return database().seedPlan.findMany({
    where: { teamId, state: { in: ["waiting", "fresh"] }, ...(projectId === null ? {} : { projectId }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, projectId: true, agentName: true, roles: true, state: true },
  })
}
