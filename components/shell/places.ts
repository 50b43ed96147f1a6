/** The pages of a team, as the rail, the palette and the go-to keys list them. `segment` is their place under `/t/<team>/`. */
export const PLACES = [
  { segment: "inbox", label: "Inbox", key: "i" },
  { segment: "fleet", label: "Fleet", key: "f" },
  { segment: "memory", label: "Memory", key: "m" },
  { segment: "search", label: "Search", key: "s" },
  { segment: "seed", label: "Seed", key: "e" },
  { segment: "coach", label: "Coach", key: "b" },
  { segment: "sources", label: "Sources", key: "o" },
  { segment: "settings", label: "Settings", key: "t" },
] as const

export type Segment = (typeof PLACES)[number]["segment"]

/** Pages of the fleet beside its own: they stand in its tabs, not in the rail, and are jumped to as any other. */
export const FLEET_VIEWS = [
  { segment: "health", label: "Health", detail: "how well memory is, and how it was", key: "h" },
  { segment: "fleet/activity", label: "Activity", detail: "who wrote down how much, week by week", key: "a" },
  { segment: "fleet/coverage", label: "Coverage", detail: "what is known by whom", key: "v" },
  {
    segment: "fleet/missed",
    label: "Known by one",
    detail: "what one agent knows and its mates miss",
    key: "k",
  },
  { segment: "fleet/redundancy", label: "Redundant", detail: "what many agents hold", key: "d" },
  { segment: "fleet/growth", label: "Growth", detail: "when memory is full", key: "w" },
  { segment: "fleet/loads", label: "Loads", detail: "who loads what", key: "l" },
  { segment: "context", label: "Context", detail: "what an agent is told", key: "c" },
  { segment: "receipts", label: "Receipts", detail: "what harnesses loaded", key: "r" },
] as const

export type FleetView = (typeof FLEET_VIEWS)[number]["segment"]

/** The charts of what comes in and goes out of the inbox. */
export function chartsPath(team: string, project: string | null): string {
  return `/t/${team}/inbox/flow${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}

/** What is amiss in memory, as the inbox lists it. */
export function alertsPath(team: string, project: string | null): string {
  return `/t/${team}/inbox?tab=alerts${project === null ? "" : `&project=${encodeURIComponent(project)}`}`
}

/** What a person should look at again. */
export function verifyPath(team: string, project: string | null): string {
  return `/t/${team}/verify${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}

/** A page of a team; the project that one looks at goes along. */
export function placePath(team: string, segment: Segment | FleetView, project: string | null): string {
  return `/t/${team}/${segment}${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}

/** What an agent of a project is told. */
export function contextPath(team: string, project: string, agent: string): string {
  return `/t/${team}/context?${new URLSearchParams({ project, agent })}`
}

/** A project in one look. */
export function projectPath(team: string, project: string): string {
  return `/t/${team}/project/${encodeURIComponent(project)}`
}

/** A team in one look. */
export function teamPath(team: string): string {
  return `/t/${team}/team`
}

/** Two agents side by side, each as project/agent; one that is left out is chosen there. */
export function comparePath(team: string, agents: { a?: string; b?: string }): string {
  return `/t/${team}/fleet/compare?${new URLSearchParams(agents)}`
}
