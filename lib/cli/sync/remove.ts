import { createHash } from "node:crypto"
import { join } from "node:path"
import { FolderNames, findWriteTarget } from "@/lib/files/write-target"
import { ChangedMeanwhileError, removeFile, type WriteStep } from "@/lib/files/replace-file"
import type { Drift } from "@/lib/operations/sync/sync-outputs"
import type { Server } from "../infra/server"
import { confirmRemovedFiles } from "./drift"
import type { LocalFolder } from "./scan-folder"

export interface RemovalResult {
  readonly removed: readonly string[]
  /** Files that changed in the folder meanwhile and were not deleted. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[]
  readonly failed: readonly { readonly path: string; readonly reason: string }[]
}

type Going = Drift["remove"][number]

/**
 * Reports to the server that the folder no longer has the `remove` and `released` files, then deletes the
 * `remove` files. Files that differ from the merge base stay and are returned as `conflicts`. Files that
 * cannot be deleted are returned as `failed`.
 */
export async function removeAll(
  server: Server,
  local: LocalFolder,
  {
    team,
    project,
    remove,
    released,
  }: { team: string; project: string | undefined; remove: Drift["remove"]; released: Drift["released"] },
  { onStep, onRemoved }: { onStep: (step: WriteStep) => void; onRemoved: (path: string) => void },
): Promise<RemovalResult> {
  const result = {
    removed: [] as string[],
    conflicts: [] as { path: string; reason: string }[],
    failed: [] as { path: string; reason: string }[],
  }
  const names = new FolderNames()
  // The server is informed first. After an interruption, remaining files are found again. If the files were
  // deleted first, they would look as if a person had deleted them.
  await confirmRemovedFiles(
    server,
    { source: local.source, team, project },
    [...released, ...remove].map(({ file }) => file),
  )
  for (const one of remove) {
    const problem = await removeOne(local.root, one, names, onStep)
    if (problem !== null) {
      result[problem.kind].push({ path: one.path, reason: problem.reason })
      continue
    }
    result.removed.push(one.path)
    onRemoved(one.path)
  }
  return result
}

async function removeOne(
  root: string,
  { path, sha256 }: Going,
  names: FolderNames,
  onStep: (step: WriteStep) => void,
): Promise<{ kind: "conflicts" | "failed"; reason: string } | null> {
  const place = await findWriteTarget(root, path, names)
  if (place.kind === "problem") return { kind: "failed", reason: `${path} was not removed: ${place.why}` }
  if (place.kind !== "file") return null
  if (place.file !== join(root, ...path.split("/")))
    return {
      kind: "failed",
      reason: `${path} was not removed: its path contains a symbolic link`,
    }
  const changed = {
    kind: "conflicts" as const,
    reason: `${path} changed in the meantime and was not removed, although a migration moved it in Quarterdeck: sync again`,
  }
  if (createHash("sha256").update(place.bytes).digest("hex") !== sha256) return changed
  try {
    await removeFile({ file: place.file, expected: sha256, onStep })
    return null
  } catch (cause) {
    if (cause instanceof ChangedMeanwhileError) return changed
    const { code, message } = cause as NodeJS.ErrnoException
    return {
      kind: "failed",
      reason: `${path} was not removed (${code ?? message}). A migration moved it in Quarterdeck, so check the permissions or remove the file yourself`,
    }
  }
}
