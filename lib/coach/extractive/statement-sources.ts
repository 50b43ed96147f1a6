import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"

/** Source of statements: an agent with all its files, or a shared memory. */
export interface StatementSource {
  /** Equal for all statements of one agent or shared memory. */
  readonly key: string
  /** Name for display: "unit-tester", "the testing memory". */
  readonly name: string
  readonly agent: string | null
  readonly project: string
  readonly category: string | null
}

/**
 * The sources of a material, with display names. The names contain the project if the material has several
 * projects.
 */
export class StatementSources {
  private readonly known = new Map<string, StatementSource>()
  private readonly named: boolean

  constructor(material: Pick<CoachMaterial, "oneProject" | "entries">) {
    this.named = !material.oneProject && new Set(material.entries.map(({ project }) => project)).size > 1
  }

  of(entry: CoachEntry): StatementSource {
    const key = keyOf(entry)
    const known = this.known.get(key)
    if (known !== undefined) return known
    const { agent, project, category } = entry
    const voice: StatementSource = { key, name: this.nameOf(entry), agent, project, category }
    this.known.set(key, voice)
    return voice
  }

  /** Number of sources so far. */
  get size(): number {
    return this.known.size
  }

  agentName({ name, project }: { readonly name: string; readonly project: string }): string {
    return this.named ? `${name} (${project})` : name
  }

  private nameOf({ agent, category, scope, project }: CoachEntry): string {
    if (agent !== null) return this.agentName({ name: agent, project })
    if (scope === "global") return "the global memory"
    if (scope === "team") return "the team’s memory"
    if (category !== null)
      return this.named ? `the ${category} memory (${project})` : `the ${category} memory`
    return this.named ? `the memory of ${project}` : "the project’s memory"
  }
}

export const agentKey = (project: string, name: string): string => `agent\n${project}\n${name}`

function keyOf({ agent, category, scope, project }: CoachEntry): string {
  if (agent !== null) return agentKey(project, agent)
  return scope === "global" || scope === "team" ? scope : `${scope}\n${project}\n${category ?? ""}`
}
