import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"

export interface NewPromotion {
  readonly text: string
  readonly to: string
  readonly path: string
  readonly agents: number
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly writes: readonly { readonly fileId: string; readonly revision: number }[]
}

/** Stores a promotion with the revisions that it wrote, and returns its id. */
export async function addPromotion(
  tx: Tx,
  teamId: string,
  { by, writes, ...row }: NewPromotion,
): Promise<string> {
  const id = newId()
  await tx.promotion.create({ data: { teamId, id, ...row, byKind: by.kind, byId: by.id, byName: by.name } })
  await tx.promotionWrite.createMany({ data: writes.map((write) => ({ teamId, promotionId: id, ...write })) })
  return id
}

export async function findPromotion({ teamId }: Visibility, id: string) {
  return isId(id) ? database().promotion.findUnique({ where: { teamId_id: { teamId, id } } }) : null
}
