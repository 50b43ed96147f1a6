import { z } from "zod"
import { INBOX_ORDERS, type ListedItem, listInboxItems } from "@/lib/db/inbox"
import { ALERT_SEVERITIES, ALERT_STATES, ALERT_KINDS } from "@/lib/memory/alerts/kinds"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { groupBy, sum } from "@/lib/memory/text/aggregates"
import { visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { DATE_RANGE, isInDateRange } from "@/lib/memory/memory-files/entry-dates"
import { countDecided } from "@/lib/db/proposals/reviews"
import { openAlertsByKind } from "@/lib/db/alerts/alerts"
import { CONFLICT_FINDINGS } from "../conflicts/conflict-outputs"
import { mostlyDismissed } from "../conflicts/conflicts"
import { placeInList } from "../infra/paging"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import {
  type InboxQuery,
  type ListedSummary,
  type KindCount,
  INBOX_KIND_IDS,
  INBOX_KINDS,
} from "./inbox-kinds"

const word = z.string().max(200).optional()
const someKinds = z.array(z.enum(INBOX_KIND_IDS)).max(20).optional()

/** Schema of a listed item with its kind. Each kind defines the schema of its summary. */
const listedItem = z.union(
  INBOX_KINDS.map((kind) => z.object({ kind: z.literal(kind.id), item: kind.summary })),
)

export const listInbox = operation({
  name: "inbox.list",
  summary:
    "List the items in the Inbox that need a decision: proposals, conflicts, coach output, seed plans and alerts, highest impact first.",
  method: "GET",
  path: "/inbox/items",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    kind: someKinds.describe("Kinds of items. Defaults to all kinds"),
    among: someKinds.describe("Restricts the list to items of these kinds"),
    state: z
      .enum(["waiting", "snoozed", "decided"])
      .default("waiting")
      .describe("waiting: undecided items you have not snoozed. Alerts are never listed as decided"),
    type: word.describe("The type of the item, such as edit, cross-scope, brief or past-cut"),
    agent: word.describe("An agent's name"),
    category: word.describe("Slug"),
    author: word.describe("The author of a proposal"),
    found: word.describe("flagged, or a type of finding"),
    standing: word.describe("How a proposal fits the current file"),
    assignee: word.describe("me, none, or a person's ID"),
    severity: z.enum(ALERT_SEVERITIES).optional(),
    alertState: z
      .enum(ALERT_STATES)
      .optional()
      .describe("State of the alerts, if only alerts are listed. Defaults to open alerts"),
    q: word.describe("Text to find in the item, its path or its agent"),
    order: z.enum(INBOX_ORDERS).default("harm"),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
    after: placeInList.optional(),
  }),
  output: z.object({
    items: z.array(listedItem).describe("Without a filter, alerts that need no action are omitted"),
    /** Cursor of the next page, sent as `after`. Null on the last page. */
    next: z.string().nullable(),
    /** Total number of matching items. */
    total: z.number(),
    dismissals: z
      .array(z.object({ finding: z.enum(CONFLICT_FINDINGS), dismissed: z.number(), decided: z.number() }))
      .describe("Types of findings that the team usually dismisses. Conflicts of these types rank last"),
  }),
  async run(actor, { team, project, kind = [], among, limit, after, ...filters }) {
    const place = await inboxPlace(actor, { team, project })
    if (!place.ok) return place
    const isRanked = filters.state !== "decided" && filters.order === "harm"
    const dismissals = filters.state === "decided" ? [] : await mostlyDismissed(place.value)
    const query: InboxQuery = {
      actor,
      visible: place.value,
      filters: { ...filters, kinds: kind, among },
      lowered: isRanked ? dismissals : [],
    }
    const page = { take: limit, skip: Number(after ?? 0) }
    const { items, total } = await listSettled(query, page)
    const seen = page.skip + items.length
    return done({
      items: await withSummaries(query, items),
      next: items.length > 0 && seen < total ? String(seen) : null,
      total,
      dismissals,
    })
  },
})

/** Lists items. Settles items whose cause was removed at the same time, and lists again if there were any. */
async function listSettled(query: InboxQuery, page: { readonly take: number; readonly skip: number }) {
  const kinds = INBOX_KINDS.filter(({ id }) => isWanted(query, id)).flatMap((kind) => {
    const items = kind.items(query)
    return items === null ? [] : [{ kind: kind.id, items, settle: kind.settle }]
  })
  const list = () => listInboxItems({ kinds, order: query.filters.order, ...page })
  if (query.filters.state === "decided") return list()
  const [first, ...settled] = await Promise.all([
    list(),
    ...kinds.map(({ settle }) => settle?.(query.actor, query.visible) ?? 0),
  ])
  return settled.some((number) => number > 0) ? list() : first
}

const isWanted = ({ filters }: InboxQuery, kind: string): boolean =>
  (filters.kinds.length === 0 || filters.kinds.includes(kind)) && (filters.among?.includes(kind) ?? true)

/** Returns the items with their summaries, in the same order. */
async function withSummaries(query: InboxQuery, items: readonly ListedItem[]) {
  const ofKind = groupBy(items, (item) => item.kind)
  const summaries = await Promise.all(
    INBOX_KINDS.map(async (kind) => {
      const ids = (ofKind.get(kind.id) ?? []).map((one) => one.id)
      return ids.length === 0 ? [] : kind.summaries(query, ids)
    }),
  )
  const byId = new Map(summaries.flat().map((item) => [item.id, item]))
  return items.flatMap(({ kind, id }) => {
    const item = byId.get(id)
    return item === undefined ? [] : [{ kind, item }]
  })
}

/** Returns an item by its id, decided or not. Null if the item does not exist or is not visible. */
export async function findListedItem(
  actor: Actor,
  place: { readonly team: string; readonly project?: string | undefined },
  { kind: id, item }: { readonly kind: string; readonly item: string },
): Promise<ListedSummary | null> {
  const kind = INBOX_KINDS.find((one) => one.id === id)
  const visible = await inboxPlace(actor, place)
  if (kind === undefined || !visible.ok) return null
  const filters = { kinds: [id], state: "decided", order: "newest" } as const
  const [found] = await kind.summaries({ actor, visible: visible.value, filters, lowered: [] }, [item])
  return found ?? null
}

/** Returns all details of the item that a page shows first. Null if the item cannot be read. */
export async function showListedItem(
  actor: Actor,
  team: string,
  { kind: id, item }: { readonly kind: string; readonly item: ListedSummary },
): Promise<{ readonly id: string } | null> {
  const kind = INBOX_KINDS.find((one) => one.id === id)
  return kind === undefined ? null : kind.detail(actor, team, item)
}

/** Schema of the numbers of waiting items for a person in a team or in one of its projects. */
export const waitingCounts = z.object({
  /** Number of waiting proposals that the caller has not snoozed. */
  proposals: z.number(),
  /** Number of open conflicts that the caller has not snoozed. */
  conflicts: z.number(),
  /** Unacknowledged alerts. */
  alerts: z.number(),
  /** Number of waiting syntheses that the caller has not snoozed. */
  syntheses: z.number(),
  /** Number of waiting seed plans that the caller has not snoozed. */
  seedPlans: z.number(),
  /** Number of alerts that need no action. */
  notices: z.number(),
  /**
   * Number of inbox items: proposals, syntheses, seed plans, and causes of conflicts and alerts. All notices
   * count as one.
   */
  items: z.number(),
  yours: z.number().describe("Number of `items` that are assigned to you or unassigned"),
  mine: z.number().describe("Undecided proposals, conflicts and alerts that are assigned to you"),
  listed: z
    .record(z.string(), z.number())
    .describe("`items` by kind: proposal, conflict, synthesis, seed, alert. The counts add up to `items`"),
  /**
   * Number of proposals, conflicts, syntheses and seed plans that the caller snoozed, and of all snoozed
   * alerts.
   */
  snoozed: z.number(),
})

export const showInbox = operation({
  name: "inbox.show",
  summary: "Count pending items in a team's Inbox, by kind.",
  method: "GET",
  path: "/inbox",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: waitingCounts.extend({
    byKind: z.partialRecord(z.enum(ALERT_KINDS), z.number()).describe("Open alerts by kind"),
  }),
  async run(actor, input) {
    const counted = await countInbox.run(actor, input)
    if (!counted.ok) return counted
    const place = await inboxPlace(actor, input)
    return place.ok ? done({ ...counted.value, byKind: await openAlertsByKind(place.value) }) : place
  },
})

export const countInbox = operation({
  name: "inbox.count",
  summary: "Count pending items in a team's Inbox.",
  method: "GET",
  path: "/inbox/count",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: waitingCounts,
  async run(actor, input) {
    const place = await inboxPlace(actor, input)
    if (!place.ok) return place
    const counts = await Promise.all(INBOX_KINDS.map((kind) => kind.count(actor, place.value)))
    const byKind = new Map(INBOX_KINDS.map(({ id }, at) => [id, counts[at] ?? NONE]))
    const of = (kind: string) => byKind.get(kind)?.waiting ?? 0
    return done({
      proposals: of("proposal"),
      conflicts: of("conflict"),
      alerts: of("alert"),
      syntheses: of("synthesis"),
      seedPlans: of("seed"),
      notices: sum(counts.map((one) => one.notices ?? 0)),
      items: sum(counts.map((one) => one.listed)),
      yours: sum(counts.map((one) => one.yours)),
      mine: sum(counts.map((one) => one.mine)),
      listed: Object.fromEntries(INBOX_KINDS.map(({ id }) => [id, byKind.get(id)?.listed ?? 0])),
      snoozed: sum(counts.map((one) => one.snoozed)),
    })
  },
})

const NONE: KindCount = { waiting: 0, listed: 0, snoozed: 0, yours: 0, mine: 0 }

export const showDecidedSince = operation({
  name: "inbox.decided",
  summary: "Count the proposals that a team has reviewed since a specified time, by decision.",
  method: "GET",
  path: "/inbox/decided",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    since: z.iso.datetime().refine(isInDateRange, `${DATE_RANGE} are accepted`),
  }),
  output: z.object({
    decided: z.number(),
    /** Number of decisions of the caller. */
    mine: z.number(),
    /** Number of decisions by verdict: approved, edited, merged, rejected, withdrawn. */
    verdicts: z.record(z.string(), z.number()),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const rows = await countDecided(
      visibilityOf(actor, team.value.id, project.value?.id),
      new Date(input.since),
      actor.id,
    )
    const sum = (of: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0)
    return done({
      decided: sum((row) => row.count),
      mine: sum((row) => row.mine),
      verdicts: Object.fromEntries(rows.map((row) => [row.verdict, row.count])),
    })
  },
})

/**
 * Returns what the actor may read of the team, or of the named project. Refuses if the actor may not read it.
 */
async function inboxPlace(
  actor: Actor,
  input: { readonly team: string; readonly project?: string | undefined },
): Promise<Outcome<Visibility>> {
  const team = await teamOf(actor, "read", input.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, input.project)
  return project.ok ? done(visibilityOf(actor, team.value.id, project.value?.id)) : project
}
