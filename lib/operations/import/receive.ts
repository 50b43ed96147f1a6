import { visibilityOf } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { commit } from "@/lib/db/infra/commit"
import { findRun } from "@/lib/db/sources/import-runs"
import { receiveContent, refuseContent } from "@/lib/db/sources/running-imports"
import { IMPORT_LIMITS, sizeOf } from "@/lib/files/import-limits"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { parseFiles } from "./parse-files"
import { whileCollecting } from "./plan/plan"

interface ReceivedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Stores the bytes of needed files. All imports use this function. Binary files and files with a secret are
 * recorded as quarantined, and their bytes are not stored. Returns the number of recorded files.
 */
export async function receiveFiles(
  actor: Actor,
  teamId: string,
  runId: string,
  files: readonly ReceivedFile[],
): Promise<Outcome<number>> {
  const large = files.find((file) => file.bytes.length > IMPORT_LIMITS.fileBytes)
  if (large)
    return refused(
      "too-large",
      `${large.path} is ${sizeOf(large.bytes.length)}. The maximum size of a memory file is ${sizeOf(IMPORT_LIMITS.fileBytes)}`,
    )
  const run = await findRun(visibilityOf(actor, teamId), runId)
  if (!run) return refused("not-found", "import not found")
  if (run.state !== "collecting")
    return refused("conflict", `this import is ${run.state} and accepts no more files. Start a new one`)
  const { storable, unstorable } = await checkReceivedFiles(files)
  return commit(
    actor,
    { kind: "import.receive", teamId, subject: run.sourceName, detail: { files: files.length } },
    async (tx) =>
      whileCollecting(tx, teamId, runId, async () => {
        const received = await receiveContent(tx, teamId, runId, storable)
        return received + (await refuseContent(tx, teamId, runId, unstorable))
      }),
  )
}

/**
 * Checks each file before any bytes are stored. Tests only the encoding and secrets, because there are no
 * candidate formats.
 */
export async function checkReceivedFiles(files: readonly ReceivedFile[]) {
  const derived = await parseFiles(files.map((file) => ({ ...file, candidates: [] })))
  const storable = files.filter((_, place) => derived[place]?.kind !== "set-aside")
  const unstorable = files.flatMap(({ path, bytes }, place) => {
    const derivation = derived[place]
    if (derivation?.kind !== "set-aside") return []
    const { reason, diagnostics } = derivation
    return [{ path, size: bytes.length, reason, diagnostics }]
  })
  return {
    storable: storable.map((file) => ({
      ...file,
      sha256: createHash("sha256").update(file.bytes).digest("hex"),
    })),
    unstorable,
  }
}
