import { CONTEXT_FORMATS, type ContextFormat } from "@/lib/memory/context/context-entry"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { AgentOption } from "./agent-context"

/** Defaults of the settings. */
export const CONTEXT_DEFAULTS = { budget: 2_000, limit: 10, format: "markdown" } as const
export const CONTEXT_LIMITS = { budget: 200_000, limit: 500, task: 10_000 } as const

/** The settings of the page, read from the URL. */
export interface ContextRequest {
  readonly agent: string | null
  readonly project: string | null
  readonly task: string
  readonly budget: number
  readonly limit: number
  readonly format: ContextFormat
  readonly override: boolean
  readonly view: "told" | "loads"
  /** Errors of invalid settings, which were replaced by the defaults. */
  readonly problems: Readonly<Partial<Record<"budget" | "limit" | "format", string>>>
}

/**
 * Query parameter for the project of the agent. It differs from `project`, which filters all pages, so that the page
 * keeps the filter. Without it, the filter decides.
 */
export const PROJECT_FIELD = "in"

export function readContextRequest(query: URLSearchParams): ContextRequest {
  const [budget, limit] = [readWhole(query.get("budget"), "budget"), readWhole(query.get("limit"), "limit")]
  const format = query.get("format") || CONTEXT_DEFAULTS.format
  return {
    agent: query.get("agent")?.trim() || null,
    project: query.get(PROJECT_FIELD) || query.get("project") || null,
    task: (query.get("task") ?? "").trim().slice(0, CONTEXT_LIMITS.task),
    budget: budget ?? CONTEXT_DEFAULTS.budget,
    limit: limit ?? CONTEXT_DEFAULTS.limit,
    format: isFormat(format) ? format : CONTEXT_DEFAULTS.format,
    override: ["on", "true", "1"].includes(query.get("override") ?? ""),
    view: query.get("view") === "loads" ? "loads" : "told",
    problems: problemsOf({ budget, limit, format }),
  }
}

const isFormat = (name: string): name is ContextFormat => CONTEXT_FORMATS.some((one) => one === name)

interface TypedSettings {
  /** Token budget; null if invalid. */
  readonly budget: number | null
  /** Maximum number of entries; null if invalid. */
  readonly limit: number | null
  readonly format: string
}

const problemsOf = ({ budget, limit, format }: TypedSettings): ContextRequest["problems"] => ({
  ...(budget === null ? { budget: wrongNumber("budget") } : {}),
  ...(limit === null ? { limit: wrongNumber("limit") } : {}),
  ...(isFormat(format) ? {} : { format: `Unknown format ${format}. Showing ${CONTEXT_DEFAULTS.format}.` }),
})

/** Returns the query parameters of the settings. Defaults are omitted. */
export function writeContextRequest(fields: Readonly<Record<string, string>>): Record<string, string | null> {
  const said = (name: keyof typeof CONTEXT_DEFAULTS) =>
    fields[name] === String(CONTEXT_DEFAULTS[name]) ? null : (fields[name]?.trim() ?? null)
  return {
    agent: fields["agent"]?.trim() || null,
    ...(fields[PROJECT_FIELD] === undefined ? {} : { [PROJECT_FIELD]: fields[PROJECT_FIELD] || null }),
    task: fields["task"]?.trim() || null,
    budget: said("budget"),
    limit: said("limit"),
    format: said("format"),
    override: fields["override"] ? "on" : null,
  }
}

/** Returns the number; null if it is out of range, the default if it is missing. */
function readWhole(said: string | null, name: "budget" | "limit"): number | null {
  if (said === null || said === "") return CONTEXT_DEFAULTS[name]
  const number = Number(said)
  return Number.isInteger(number) && number >= 1 && number <= CONTEXT_LIMITS[name] ? number : null
}

const wrongNumber = (name: "budget" | "limit"): string =>
  `Enter a whole number from 1 to ${CONTEXT_LIMITS[name].toLocaleString("en")}. Using ${CONTEXT_DEFAULTS[name].toLocaleString("en")}.`

/** The agent whose context is shown. */
export interface SelectedAgent {
  readonly name: string
  /** Slug. */
  readonly project: string
}

/**
 * Returns the requested agent in the requested project, or in the first project that has the agent. An
 * unknown name belongs to the requested project, or else to the first project. Without a requested agent,
 * returns the first agent that has not opted out, or else the first agent. Null if there is none.
 */
export function selectAgent(
  agents: readonly AgentOption[],
  projects: readonly string[],
  asked: { readonly agent: string | null; readonly project: string | null },
): SelectedAgent | null {
  const here = asked.project === null ? agents : agents.filter((one) => one.project === asked.project)
  if (asked.agent === null) return here.find((one) => !one.optedOut) ?? here[0] ?? null
  const known = here.find((one) => one.name === asked.agent)
  const project = asked.project ?? known?.project ?? projects[0]
  return project === undefined ? null : { name: asked.agent, project }
}

export interface AgentGroup {
  readonly label: string
  readonly agents: readonly AgentOption[]
}

/**
 * Returns the agents whose name, project or category contains the words, by project and category, at most
 * `most`. The project `first` comes first.
 */
export function groupAgents(
  agents: readonly AgentOption[],
  words: string,
  {
    severalProjects,
    first = null,
    most = 200,
  }: { severalProjects: boolean; first?: string | null; most?: number },
): AgentGroup[] {
  const wanted = words.trim().toLowerCase()
  const groups = new Map<string, AgentOption[]>()
  let taken = 0
  for (const agent of agents.toSorted((a, b) => Number(b.project === first) - Number(a.project === first))) {
    const label = [severalProjects ? agent.project : null, agent.category ?? "No category"]
      .filter(Boolean)
      .join(" / ")
    if (taken === most || !`${agent.name} ${label}`.toLowerCase().includes(wanted)) continue
    taken += 1
    groups.set(label, [...(groups.get(label) ?? []), agent])
  }
  return [...groups].map(([label, members]) => ({ label, agents: members }))
}

/** Returns the names that agents in several projects have. */
export function repeatedNames(agents: readonly AgentOption[]): ReadonlySet<string> {
  const byName = groupBy(agents, ({ name }) => name)
  return new Set(
    [...byName].flatMap(([name, some]) =>
      new Set(some.map(({ project }) => project)).size > 1 ? [name] : [],
    ),
  )
}
