import { database } from "../infra/client"

/**
 * Returns the ids of the files at these paths, by path, and the states of these proposals, by id. Both maps
 * are empty for events of the deployment (`teamId` is null).
 */
export async function findSubjects(
  teamId: string | null,
  { paths, proposals }: { paths: readonly string[]; proposals: readonly string[] },
): Promise<{ files: Map<string, string[]>; proposals: Map<string, string> }> {
  if (teamId === null) return { files: new Map(), proposals: new Map() }
  const [files, states] = await Promise.all([
    database().memoryFile.findMany({
      where: { teamId, path: { in: [...new Set(paths)] } },
      select: { id: true, path: true },
    }),
    database().proposal.findMany({
      where: { teamId, id: { in: [...new Set(proposals)] } },
      select: { id: true, state: true },
    }),
  ])
  const byPath = new Map<string, string[]>()
  for (const { id, path } of files) byPath.set(path, [...(byPath.get(path) ?? []), id])
  return { files: byPath, proposals: new Map(states.map((one) => [one.id, one.state])) }
}
