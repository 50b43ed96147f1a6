import type { SynthesisKind } from "@/lib/memory/coach/synthesis"

/** Returns the address of an agent. */
export function agentPath(team: string, project: string, agent: string): string {
  return `/t/${team}/agents/${encodeURIComponent(project)}/${encodeURIComponent(agent)}`
}

/** Returns the address of the Inbox with the open alerts of an agent. */
export function agentAlertsPath(team: string, project: string, agent: string): string {
  return `/t/${team}/inbox?${new URLSearchParams({ tab: "alerts", project, agent })}`
}

/** Returns the address of a category. */
export function categoryPath(team: string, category: string): string {
  return `/t/${team}/category/${encodeURIComponent(category)}`
}

/** Returns the page of the memory that an agent's figures are about: that of the agent, or of its category. */
export function memoryOwnerPath(
  team: string,
  agent: {
    readonly name: string
    readonly project: { readonly slug: string }
    readonly category: string | null
    readonly shared: boolean
  },
): string {
  return agent.shared && agent.category !== null
    ? categoryPath(team, agent.category)
    : agentPath(team, agent.project.slug, agent.name)
}

/** Returns the address of the policies, with the settings of a place such as "category:testing"; null: all scopes. */
export function policiesPath(team: string, place: string | null): string {
  return `/t/${team}/settings/policies${place === null ? "" : `?place=${encodeURIComponent(place)}#settings`}`
}

/** Returns the address of a memory file, at a line if one is given. */
export function filePath(team: string, file: string, line?: number): string {
  return `/t/${team}/memory/${file}${line === undefined ? "" : `?line=${line}`}`
}

/** Returns the address of the coach's list of briefs and orientations, with this query. */
export function coachPath(
  team: string,
  query: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const said = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return `/t/${team}/coach${said.size > 0 ? `?${said}` : ""}`
}

/** Returns the address of a brief or an orientation. */
export function synthesisPath(team: string, synthesis: string): string {
  return `/t/${team}/coach/${synthesis}`
}

/**
 * Returns the address of the panel that starts a synthesis. `in`: slug of the project to read; default:
 * `project`, or all projects.
 */
export function newSynthesisPath(
  team: string,
  kind: SynthesisKind,
  { agent, project, in: within }: { agent?: string; project?: string | null; in?: string } = {},
): string {
  return coachPath(team, { project, new: kind, agent, in: within })
}

/** Returns the address of the list of cold agents and seed plans. */
export function seedPath(team: string, project: string | null = null): string {
  return `/t/${team}/seed${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}

/** Returns the address of a seed plan. */
export function seedPlanPath(team: string, plan: string): string {
  return `/t/${team}/seed/${plan}`
}

/** Returns the address of the form that creates a seed plan. */
export function newSeedPath(
  team: string,
  { project, agent, category }: { project?: string; agent?: string; category?: string } = {},
): string {
  const said = new URLSearchParams(
    Object.entries({ project, agent, category }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return `/t/${team}/seed/new${said.size > 0 ? `?${said}` : ""}`
}

/** Returns the address of the file that a plan would write, as a download. */
export function seedTextPath(team: string, plan: string, format?: string): string {
  return `${seedPlanPath(team, plan)}/text${format === undefined ? "" : `?format=${encodeURIComponent(format)}`}`
}

/** Returns the address of the migration page, for a project if given. */
export const migratePath = (team: string, project: string | null = null): string =>
  `/t/${team}/sources/migrate${project === null ? "" : `?project=${encodeURIComponent(project)}`}`

/** Returns the address of a past migration. */
export const migrationPath = (team: string, migration: string): string =>
  `/t/${team}/sources/migrate/${migration}`

/** Returns the address of the write-back of a source. */
export const writeBackPath = (team: string, source: string): string =>
  `/t/${team}/sources/write-back/${source}`

/** Returns the address of a conflict in the Inbox. */
export const conflictPath = (team: string, conflict: string): string =>
  `/t/${team}/inbox?tab=conflicts&item=${conflict}`
