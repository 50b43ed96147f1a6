import type { BulkKinds } from "./actions/item-action"
import type { ItemKind } from "./item-kind"
import { ALERT } from "./kinds/alert/alert-kind"
import { CONFLICT } from "./kinds/conflict/conflict-kind"
import { PROPOSAL } from "./kinds/proposal/proposal-kind"
import { SEED } from "./kinds/seed/seed-kind"
import { SYNTHESIS } from "./kinds/synthesis/synthesis-kind"

/** The kinds of items, in the order of their chips. Add a kind here, with a folder below `kinds`. */
export const ITEM_KINDS: readonly ItemKind[] = [PROPOSAL, CONFLICT, SYNTHESIS, SEED, ALERT]

/** Returns the kind of an item. Throws if it is not in the list. */
export function kindOf({ kind }: { readonly kind: { readonly id: string } }): ItemKind {
  const found = ITEM_KINDS.find((one) => one.id === kind.id)
  if (!found) throw new Error(`unknown kind of item: ${kind.id}`)
  return found
}

/** Returns the kind that a tab lists; null if it lists all kinds. */
export const kindOfTab = (tab: string): ItemKind | null => ITEM_KINDS.find((one) => one.tab === tab) ?? null

/** Loads the bulk decisions of all kinds. */
export const loadBulkKinds = async (): Promise<BulkKinds> =>
  new Map(await Promise.all(ITEM_KINDS.map(async (kind) => [kind.id, (await kind.bulk()).BULK] as const)))
