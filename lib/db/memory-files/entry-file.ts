import { database } from "../infra/client"
import { isId } from "../infra/identifiers"

/** The file that an entry stands in; null where there is no such entry in the team. */
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

/** In which of these teams and which file an entry stands. */
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
