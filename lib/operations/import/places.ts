import { taxonomyOf } from "@/lib/db/categories"
import { commit, type Tx } from "@/lib/db/commit"
import {
  agentKey,
  type AgentToPlace,
  ensureAgents,
  ensureCategories,
  ensureProjects,
  holdNames,
} from "@/lib/db/places"
import type { Actor } from "@/lib/memory/actor"
import { done } from "@/lib/memory/outcome"
import { categoryOfName, type TaxonomyCategory } from "@/lib/memory/taxonomy-placing"

/** Where a file goes, by name. */
interface Named {
  readonly project_name: string | null
  readonly agent: string | null
  readonly category: string | null
}

/** What an agent's definition says of it. */
interface Defined {
  readonly project: string
  readonly agent: string
  readonly optedOut: boolean
  readonly definition: string | null
}

/** The projects, categories and agents of a run, made when a file first needs them and remembered from batch to batch. */
export class Places {
  readonly #projects = new Map<string, string>()
  readonly #categories = new Map<string, string>()
  readonly #agents = new Map<string, string>()
  /** As it was when the run first needed it. */
  #taxonomy: readonly TaxonomyCategory[] | null = null

  constructor(readonly teamId: string) {}

  /**
   * Makes what files need and is missing, in a transaction of its own: batches are stored side by side and must not make one thing
   * twice. Definitions add agents that have no memory yet: those that opted out, and those whose category is known, so that a cold
   * agent is seen. Others stay unknown until they have memory.
   */
  async prepare(
    actor: Actor,
    subject: string,
    { files, definitions }: { files: readonly Named[]; definitions: readonly Defined[] },
  ): Promise<void> {
    this.#taxonomy ??= await taxonomyOf(this.teamId)
    const told = definitions.filter(
      (one) => one.optedOut || this.#categoryOf({ agent: one.agent, category: null }) !== null,
    )
    const items = [
      ...files,
      ...told.map((one) => ({ project_name: one.project, agent: one.agent, category: null })),
    ]
    if (definitions.length === 0 && items.every((item) => this.#has(item))) return
    await commit(actor, { kind: "import.places", teamId: this.teamId, subject }, async (tx) => {
      await holdNames(tx, this.teamId)
      await this.#make(tx, items)
      for (const { project, agent: name, optedOut, definition } of definitions) {
        await tx.agent.updateMany({
          where: { teamId: this.teamId, name, project: { name: project } },
          data: { optedOut, definition },
        })
      }
      return done(null)
    })
  }

  /** What was made in a transaction that was rolled back is not there. */
  forget(): void {
    for (const ids of [this.#projects, this.#categories, this.#agents]) ids.clear()
    this.#taxonomy = null
  }

  project(name: string | null): string {
    return known(this.#projects, name ?? "")
  }

  category(slug: string): string {
    return known(this.#categories, slug)
  }

  agent(key: string): string {
    return known(this.#agents, key)
  }

  #has(item: Named): boolean {
    const slug = this.#categoryOf(item)
    if (!this.#projects.has(item.project_name ?? "") || (slug !== null && !this.#categories.has(slug)))
      return false
    return this.#agentsOf(item).every((one) => this.#agents.has(agentKey(one.projectId, one.name)))
  }

  async #make(tx: Tx, items: readonly Named[]): Promise<void> {
    const projects = items
      .flatMap((item) => item.project_name ?? [])
      .filter((name) => !this.#projects.has(name))
    if (projects.length > 0) keep(this.#projects, await ensureProjects(tx, this.teamId, projects))
    const slugs = items
      .flatMap((item) => this.#categoryOf(item) ?? [])
      .filter((slug) => !this.#categories.has(slug))
    if (slugs.length > 0) keep(this.#categories, await ensureCategories(tx, this.teamId, slugs))
    const agents = items
      .flatMap((item) => this.#agentsOf(item))
      .filter((one) => !this.#agents.has(agentKey(one.projectId, one.name)))
    if (agents.length > 0) keep(this.#agents, await ensureAgents(tx, this.teamId, agents))
  }

  /** Where its file stands tells it; else the team's taxonomy does, by its name. */
  #categoryOf(item: Pick<Named, "agent" | "category">): string | null {
    return (
      item.category ??
      (item.agent === null ? null : (categoryOfName(this.#taxonomy ?? [], item.agent)?.slug ?? null))
    )
  }

  /** A category memory that several share stands for the agents of its category, as the taxonomy names them. */
  #agentsOf(item: Named): AgentToPlace[] {
    const categoryId = this.#categories.get(this.#categoryOf(item) ?? "") ?? null
    const projectId = this.project(item.project_name)
    if (item.agent !== null) return [{ projectId, name: item.agent, categoryId }]
    const template = this.#taxonomy?.find((one) => one.slug === item.category)
    if (!template) return []
    const names = [...template.agents, ...(template.coordinator === null ? [] : [template.coordinator])]
    return names.map((name) => ({ projectId, name, categoryId }))
  }
}

function keep(into: Map<string, string>, found: ReadonlyMap<string, string>): void {
  for (const [name, id] of found) into.set(name, id)
}

function known(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${JSON.stringify(name)} was not prepared`)
  return id
}
