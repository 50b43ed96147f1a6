import type { Tx } from "@/lib/db/commit"
import { type AgentToPlace, ensureAgents, ensureCategories, ensureProjects } from "@/lib/db/places"
import { categoryOfAgent, DEFAULT_TAXONOMY } from "@/lib/memory/taxonomy"

export interface Places {
  readonly projects: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
  /** By `agentKey`. */
  readonly agents: ReadonlyMap<string, string>
}

/** Makes the projects, categories and agents that a run's files belong to. */
export async function preparePlaces(tx: Tx, teamId: string, runId: string): Promise<Places> {
  const items = await tx.importItem.findMany({
    where: { teamId, runId, status: { in: ["new", "changed"] } },
    select: { path: true, projectName: true, agent: true, category: true, diagnostics: true },
  })
  const projects = await ensureProjects(tx, teamId, items.flatMap((item) => item.projectName ?? []))
  const wanted = items.flatMap((item) => (item.agent === null ? [] : [{ ...item, agent: item.agent }]))
  const slugs = [...items.flatMap((item) => item.category ?? []), ...wanted.flatMap((item) => categoryOfAgent(item.agent)?.slug ?? [])]
  const categories = await ensureCategories(tx, teamId, slugs)
  const agents: AgentToPlace[] = wanted.map((item) => ({
    projectId: projects.get(item.projectName ?? "") as string,
    name: item.agent,
    categoryId: categories.get(item.category ?? categoryOfAgent(item.agent)?.slug ?? "") ?? null,
    optedOut: null,
  }))
  return { projects, categories, agents: await ensureAgents(tx, teamId, [...agents, ...members(items, projects, categories)]) }
}

/** A category memory that several share stands for the agents of its category, as the taxonomy names them. */
function members(
  items: readonly { projectName: string | null; agent: string | null; category: string | null }[],
  projects: ReadonlyMap<string, string>,
  categories: ReadonlyMap<string, string>,
): AgentToPlace[] {
  return items.flatMap((item) => {
    const template = item.agent === null ? DEFAULT_TAXONOMY.find((one) => one.slug === item.category) : undefined
    if (!template) return []
    const names = [...template.agents, ...(template.coordinator === null ? [] : [template.coordinator])]
    return names.map((name) => ({ projectId: projects.get(item.projectName ?? "") as string, name, categoryId: categories.get(template.slug) ?? null, optedOut: null }))
  })
}
