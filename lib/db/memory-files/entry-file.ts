import { database } from "../infra/client"
import { isId } from "../infra/identifiers"

/** Returns the id of an entry's file, or null. */
export async function fileOfEntry(teamId: string, entryId: string): Promise<string | null> {
  if (!isId(entryId)) return null
  return (
    (
      await database().entry.findUnique({
        where: { teamId_id: { teamId, id: entryId } },
        select: { fileId: true },
      })
    )?.fileId ?? null
  )
}

/** Returns the team and file of an entry in these teams. */
export async function placeOfEntry(
  teamIds: readonly string[],
  entryId: string,
): Promise<{ teamId: string; projectId: string; fileId: string } | null> {
  if (!isId(entryId)) return null
  return database().entry.findFirst({
    where: { teamId: { in: [...teamIds] }, id: entryId },
    select: { teamId: true, projectId: true, fileId: true },
  })
}
