import { database } from "../infra/client"

/** The agents that load a memory: its own, those of its category, or all of its project or team. Those that opted out do not. At most 200. `bound`: the only project whose agents may be named. */
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
