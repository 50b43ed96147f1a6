import { count } from "@/components/data/count"
import { newKey } from "@/components/data/idempotency-key"
import { groupBy } from "@/lib/memory/text/group"
import type { InboxItem } from "../item"
import { type Assignee, discussedKind, sendAssignment } from "./assign"

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
    parts.push(count(ids.length, kind))
  }
  if (parts.length === 0) return null
  return `${parts.join(" and ")} ${person === null ? "unassigned" : `assigned to ${person.name}`}`
}
