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
