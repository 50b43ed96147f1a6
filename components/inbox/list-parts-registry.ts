import { ownValue } from "@/lib/memory/text/own-value"
import { ITEM_KINDS, kindOfTab } from "./item-kind-registry"
import { ALERT_LIST_PARTS } from "./kinds/alert/alert-list-parts"
import { CONFLICT_LIST_PARTS } from "./kinds/conflict/conflict-list-parts"
import { PROPOSAL_LIST_PARTS } from "./kinds/proposal/proposal-list-parts"
import { SEED_LIST_PARTS } from "./kinds/seed/seed-list-parts"
import { SYNTHESIS_LIST_PARTS } from "./kinds/synthesis/synthesis-list-parts"
import type { ListParts } from "./list-parts"

/** The later parts of each kind. Only scripts that load after the page import this file. */
const LIST_PARTS: Readonly<Record<string, ListParts>> = {
  proposal: PROPOSAL_LIST_PARTS,
  conflict: CONFLICT_LIST_PARTS,
  synthesis: SYNTHESIS_LIST_PARTS,
  seed: SEED_LIST_PARTS,
  alert: ALERT_LIST_PARTS,
}

/** Returns the later parts of a kind. Throws if the kind is not in the list. */
export function listPartsOf({ id }: { readonly id: string }): ListParts {
  const found = ownValue(LIST_PARTS, id)
  if (!found) throw new Error(`unknown kind of item: ${id}`)
  return found
}

/** Returns the later parts of the kind that a tab lists; null if it lists all kinds. */
export function listPartsOfTab(tab: string): ListParts | null {
  const kind = kindOfTab(tab)
  return kind && listPartsOf(kind)
}

/** The later parts of all kinds, in the order of their chips. */
export const ALL_LIST_PARTS: readonly ListParts[] = ITEM_KINDS.map(listPartsOf)
