import { z } from "zod"
import { INBOX_ORDERS, type ListedItem, listInboxItems } from "@/lib/db/inbox/list"
import { ALERT_SEVERITIES, ALERT_STATES } from "@/lib/memory/alerts/kinds"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { groupBy } from "@/lib/memory/text/group"
import { CONFLICT_FINDINGS } from "../conflicts/conflict-outputs"
import { mostlyDismissed } from "../conflicts/read"
import { placeInList } from "../infra/paging"
import { operation } from "../operation"
import { inboxPlace } from "./team-and-project"
import type { InboxQuery, ListedSummary } from "./kinds/inbox-kind"
import { INBOX_KIND_IDS, INBOX_KINDS } from "./kinds/kinds"

const word = z.string().max(200).optional()
const someKinds = z.array(z.enum(INBOX_KIND_IDS)).max(20).optional()

/** Schema of a listed item with its kind. Each kind defines the schema of its summary. */
const listedItem = z.union(
  INBOX_KINDS.map((kind) => z.object({ kind: z.literal(kind.id), item: kind.summary })),
)

export const listInbox = operation({
  name: "inbox.list",
  summary:
    "List the items in the Inbox that need a decision: proposals, conflicts, coach output, seed plans and alerts, most harmful first.",
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
