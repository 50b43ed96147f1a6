import type { FormatRule, FormatId } from "@/lib/memory/memory-files/format"
import type { Drift } from "@/lib/operations/sync/sync-outputs"
import { mapConcurrently } from "@/lib/files/map-concurrently"
import { readFound } from "@/lib/files/walk"
import { decode } from "@/lib/formats/decode"
import { formatById } from "@/lib/formats/format-detection"
import { mergeFile, mergeUnrelated } from "@/lib/memory/merge/merge-file"
import type { Server } from "../infra/server"
import type { LocalFolder } from "./scan-folder"

/** The team and project of a sync, as requested. */
export interface SyncTarget {
  readonly team: string | undefined
  readonly project: string | undefined
  /** Format rules of this command, in addition to those of the source. */
  readonly takenAs?: readonly FormatRule[] | undefined
}

/** Compares the folder with the server, in one request. Returns the differences. */
export async function driftOf(
  server: Server,
  local: LocalFolder,
  { team, project, takenAs }: SyncTarget,
): Promise<Drift> {
  return server.call("sync.compare", {
    team,
    project,
    source: local.source,
    takenAs,
    proposed: local.proposed,
    says: local.says ?? undefined,
    files: local.files.map((file) => ({
      path: file.path,
      sha256: file.sha256,
      ...(file.project === local.proposed ? {} : { project: file.project }),
    })),
    // Includes files that are memory only because a person chose a format for them.
    others: [...local.refused, ...local.besides.filter(isText)].map((one) => one.path),
    roots: [
      ...new Map(local.files.map(({ format, root }) => [`${format}\0${root}`, { format, root }])).values(),
    ],
  })
}

export const isInStep = (drift: Drift): boolean =>
  [drift.push, drift.pull, drift.remove, drift.gone, drift.conflicts, drift.left].every(
    (list) => list.length === 0,
  )

/** Reports to the server that the folder has these texts of files, at most `AT_ONCE` files per request. */
export async function acknowledgeFiles(
  server: Server,
  {
    source,
    team,
    project,
  }: { readonly source: string; readonly team: string; readonly project: string | undefined },
  files: Drift["take"],
): Promise<void> {
  for (let from = 0; from < files.length; from += AT_ONCE)
    await server.call("sync.take", { team, project, source, files: files.slice(from, from + AT_ONCE) })
}

const AT_ONCE = 500

/** Reports to the server that the folder no longer has files that a migration removed. */
export async function confirmRemovedFiles(
  server: Server,
  {
    source,
    team,
    project,
  }: { readonly source: string; readonly team: string; readonly project: string | undefined },
  files: readonly string[],
): Promise<void> {
  for (let from = 0; from < files.length; from += AT_ONCE)
    await server.call("sync.take", {
      team,
      project,
      source,
      files: [],
      released: files.slice(from, from + AT_ONCE),
    })
}

/**
 * Yields the texts of the given files and hashes, a few megabytes at a time. Texts that are no longer stored
 * are left out.
 */
export async function* textsOf(
  server: Server,
  team: string,
  asked: readonly { readonly file: string; readonly sha256: string }[],
): AsyncGenerator<{ readonly file: string; readonly sha256: string; readonly text: string }[]> {
  for (let from = 0; from < asked.length; from += TEXTS_AT_ONCE) {
    let rest = asked.slice(from, from + TEXTS_AT_ONCE).map(({ file, sha256 }) => ({ file, sha256 }))
    while (rest.length > 0) {
      const { files } = await server.call("sync.texts", { team, files: rest })
      if (files.length === 0) break // The rest is no longer stored.
      yield files
      const got = new Set(files.map((one) => `${one.file} ${one.sha256}`))
      rest = rest.filter((one) => !got.has(`${one.file} ${one.sha256}`))
    }
  }
}

const TEXTS_AT_ONCE = 500

const isText = ({ path }: { readonly path: string }): boolean =>
  /\.(?:md|markdown|mdc|txt|jsonl?)$/i.test(path)

/**
 * Expected result of pushing a file that changed on both sides. `merges`: merged without conflict. `waits`:
 * becomes a conflict in the inbox. Null if unknown.
 */
export type PredictedMerge = "merges" | "waits" | null

/**
 * Returns the expected results of pushing files that changed on both sides, by path. Merges them like the
 * server. Writes nothing.
 */
export async function predictMerges(
  server: Server,
  { local, drift }: { local: LocalFolder; drift: Drift },
): Promise<ReadonlyMap<string, PredictedMerge>> {
  const both = drift.push.filter((one) => one.why === "both")
  if (drift.team === null || both.length === 0) return new Map()
  const texts = new Map<string, string>()
  const asked = both.flatMap(({ file, head, base }) =>
    file === null ? [] : [head, base].flatMap((sha256) => (sha256 === null ? [] : [{ file, sha256 }])),
  )
  for await (const some of textsOf(server, drift.team, asked))
    for (const { file, sha256, text } of some) texts.set(`${file} ${sha256}`, text)
  const formats = new Map(local.files.map((file) => [file.path, file.format]))
  const meetings = await mapConcurrently(
    both,
    4,
    async ({ path, file, head, base }): Promise<[string, PredictedMerge]> => {
      const [format, found] = [formats.get(path), await readFound(local.root, path)]
      const theirs = "reason" in found ? null : decode(found)
      const ours = texts.get(`${file} ${head}`)
      const from = base === null ? null : texts.get(`${file} ${base}`)
      if (format === undefined || !theirs?.ok || ours === undefined || from === undefined) return [path, null]
      const reading = { format: formatById(format as FormatId), path: local.holder + path }
      const merged =
        from === null
          ? mergeUnrelated(reading, { ours, theirs: theirs.text })
          : mergeFile(reading, { base: from, ours, theirs: theirs.text })
      return [path, merged === null ? "waits" : "merges"]
    },
  )
  return new Map(meetings)
}
