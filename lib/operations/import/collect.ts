import { sha256Hex } from "@/lib/files/sha256"
import { setImmediate as turn } from "node:timers/promises"
import { commit } from "@/lib/db/infra/commit"
import { setRunSize } from "@/lib/db/sources/planned-import-files"
import {
  openRun,
  copyDiagnostics,
  saveItems,
  receiveContent,
  refuseContent,
} from "@/lib/db/sources/running-imports"
import { IMPORT_LIMITS, sizeOf, type RefusedFile } from "@/lib/files/readable-file"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findRun } from "@/lib/db/sources/import-runs"
import { nameProblem } from "@/lib/files/unsafe-paths"
import { hideSecrets, findSecrets } from "@/lib/memory/secrets/secrets"
import { secretsInInput } from "../infra/guarded-input"
import { articleOf } from "../guard/secrets-and-flags"
import { compareOffer, type Offer } from "./plan/offered-files"
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
      sha256: sha256Hex(file.bytes),
    })),
    unstorable,
  }
}

/**
 * Returns an offer without secrets in its paths and reasons. A file with a secret in its path is quarantined
 * under a masked path, so that its bytes are never requested.
 */
async function withoutSecretNames(offer: Offer): Promise<Offer> {
  const secretPaths = await textsWithSecrets([...offer.files, ...offer.refused].map((file) => file.path))
  const secretReasons = await textsWithSecrets(offer.refused.map((file) => file.reason))
  if (secretPaths.size + secretReasons.size === 0) return offer
  const named = [...offer.files, ...offer.refused].filter(({ path }) => secretPaths.has(path))
  const others = offer.refused.filter(({ path }) => !secretPaths.has(path))
  return {
    ...offer,
    files: offer.files.filter(({ path }) => !secretPaths.has(path)),
    refused: [
      ...others.map((one) => ({ ...one, reason: hideSecrets(one.reason).text })),
      ...named.map(({ path, size }) => ({
        path: hideSecrets(path).text,
        size,
        status: "set-aside" as const,
        reason: `its path contains ${secretPaths.get(path)}. Rename the file and rotate the secret, then import again. No part of the file was stored`,
      })),
    ],
  }
}

/** Quarantines files whose path would mean something else on another operating system. */
function withoutBadNames(offer: Offer): Offer {
  const problems = new Map<string, string>()
  for (const { path } of [...offer.files, ...offer.refused]) {
    const problem = nameProblem(path)
    if (problem !== null) problems.set(path, problem)
  }
  if (problems.size === 0) return offer
  const unsafe = offer.files.flatMap(({ path, size }): RefusedFile[] => {
    const reason = problems.get(path)
    return reason === undefined ? [] : [{ path: readable(path), size, status: statusOf(path), reason }]
  })
  return {
    ...offer,
    files: offer.files.filter(({ path }) => !problems.has(path)),
    refused: [...offer.refused.map((one) => ({ ...one, path: readable(one.path) })), ...unsafe],
  }
}

/**
 * Returns the status of a file with a bad name. Git's own files are part of every cloned repository and are
 * ignored.
 */
const statusOf = (path: string): RefusedFile["status"] =>
  path.toLowerCase().split("/").includes(".git") ? "left-alone" : "set-aside"

/** Returns a path that can be stored: without lone surrogates, and with symbols for control characters. */
const readable = (path: string): string =>
  path
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what is replaced
    .replaceAll(/[\u0000-\u001f]/g, (one) => String.fromCharCode(0x2400 + one.charCodeAt(0)))
    .replaceAll("\u007f", "\u2421")

/** Number of paths checked at a time, so that other requests can run in between. */
const PATHS_AT_ONCE = 500

/**
 * Returns the texts that contain a secret, with the kind of their first secret, such as "an AWS access key
 * id".
 */
async function textsWithSecrets(texts: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let from = 0; from < texts.length; from += PATHS_AT_ONCE) {
    const portion = texts.slice(from, from + PATHS_AT_ONCE)
    // Checking all texts together is many times faster and usually finds nothing.
    if (findSecrets(portion.join("\n")).length === 0) continue
    for (const text of portion) {
      const [first] = findSecrets(text)
      if (first) found.set(text, `${articleOf(first.kind)} ${first.kind}`)
    }
    await turn()
  }
  return found
}
