import { mapConcurrently } from "@/lib/files/map-concurrently"
import { readFound } from "@/lib/files/walk"
import { decode } from "@/lib/formats/decode"
import { formatById } from "@/lib/formats/format-detection"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { mergeFile } from "@/lib/memory/merge/merge-file"
import { mergeUnrelated } from "@/lib/memory/merge/merge-unrelated"
import type { Drift } from "@/lib/operations/sync/sync-outputs"
import type { Server } from "../infra/server"
import { textsOf } from "./drift"
import type { LocalFolder } from "./scan-folder"

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
