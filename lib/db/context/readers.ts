import { visibleWhere } from "../infra/visible-rows"
import { type Visibility, inProject } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/**
 * Returns the agents that load a memory: its owner, agents of its category, or all of its project or team. At
 * most 200, without agents that opted out. Names visible agents only.
 */
export async function readersOf(
  visible: Visibility,
  memory: { projectId: string; agent: string | null; category: string | null; scope: string },
): Promise<string[]> {
  if (memory.agent !== null) return [memory.agent]
  const place = memory.scope === "project" ? inProject(visible, memory.projectId) : visible
  const rows = await database().agent.findMany({
    where: {
      ...visibleWhere(place),
      optedOut: false,
      ...(memory.category === null ? {} : { category: { slug: memory.category } }),
    },
    select: { name: true },
    distinct: ["name"],
    orderBy: { name: "asc" },
    take: 200,
  })
  return rows.map((row) => row.name)
}
