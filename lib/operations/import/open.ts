import { commit } from "@/lib/db/infra/commit"
import { setRunSize } from "@/lib/db/sources/planned-import-files"
import { openRun, copyDiagnostics, saveItems } from "@/lib/db/sources/running-imports"
import { IMPORT_LIMITS } from "@/lib/files/import-limits"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { secretsInInput } from "../infra/guarded-input"
import { compareOffer } from "./plan/compare-offer"
import { withoutBadNames, withoutSecretNames } from "./plan/unsafe-names"
import type { Offer } from "./plan/offered-file-status"

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
