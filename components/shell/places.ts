/** The pages of a team, as the rail, the palette and the go-to keys list them. `segment` is their place under `/t/<team>/`. */
export const PLACES = [
  { segment: "inbox", label: "Inbox", key: "i" },
  { segment: "fleet", label: "Fleet", key: "f" },
  { segment: "memory", label: "Memory", key: "m" },
  { segment: "search", label: "Search", key: "s" },
  { segment: "sources", label: "Sources", key: "o" },
  { segment: "settings", label: "Settings", key: "t" },
] as const

export type Segment = (typeof PLACES)[number]["segment"]

/** Pages of the fleet beside its own: they stand in its tabs, not in the rail, and are jumped to as any other. */
export const FLEET_VIEWS = [
  { segment: "context", label: "Context", detail: "what an agent is told", key: "c" },
  { segment: "receipts", label: "Receipts", detail: "what harnesses loaded", key: "r" },
] as const

export type FleetView = (typeof FLEET_VIEWS)[number]["segment"]

/** The charts of what comes in and goes out of the inbox. */
export function chartsPath(team: string, project: string | null): string {
  return `/t/${team}/inbox/flow${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
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
