/** Agents that know nothing yet, and what is planned for them. */
export function seedPath(team: string, project: string | null = null): string {
  return `/t/${team}/seed${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}

/** One plan: each entry of the predecessors in its place. */
export function seedPlanPath(team: string, plan: string): string {
  return `/t/${team}/seed/${plan}`
}

/** Where one chooses what an agent begins with. */
export function newSeedPath(
  team: string,
  { project, agent, category }: { project?: string; agent?: string; category?: string } = {},
): string {
  const said = new URLSearchParams(
    Object.entries({ project, agent, category }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return `/t/${team}/seed/new${said.size > 0 ? `?${said}` : ""}`
}

/** The file as a plan would write it, to be kept. */
export function seedTextPath(team: string, plan: string, format?: string): string {
  return `${seedPlanPath(team, plan)}/text${format === undefined ? "" : `?format=${encodeURIComponent(format)}`}`
}
