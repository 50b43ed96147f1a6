import type { OutputOf } from "@/lib/http/contract"
import type { AgentState } from "@/lib/memory/agents/agent-state"

/** Figures of a project, as `showProject` and `showTeam` return them. */
export type ProjectFigures = OutputOf<"team.show">["projects"][number]

export type WaitingCounts = OutputOf<"team.show">["waiting"]

export type CategoryFigures = OutputOf<"project.show">["categories"][number]

export type ProjectSource = NonNullable<OutputOf<"project.show">["sources"]>[number]

export type Harness = OutputOf<"project.show">["harnesses"][number]

/** Returns the path of the inbox with filters. A null project means all projects. */
export function inboxPath(
  team: string,
  project: string | null,
  more: Readonly<Record<string, string>>,
): string {
  return `/t/${team}/inbox?${new URLSearchParams({ ...more, ...(project === null ? {} : { project }) })}`
}

/** Returns the path of the agent table, filtered by state. */
export function fleetStatePath(
  team: string,
  { project, category, state }: { project: string | null; category: string | null; state: AgentState },
): string {
  return `/t/${team}/agents?${new URLSearchParams({ ...(project === null ? {} : { project }), ...(category === null ? {} : { category }), state })}`
}
