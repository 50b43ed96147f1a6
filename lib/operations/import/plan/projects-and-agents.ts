import { visibilityOf } from "@/lib/memory/teams/visibility"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  agentKey,
  type AgentToPlace,
  ensureAgents,
  ensureCategories,
  ensureProjects,
  lockNames,
  setDefinition,
} from "@/lib/db/teams/projects-and-agents"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { categoryOfName, type TaxonomyCategory } from "@/lib/memory/agents/categories"

/** The destination of a file, by names. */
interface Named {
  readonly project_name: string | null
  readonly agent: string | null
  readonly category: string | null
}

/** Declarations of an agent definition. */
interface Defined {
  readonly project: string
  readonly agent: string
  readonly optedOut: boolean
  readonly definition: string | null
  readonly category: string | null
}

/**
 * Cache of the ids of projects, categories and agents in a run. Concurrent batches share it: ids are only
 * added after the transaction that created their rows.
 */
export class Places {
  #known: Ids = NO_IDS
  /** The team's taxonomy at its first use in the run. */
  #taxonomy: readonly TaxonomyCategory[] | null = null

  constructor(readonly teamId: string) {}

  /**
   * Creates missing projects, categories and agents in its own transaction, because concurrent batches must
   * not create them twice. A definition creates its agent even without memory, so that such agents are
   * visible. The category in a definition wins over the taxonomy, unless a person assigned the agent.
   */
  async prepare(
    actor: Actor,
    subject: string,
    { files, definitions }: { files: readonly Named[]; definitions: readonly Defined[] },
  ): Promise<void> {
    const taxonomy = (this.#taxonomy ??= await taxonomyOf(visibilityOf(actor, this.teamId)))
    const named = definitions.map(({ project, agent, category }) => ({
      project_name: project,
      agent,
      category,
    }))
    const items = [...files, ...named]
    if (definitions.length === 0 && items.every((item) => hasAll(this.#known, taxonomy, item))) return
    const before = this.#known
    const made = await commit(actor, { kind: "import.places", teamId: this.teamId, subject }, async (tx) => {
      await lockNames(tx, this.teamId)
      const ids = await withMissing(tx, this.teamId, { ids: before, taxonomy, items })
      for (const { category, ...defined } of definitions)
        await setDefinition(tx, this.teamId, {
          ...defined,
          categoryId: category === null ? null : idOf(ids.categories, category),
        })
      return done(ids)
    })
    if (made.ok) this.#known = joined(this.#known, made.value)
  }

  project(name: string | null): string {
    return idOf(this.#known.projects, name ?? "")
  }

  category(slug: string): string {
    return idOf(this.#known.categories, slug)
  }

  agent(key: string): string {
    return idOf(this.#known.agents, key)
  }
}

/** Ids by project name, category slug and `agentKey`. */
interface Ids {
  readonly projects: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
  readonly agents: ReadonlyMap<string, string>
}

const NO_IDS: Ids = { projects: new Map(), categories: new Map(), agents: new Map() }

type Taxonomy = readonly TaxonomyCategory[]

function hasAll(ids: Ids, taxonomy: Taxonomy, item: Named): boolean {
  const slug = categoryOf(taxonomy, item)
  if (!ids.projects.has(item.project_name ?? "") || (slug !== null && !ids.categories.has(slug))) return false
  return agentsOf(ids, taxonomy, item).every((one) => ids.agents.has(agentKey(one.projectId, one.name)))
}

/** Returns all ids that the items need. Creates the missing projects, categories and agents. */
async function withMissing(
  tx: Tx,
  teamId: string,
  { ids, taxonomy, items }: { ids: Ids; taxonomy: Taxonomy; items: readonly Named[] },
): Promise<Ids> {
  const names = items.flatMap((item) => item.project_name ?? []).filter((name) => !ids.projects.has(name))
  const projects = names.length === 0 ? NO_IDS.projects : await ensureProjects(tx, teamId, names)
  const slugs = items
    .flatMap((item) => categoryOf(taxonomy, item) ?? [])
    .filter((slug) => !ids.categories.has(slug))
  const categories = slugs.length === 0 ? NO_IDS.categories : await ensureCategories(tx, teamId, slugs)
  const placed = joined(ids, { projects, categories, agents: NO_IDS.agents })
  const missing = items
    .flatMap((item) => agentsOf(placed, taxonomy, item))
    .filter((one) => !ids.agents.has(agentKey(one.projectId, one.name)))
  const agents = missing.length === 0 ? NO_IDS.agents : await ensureAgents(tx, teamId, missing)
  return joined(placed, { ...NO_IDS, agents })
}

/**
 * Returns the category in the file's path, or else the category of its agent in the taxonomy. Null if neither
 * is known.
 */
export function categoryOf(taxonomy: Taxonomy, item: Pick<Named, "agent" | "category">): string | null {
  if (item.category !== null || item.agent === null) return item.category
  return categoryOfName(taxonomy, item.agent)?.slug ?? null
}

/** Returns the agents that a file requires. A shared category memory requires all agents of its category. */
function agentsOf(ids: Ids, taxonomy: Taxonomy, item: Named): AgentToPlace[] {
  const categoryId = ids.categories.get(categoryOf(taxonomy, item) ?? "") ?? null
  const projectId = idOf(ids.projects, item.project_name ?? "")
  if (item.agent !== null) return [{ projectId, name: item.agent, categoryId }]
  const template = taxonomy.find((one) => one.slug === item.category)
  if (!template) return []
  const names = [...template.agents, ...(template.coordinator === null ? [] : [template.coordinator])]
  return names.map((name) => ({ projectId, name, categoryId }))
}

function joined(one: Ids, other: Ids): Ids {
  return {
    projects: new Map([...one.projects, ...other.projects]),
    categories: new Map([...one.categories, ...other.categories]),
    agents: new Map([...one.agents, ...other.agents]),
  }
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${JSON.stringify(name)} was not prepared`)
  return id
}
