import type { GrowingAgent } from "./growth"

/**
 * Agents in a compact form, by column. Weeks are differences to the previous week: "12.0.0.3"; "~" is
 * unknown.
 */
export interface PackedGrowth {
  names: string[]
  projects: string[]
  projectOf: number[]
  lines: number[]
  budget: (number | null)[]
  limit: (number | null)[]
  weeks: string[]
  estimated: boolean[]
  perDay: (number | null)[]
  budgetOn: (string | null)[]
  limitOn: (string | null)[]
}

export function packGrowth(agents: readonly GrowingAgent[]): PackedGrowth {
  const projects = [...new Set(agents.map(({ project }) => project))]
  const placeOf = new Map(projects.map((one, place) => [one, place]))
  return {
    projects,
    names: agents.map(({ name }) => name),
    projectOf: agents.map(({ project }) => placeOf.get(project) ?? 0),
    lines: agents.map(({ lines }) => lines),
    budget: agents.map(({ budget }) => budget),
    limit: agents.map(({ limit }) => limit),
    weeks: agents.map(({ weeks }) => packWeeks(weeks)),
    estimated: agents.map(({ estimated }) => estimated),
    perDay: agents.map(({ perDay }) => perDay),
    budgetOn: agents.map(({ budgetOn }) => budgetOn),
    limitOn: agents.map(({ limitOn }) => limitOn),
  }
}

export function unpackGrowth(packed: PackedGrowth): GrowingAgent[] {
  return packed.names.map((name, place) => ({
    name,
    project: packed.projects[packed.projectOf[place] ?? 0] ?? "",
    category: null,
    lines: packed.lines[place] ?? 0,
    budget: packed.budget[place] ?? null,
    limit: packed.limit[place] ?? null,
    weeks: unpackWeeks(packed.weeks[place] ?? ""),
    estimated: packed.estimated[place] ?? false,
    perDay: packed.perDay[place] ?? null,
    budgetOn: packed.budgetOn[place] ?? null,
    limitOn: packed.limitOn[place] ?? null,
  }))
}

function packWeeks(weeks: readonly (number | null)[]): string {
  let before = 0
  return weeks
    .map((lines) => {
      if (lines === null) return "~"
      const step = lines - before
      before = lines
      return String(step)
    })
    .join(".")
}

function unpackWeeks(packed: string): (number | null)[] {
  let lines = 0
  return packed.split(".").map((step) => (step === "~" ? null : (lines += Number(step))))
}
