/** A page in the navigation. `segment` is its path below `/t/<team>/`. */
export interface PageContext {
  readonly segment: string
  readonly label: string
  /** Second key of the `g` jump to the page. */
  readonly key?: string
  /** True if only managers of the team see the page. */
  readonly manages?: true
}

/**
 * A tab of a place. A tab with `views` shows a switch between them below the tabs. The first view is the page
 * of the tab itself.
 */
export interface PlaceTab extends PageContext {
  readonly views?: readonly PageContext[]
}

/** One of the eight entries of the rail. `also` are first segments of pages that belong to it and have no tab. */
export interface RailPlace extends PageContext {
  readonly tabs?: readonly PlaceTab[]
  readonly also?: readonly string[]
}

/**
 * The places of the navigation. Rail, tabs, palette and `g` jumps are built from this list. At most eight
 * places with at most four tabs each.
 */
export const PLACES = [
  {
    segment: "",
    label: "Home",
    key: "h",
    also: ["health"],
  },
  {
    segment: "inbox",
    label: "Inbox",
    key: "i",
  },
  {
    segment: "agents",
    label: "Agents",
    key: "a",
    also: ["seed", "category"],
    tabs: [
      { segment: "agents", label: "Agents" },
      {
        segment: "agents/overlap",
        label: "Overlap",
        views: [
          {
            segment: "agents/overlap",
            label: "Known to one agent",
            key: "k",
          },
          {
            segment: "agents/overlap/repeated",
            label: "Repeated",
            key: "d",
          },
          {
            segment: "agents/overlap/coverage",
            label: "Coverage",
            key: "v",
          },
        ],
      },
      {
        segment: "agents/delivery",
        label: "Delivery",
        views: [
          {
            segment: "agents/delivery",
            label: "Deliveries",
            key: "r",
          },
          {
            segment: "agents/delivery/files",
            label: "Files loaded",
            key: "l",
          },
        ],
      },
      {
        segment: "agents/growth",
        label: "Growth",
        views: [
          {
            segment: "agents/growth",
            label: "Limits",
            key: "w",
          },
          {
            segment: "agents/growth/activity",
            label: "Activity",
            key: "y",
          },
        ],
      },
    ],
  },
  {
    segment: "memory",
    label: "Memory",
    key: "m",
    tabs: [
      { segment: "memory", label: "Files" },
      {
        segment: "memory/verify",
        label: "Verify",
      },
      {
        segment: "memory/compact",
        label: "Compact",
      },
    ],
  },
  { segment: "search", label: "Search", key: "s" },
  {
    segment: "coach",
    label: "Coach",
    key: "b",
  },
  {
    segment: "sources",
    label: "Sources",
    key: "o",
    tabs: [
      { segment: "sources", label: "Sources" },
      {
        segment: "sources/imports",
        label: "Import history",
      },
      {
        segment: "sources/write-back",
        label: "Write back",
      },
      {
        segment: "sources/migrate",
        label: "Migrate",
      },
    ],
  },
  {
    segment: "settings",
    label: "Settings",
    key: "t",
    tabs: [
      {
        segment: "settings",
        label: "Team",
        views: [
          { segment: "settings", label: "Members" },
          {
            segment: "settings/categories",
            label: "Categories",
          },
          {
            segment: "settings/policies",
            label: "Policies",
          },
          {
            segment: "settings/notifications",
            label: "Notifications",
          },
        ],
      },
      {
        segment: "settings/account",
        label: "Access",
        views: [
          {
            segment: "settings/account",
            label: "Your account",
          },
          {
            segment: "settings/tokens",
            label: "Access tokens",
            manages: true,
          },
        ],
      },
      {
        segment: "settings/history",
        label: "History",
        manages: true,
        views: [
          {
            segment: "settings/history",
            label: "Writes",
            manages: true,
          },
          {
            segment: "settings/audit",
            label: "Audit log",
            manages: true,
          },
        ],
      },
      {
        segment: "settings/instance",
        label: "Instance",
        manages: true,
      },
    ],
  },
] as const satisfies readonly RailPlace[]

type Tabs<P> = P extends { readonly tabs: readonly (infer T)[] } ? T : never
type Views<T> = T extends { readonly views: readonly (infer V)[] } ? V : never
type AnyTab = Tabs<(typeof PLACES)[number]>

/** Address of a page in the navigation, below `/t/<team>/`. */
export type Segment = ((typeof PLACES)[number] | AnyTab | Views<AnyTab>)["segment"]
export type RailSegment = (typeof PLACES)[number]["segment"]
/** Address of any page that has a name, below `/t/<team>/`. */
export type PageSegment = Segment | (typeof OTHER_PAGES)[number]["segment"]

/** Pages that are reached from another page and have neither a tab nor a place in the rail. */
export const OTHER_PAGES = [
  {
    segment: "health",
    label: "Health checks",
  },
  {
    segment: "seed",
    label: "Seed agents",
    key: "e",
  },
  {
    segment: "agents/compare",
    label: "Compare two agents",
  },
  {
    segment: "agents/context",
    label: "Context preview",
    key: "c",
  },
] as const satisfies readonly PageContext[]

/** A page as the palette and the `g` jumps list it. `within` names its place and tab. */
export interface ListedPage extends PageContext {
  readonly segment: PageSegment
  readonly within: string | null
}

/**
 * Returns every named page once: those of the navigation in its order, then the others. Leaves out pages that
 * only managers see unless `manages`.
 */
export function listPages(manages: boolean): readonly ListedPage[] {
  const pages = ALL_PLACES.flatMap((place) => [
    { ...place, within: null },
    ...(place.tabs ?? []).flatMap((tab) =>
      (tab.views ?? [tab])
        .filter(({ segment }) => segment !== place.segment)
        .map((view) => ({
          ...view,
          within: view.label === tab.label ? place.label : `${place.label} › ${tab.label}`,
        })),
    ),
  ])
  const others = OTHER_PAGES.map((page: PageContext) => ({ ...page, within: null }))
  return ([...pages, ...others] as ListedPage[]).filter((page) => manages || !page.manages)
}

/** Position of a page in the navigation. */
export interface Position {
  readonly place: RailPlace
  readonly tab: PlaceTab | null
}

/** Returns the place and tab of a page of the navigation. Throws if the page is not in the navigation. */
export function positionOf(segment: Segment): Position {
  for (const place of ALL_PLACES) {
    const tab = place.tabs?.find((one) => (one.views ?? [one]).some((view) => view.segment === segment))
    if (tab || place.segment === segment) return { place, tab: tab ?? null }
  }
  throw new Error(`${segment} is not in the navigation`)
}

/**
 * Returns the place of the rail that an address belongs to, by the part below `/t/<team>/`. Null if the
 * address belongs to none.
 */
export function placeOfPath(path: string): RailSegment | null {
  const [first = ""] = path.split("/")
  const place = PLACES.find((one: RailPlace) => one.segment === first || one.also?.includes(first))
  return place?.segment ?? null
}

/**
 * Returns the named page at an address, by the part below `/t/<team>/`. Null for pages that `listPages` does
 * not list.
 */
export function pageOfPath(path: string): PageSegment | null {
  return LISTED.find(({ segment }) => segment === path)?.segment ?? null
}

const ALL_PLACES: readonly RailPlace[] = PLACES
const LISTED = listPages(true)

/** Returns the query that keeps the selected project. Empty without a project. */
const withProject = (project: string | null) =>
  project === null ? "" : `?project=${encodeURIComponent(project)}`

/** Returns the address of a page of a team. */
export function placePath(team: string, segment: PageSegment, project: string | null): string {
  return `/t/${team}${segment === "" ? "" : `/${segment}`}${withProject(project)}`
}

/** Returns the path of a project's home page. */
export function projectPath(team: string, project: string): string {
  return placePath(team, "", project)
}

/** A list of the inbox that the palette and the `g` jumps open. */
interface InboxTab {
  readonly label: string
  /** The query of its address. */
  readonly query: string
  /** Second key of the `g` jump to the tab. */
  readonly key?: string
}

/** The lists of the inbox by kind, then by state. */
export const INBOX_TABS: readonly InboxTab[] = [
  { label: "Proposals", query: "tab=proposals", key: "p" },
  { label: "Conflicts", query: "tab=conflicts", key: "f" },
  { label: "Coach", query: "tab=coach" },
  { label: "Seeds", query: "tab=seed" },
  { label: "Alerts", query: "tab=alerts", key: "n" },
  { label: "Mine", query: "assignee=me" },
  { label: "Snoozed", query: "tab=snoozed" },
  { label: "Decided", query: "tab=decided" },
]

/** Returns the path of a list of the inbox. */
export const inboxTabPath = (team: string, { query }: InboxTab, project: string | null): string =>
  `/t/${team}/inbox?${query}${project === null ? "" : `&project=${encodeURIComponent(project)}`}`

/** Returns the path of the open alerts in the inbox. */
export function alertsPath(team: string, project: string | null): string {
  return `/t/${team}/inbox?tab=alerts${project === null ? "" : `&project=${encodeURIComponent(project)}`}`
}

/** Returns the path of the context preview of an agent. The project filter of the pages does not change. */
export function contextPath(team: string, project: string, agent: string): string {
  return `/t/${team}/agents/context?${new URLSearchParams({ in: project, agent })}`
}

/**
 * Returns the path that compares two agents, each given as project/agent. A missing one is chosen on the
 * page.
 */
export function comparePath(team: string, agents: { a?: string; b?: string }): string {
  return `/t/${team}/agents/compare?${new URLSearchParams(agents)}`
}
