import { createHash } from "node:crypto"
import { commit } from "@/lib/db/infra/commit"
import { setRunSize } from "@/lib/db/sources/planned-import-files"
import {
  openRun,
  copyDiagnostics,
  saveItems,
  receiveContent,
  refuseContent,
} from "@/lib/db/sources/running-imports"
import { IMPORT_LIMITS, sizeOf } from "@/lib/files/readable-file"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findRun } from "@/lib/db/sources/import-runs"
import { secretsInInput } from "../infra/guarded-input"
import { compareOffer, type Offer } from "./plan/offered-files"
import { withoutBadNames, withoutSecretNames } from "./plan/unsafe-names"
import { parseFiles } from "./parse-files"
import { whileCollecting } from "./plan/plan"

/**
 * Opens an import run. Returns its id and the paths whose bytes are needed: files that may be memory and are
 * new or changed.
 */
export async function openImport(
  actor: Actor,
  given: Offer,
): Promise<Outcome<{ run: string; wanted: string[] }>> {
  const checked = await checkOffer(given)
  if (!checked.ok) return checked
  const offer = checked.value
  const { teamId, source, files } = offer
  return commit(
    actor,
    { kind: "import.open", teamId, subject: source.name, detail: { files: files.length } },
    async (tx) => {
      const { id, sourceId, takenAs } = await openRun(tx, actor, offer)
      const rows = await compareOffer(offer, { id: sourceId, takenAs }, tx)
      await saveItems(
        tx,
        rows.map((row) => ({ team_id: teamId, run_id: id, ...row })),
      )
      await copyDiagnostics(tx, teamId, id)
      await setRunSize(
        tx,
        { teamId, id },
        {
          files: files.length + offer.refused.length,
          bytes: files.reduce((sum, file) => sum + file.size, 0),
        },
      )
      return done({ run: id, wanted: wantedAmong(rows) })
    },
  )
}

/**
 * Returns the offer with quarantined files that have secrets or unsafe names. Refuses too many files, and a
 * secret in the name of the source or project or in a pattern.
 */
export async function checkOffer(given: Offer): Promise<Outcome<Offer>> {
  if (given.files.length + given.refused.length > IMPORT_LIMITS.files)
    return refused(
      "too-large",
      `the import has more than ${IMPORT_LIMITS.files.toLocaleString("en")} files. Import the folders one by one`,
    )
  const { source, projectName, takenAs = [] } = given
  const patterns = takenAs.map(({ pattern }) => pattern).join("\n")
  const secret = secretsInInput({ source: source.name, project: projectName, patterns }, [])
  return secret === null ? done(withoutBadNames(await withoutSecretNames(given))) : refused("invalid", secret)
}

/** Returns the paths of the files whose bytes have to be sent. */
export const wantedAmong = (rows: readonly { readonly path: string; readonly status: string }[]): string[] =>
  rows.flatMap(({ path, status }) => (status === "wanted" ? [path] : []))

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
    return refused(
      "conflict",
      `this import accepts no more files because its state is "${run.state}". Start a new one`,
    )
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
