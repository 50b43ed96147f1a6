import { database } from "../infra/client"

/**
 * Returns the agents that load a memory: its owner, agents of its category, or all of its project or team. At
 * most 200, without agents that opted out. `bound` limits the names to one project.
 */
export async function readersOf(
  teamId: string,
  memory: { projectId: string; agent: string | null; category: string | null; scope: string },
  bound: string | null = null,
): Promise<string[]> {
  if (memory.agent !== null) return [memory.agent]
  const projectId = memory.scope === "project" ? memory.projectId : bound
  const rows = await database().agent.findMany({
    where: {
      teamId,
      optedOut: false,
      ...(memory.category === null ? {} : { category: { slug: memory.category } }),
      ...(projectId === null ? {} : { projectId }),
    },
    select: { name: true },
    distinct: ["name"],
    orderBy: { name: "asc" },
    take: 200,
  })
  return rows.map((row) => row.name)
}
