import { count } from "@/components/data/count"
import type { InboxItem } from "../item"
import type { BulkKinds } from "./bulk-kind"

/** Assigns the items to the current user where possible. Returns a message; null if none can be assigned. */
export async function assignToMe(
  team: string,
  items: readonly InboxItem[],
  kinds: BulkKinds,
): Promise<string | null> {
  const parts: string[] = []
  for (const [id, { assign }] of kinds) {
    const ids = items.filter((one) => one.kind.id === id).map((one) => one.id)
    if (!assign || ids.length === 0) continue
    await assign.send(team, ids)
    parts.push(count(ids.length, assign.noun))
  }
  return parts.length === 0 ? null : `${parts.join(" and ")} assigned to you`
}
