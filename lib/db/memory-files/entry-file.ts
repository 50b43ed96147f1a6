import { visibleWhere } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { isId } from "../infra/identifiers"

/** Returns the id of the file of a visible entry. Null if the entry does not exist. */
export async function fileOfEntry(visible: Visibility, entryId: string): Promise<string | null> {
  if (!isId(entryId)) return null
  return (
    (
      await database().entry.findUnique({
        where: { teamId_id: { teamId: visible.teamId, id: entryId }, ...visibleWhere(visible) },
        select: { fileId: true },
      })
    )?.fileId ?? null
  )
}

/** Returns the team, project and file of a visible entry. Null if the entry does not exist. */
export async function placeOfEntry(
  visible: readonly Visibility[],
  entryId: string,
): Promise<{ teamId: string; projectId: string; fileId: string } | null> {
  if (!isId(entryId)) return null
  return database().entry.findFirst({
    where: { id: entryId, OR: visible.map(visibleWhere) },
    select: { teamId: true, projectId: true, fileId: true },
  })
}
