import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

export interface SavedView {
  readonly name: string
  /** The query string of the address, without its question mark. */
  readonly query: string
}

export async function listViews({ teamId }: Visibility, userId: string): Promise<SavedView[]> {
  return database().savedView.findMany({
    where: { teamId, userId },
    select: { name: true, query: true },
    orderBy: { name: "asc" },
  })
}

export async function countViews(tx: Tx, teamId: string, userId: string): Promise<number> {
  return tx.savedView.count({ where: { teamId, userId } })
}

/** Saves a view of a person. Replaces an earlier view of the same name. */
export async function saveView(
  tx: Tx,
  { teamId, userId, name, query }: SavedView & { teamId: string; userId: string },
): Promise<void> {
  await tx.savedView.upsert({
    where: { teamId_userId_name: { teamId, userId, name } },
    create: { teamId, userId, name, query },
    update: { query },
  })
}

/** Deletes a view of a person. Returns false if there is none of this name. */
export async function dropView(tx: Tx, teamId: string, userId: string, name: string): Promise<boolean> {
  return (await tx.savedView.deleteMany({ where: { teamId, userId, name } })).count > 0
}
