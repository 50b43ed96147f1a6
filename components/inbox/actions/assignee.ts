import type { Discussed } from "@/lib/memory/comments/comment-text"
import type { InboxItem } from "../inbox-item"

/** A person to assign to. Null: unassigned. */
export type Assignee = { readonly id: string; readonly name: string } | null

/** Returns the kind of an item that can be discussed and assigned; null for others. */
export const discussedKind = ({ kind: { id } }: InboxItem): Discussed | null =>
  id === "proposal" || id === "conflict" || id === "alert" ? id : null

export const isDiscussed = (item: InboxItem | null): boolean => item !== null && discussedKind(item) !== null

export const assigneeOfItem = ({ summary }: InboxItem): Assignee =>
  (summary as { readonly assignee?: Assignee }).assignee ?? null
