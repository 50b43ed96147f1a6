import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/**
 * Returns the section names of files in order, without duplicates, by file id. Files without sections are
 * left out.
 */
export async function sectionNames(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await database().section.findMany({
    where: { teamId, fileId: { in: [...new Set(fileIds)] } },
    select: { fileId: true, name: true },
    orderBy: [{ fileId: "asc" }, { position: "asc" }],
  })
  const names = new Map<string, string[]>()
  for (const { fileId, name } of rows) {
    const known = names.get(fileId) ?? []
    if (!known.includes(name)) names.set(fileId, [...known, name])
  }
  return names
}
