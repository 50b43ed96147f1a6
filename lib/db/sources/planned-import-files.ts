import type { Tx } from "../infra/commit"

/** Key of an import. */
export interface ImportRunKey {
  readonly teamId: string
  readonly id: string
}

/** Key of some files of an import. */
export interface ImportItemKeys extends ImportRunKey {
  readonly paths: readonly string[]
}

/** The placement of planned files. Undefined members stay unchanged. */
export interface ItemPlacement {
  readonly project?: string | undefined
  readonly agent?: string | null | undefined
  readonly category?: string | null | undefined
}

/** Stores the number of files that a source offers, and their size in bytes. */
export async function setRunSize(
  tx: Tx,
  { teamId, id }: ImportRunKey,
  size: { readonly files: number; readonly bytes: number },
): Promise<void> {
  await tx.importRun.update({ where: { teamId_id: { teamId, id } }, data: size })
}

/**
 * Sets an import to planned. Deletes the content of unchanged and quarantined files. The content of agent
 * definitions and of ignored files stays, because a person may still choose an ignored file.
 */
export async function markPlanned(tx: Tx, { teamId, id }: ImportRunKey): Promise<void> {
  await tx.importItem.updateMany({
    where: { teamId, runId: id, content: { not: null }, status: { in: ["same", "set-aside"] } },
    data: { content: null },
  })
  await tx.importRun.update({
    where: { teamId_id: { teamId, id } },
    data: { state: "planned", beatAt: new Date() },
  })
}

/** Quarantines the requested files that were not received. */
export async function quarantineMissing(tx: Tx, { teamId, id }: ImportRunKey, reason: string): Promise<void> {
  await tx.importItem.updateMany({
    where: { teamId, runId: id, status: "wanted" },
    data: { status: "set-aside", reason },
  })
}

/** Returns the paths and statuses of all files of a run. */
export async function itemStatuses(
  tx: Tx,
  { teamId, id }: ImportRunKey,
): Promise<{ path: string; status: string }[]> {
  return tx.importItem.findMany({ where: { teamId, runId: id }, select: { path: true, status: true } })
}

/** Marks planned files as ignored and deletes their content. Returns the number of files. */
export async function leaveOutItems(tx: Tx, keys: ImportItemKeys, reason: string): Promise<number> {
  const { count } = await tx.importItem.updateMany({
    where: planned(keys),
    data: { status: "left-alone", reason, content: null },
  })
  return count
}

/** Ignores planned files that another team gets. Their content stays for it. */
export async function leaveToOtherTeam(tx: Tx, keys: ImportItemKeys, reason: string): Promise<void> {
  await tx.importItem.updateMany({ where: planned(keys), data: { status: "left-alone", reason } })
}

/**
 * Changes the placement of planned files. In another project, a file counts as new, unless the project has a
 * file at the same path. Returns the number of files.
 */
export async function moveItems(
  tx: Tx,
  keys: ImportItemKeys,
  { project, agent, category }: ItemPlacement,
): Promise<number> {
  const { count } = await tx.importItem.updateMany({
    where: planned(keys),
    data: {
      placed: true,
      ...(project === undefined ? {} : { projectName: project }),
      ...(agent === undefined ? {} : { agent }),
      ...(category === undefined ? {} : { category }),
    },
  })
  if (project !== undefined)
    await tx.$executeRaw`
      UPDATE import_item i SET status = CASE WHEN EXISTS (
          SELECT 1 FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
          WHERE f.team_id = i.team_id AND p.name = ${project} AND f.path = i.path) THEN 'changed' ELSE 'new' END
      WHERE i.team_id = ${keys.teamId}::uuid AND i.run_id = ${keys.id}::uuid AND i.path = ANY(${[...keys.paths]}::text[]) AND i.status IN ('new', 'changed')`
  return count
}

const planned = ({ teamId, id, paths }: ImportItemKeys) => ({
  teamId,
  runId: id,
  path: { in: [...paths] },
  status: { in: ["new", "changed"] },
})

/** Sets the time of the last import of a source to now. */
export async function markImported(tx: Tx, teamId: string, sourceId: string): Promise<void> {
  await tx.source.update({
    where: { teamId_id: { teamId, id: sourceId } },
    data: { lastImportedAt: new Date() },
  })
}
