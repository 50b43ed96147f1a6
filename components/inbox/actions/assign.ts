import { callOperation } from "@/components/data/http-client"
import { outbox } from "@/components/queue/shared-outbox"
import type { Discussed } from "@/lib/memory/comments/subject"
import type { DetailCache } from "../detail/detail-cache"
import type { DetailController } from "../detail/detail-controller"
import type { InboxItem } from "../item"
import { announceProblem } from "./announce"

/** A person to assign to. Null: unassigned. */
export type Assignee = { readonly id: string; readonly name: string } | null

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

/** Returns the kind of an item that can be discussed and assigned; null for others. */
export const discussedKind = ({ kind: { id } }: InboxItem): Discussed | null =>
  id === "proposal" || id === "conflict" || id === "alert" ? id : null

export const isDiscussed = (item: InboxItem | null): boolean => item !== null && discussedKind(item) !== null

/** Sends the assignment of items of one kind. */
export const sendAssignment = (kind: Discussed, ...[team, ids, ask]: Parameters<Send>): Promise<unknown> =>
  SEND[kind](team, ids, ask)

export const assigneeOfItem = ({ summary }: InboxItem): Assignee =>
  (summary as { readonly assignee?: Assignee }).assignee ?? null

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
