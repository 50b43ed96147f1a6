import { setImmediate as turn } from "node:timers/promises"
import type { RefusedFile } from "@/lib/files/readable-file"
import { nameProblem } from "@/lib/files/unsafe-paths"
import { hideSecrets, findSecrets } from "@/lib/memory/secrets/secrets"
import { articleOf } from "../../guard/secrets-and-flags"

interface OfferedNames {
  readonly files: readonly { readonly path: string; readonly size: number }[]
  readonly refused: readonly RefusedFile[]
}

/** Number of paths checked at a time, so that other requests can run in between. */
const PATHS_AT_ONCE = 500

/**
 * Returns an offer without secrets in its paths and reasons. A file with a secret in its path is quarantined
 * under a masked path, so that its bytes are never requested.
 */
export async function withoutSecretNames<Offer extends OfferedNames>(offer: Offer): Promise<Offer> {
  const secretPaths = await textsWithSecrets([...offer.files, ...offer.refused].map((file) => file.path))
  const secretReasons = await textsWithSecrets(offer.refused.map((file) => file.reason))
  if (secretPaths.size + secretReasons.size === 0) return offer
  const named = [...offer.files, ...offer.refused].filter(({ path }) => secretPaths.has(path))
  const refused = offer.refused.filter(({ path }) => !secretPaths.has(path))
  return {
    ...offer,
    files: offer.files.filter(({ path }) => !secretPaths.has(path)),
    refused: [
      ...refused.map((one) => ({ ...one, reason: hideSecrets(one.reason).text })),
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
export function withoutBadNames<Offer extends OfferedNames>(offer: Offer): Offer {
  const problems = new Map<string, string>()
  for (const { path } of [...offer.files, ...offer.refused]) {
    const problem = nameProblem(path)
    if (problem !== null) problems.set(path, problem)
  }
  if (problems.size === 0) return offer
  const refused = offer.files.flatMap(({ path, size }): RefusedFile[] => {
    const reason = problems.get(path)
    return reason === undefined ? [] : [{ path: readable(path), size, status: statusOf(path), reason }]
  })
  return {
    ...offer,
    files: offer.files.filter(({ path }) => !problems.has(path)),
    refused: [...offer.refused.map((one) => ({ ...one, path: readable(one.path) })), ...refused],
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
