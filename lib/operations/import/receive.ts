import { createHash } from "node:crypto"
import { commit } from "@/lib/db/commit"
import { findRun } from "@/lib/db/import-runs"
import { receiveContent } from "@/lib/db/imports"
import { CAPS, sizeOf } from "@/lib/files/caps"
import type { Actor } from "@/lib/memory/actor"
import { type Outcome, refused } from "@/lib/memory/outcome"
import { whileCollecting } from "./plan"

/** Takes bytes of files that a collecting run wants; what it does not want is not kept. Returns how many were kept. */
export async function receiveFiles(
  actor: Actor,
  teamId: string,
  runId: string,
  files: readonly { path: string; bytes: Uint8Array }[],
): Promise<Outcome<number>> {
  const large = files.find((file) => file.bytes.length > CAPS.fileBytes)
  if (large)
    return refused(
      "too-large",
      `${large.path}: ${sizeOf(large.bytes.length)}, a memory file may have at most ${sizeOf(CAPS.fileBytes)}`,
    )
  const run = await findRun(teamId, runId)
  if (!run) return refused("not-found", "there is no such import")
  if (run.state !== "collecting")
    return refused("conflict", `this import is ${run.state} and takes no more files; start a new one`)
  const hashed = files.map((file) => ({
    ...file,
    sha256: createHash("sha256").update(file.bytes).digest("hex"),
  }))
  return commit(
    actor,
    { kind: "import.receive", teamId, subject: run.sourceName, detail: { files: files.length } },
    async (tx) => whileCollecting(tx, teamId, runId, () => receiveContent(tx, teamId, runId, hashed)),
  )
}
