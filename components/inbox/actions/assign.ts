import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { outbox } from "@/components/queue/outbox-and-undo"
import type { Discussed } from "@/lib/memory/comments/comment-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { DetailCache, DetailController } from "../item-detail"
import type { InboxItem } from "../inbox-item"
import { announceProblem } from "./announce"
import { type Assignee, discussedKind } from "./assignee"

type Send = (
  team: string,
  ids: readonly string[],
  ask: { readonly person: string | null; readonly key: string },
) => Promise<unknown>

/** Functions that send an assignment, by the kind of the items. Other kinds cannot be assigned. */
const SEND: Readonly<Record<Discussed, Send>> = {
  proposal: (_team, proposals, { person, key }) =>
    callOperation("proposal.assign", { proposals, person }, { key }),
  conflict: (_team, conflicts, { person, key }) =>
    callOperation("conflict.assign", { conflicts, person }, { key }),
  alert: (team, alerts, { person, key }) =>
    callOperation("alert.assign", { team, alerts, assignee: person }, { key }),
}

/** Sends the assignment of items of one kind. */
const sendAssignment = (kind: Discussed, ...[team, ids, ask]: Parameters<Send>): Promise<unknown> =>
  SEND[kind](team, ids, ask)

interface Assigning {
  readonly item: InboxItem
  readonly cache: Pick<DetailCache<never, InboxItem>, "age" | "want">
}

/**
 * Assigns one item. The page shows the new assignee at once, and the former one again if the server refuses.
 */
export function assignItem(
  { team, me, update, announce }: Pick<DetailController, "team" | "me" | "update" | "announce">,
  { item, cache }: Assigning,
  person: Assignee,
): void {
  const kind = discussedKind(item)
  if (kind === null) return
  update(withAssignee(item, person))
  const send = (key: string) => sendAssignment(kind, team, [item.id], { person: person?.id ?? null, key })
  outbox.post({ lanes: [item.group], ids: [], send }).answer.then(
    () => {
      cache.age((one) => one.id === item.id)
      cache.want([item])
      announce(person === null ? "Unassigned" : `Assigned to ${person.id === me ? "you" : person.name}`)
    },
    (cause: Error) => {
      update(item)
      void announceProblem(`Could not change the assignee: ${cause.message}`)
    },
  )
}

function withAssignee(item: InboxItem, assignee: Assignee): InboxItem {
  const summary = { ...item.summary, assignee }
  return { ...item, summary }
}

interface AssignItemsOptions {
  readonly team: string
  readonly items: readonly InboxItem[]
  /** Person to assign to; null to remove the assignment. The id "me" is the current user. */
  readonly person: Assignee
}

/** Assigns the items where possible. Returns a message; null if none can be assigned. */
export async function assignItems({ team, items, person }: AssignItemsOptions): Promise<string | null> {
  const parts: string[] = []
  for (const [kind, some] of groupBy(items, discussedKind)) {
    if (kind === null) continue
    const ids = some.map((one) => one.id)
    await sendAssignment(kind, team, ids, { person: person?.id ?? null, key: newKey() })
    parts.push(formatCount(ids.length, kind))
  }
  if (parts.length === 0) return null
  return `${parts.join(" and ")} ${person === null ? "unassigned" : `assigned to ${person.name}`}`
}
