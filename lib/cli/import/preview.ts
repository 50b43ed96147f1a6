import type { InputOf } from "@/lib/http/contract"
import { isIndex } from "@/lib/formats/claude/claude-memory"
import { estimateOf } from "@/lib/memory/sources/import-estimate"
import type { ImportItemView, ImportRunView } from "@/lib/operations/import/import-outputs"
import type { Screen } from "../infra/command"
import type { Server } from "../infra/server"
import type { LocalOffer } from "./local-files"
import type { ImportOutcome } from "./report"
import { contentsOf, type FileContent, inPortions } from "./send"

/**
 * Returns a preview of an import. Nothing is written. The server first gets names and hashes, then the
 * content that it needs. Index files are sent with every batch, because they describe the files beside them.
 */
export async function previewOf(
  server: Server,
  offer: LocalOffer,
  asked: Omit<InputOf<"import.preview">, "contents">,
  screen: Screen,
): Promise<ImportOutcome> {
  const ask = (contents: readonly FileContent[]) => server.call("import.preview", { ...asked, contents })
  const { team, items, wanted, ...offered } = await ask([])
  const teamIds: ImportRunView["teamIds"][number][] = []
  const expected = [...offered.expected]
  let isPartial = offered.isPartial
  let portions = 0
  const byPath = new Map(items.map((item) => [item.path, item]))
  const indexes = await contentsOf(offer.root, wanted.filter(isIndex))
  await inPortions(offer, wanted, screen, async (files) => {
    const sent = new Set(files.map(({ path }) => path))
    const planned = await ask([...files, ...indexes.filter(({ path }) => !sent.has(path))])
    for (const item of planned.items) byPath.set(item.path, item)
    teamIds.push(...planned.teamIds)
    expected.push(...planned.expected)
    // Entries of different batches are not compared with each other.
    portions += 1
    isPartial ||= planned.isPartial || portions > 1
  })
  const all = [...byPath.values()].map((item) =>
    item.status === "wanted"
      ? { ...item, status: "set-aside" as const, reason: "the file can no longer be read" }
      : item,
  )
  return { ...outcomeOf(all, team), teamIds, estimate: estimateOf(expected, isPartial) }
}

/** Returns the result of a preview with the totals of its files. */
function outcomeOf(items: readonly ImportItemView[], team: string | null): Omit<ImportOutcome, "teamIds"> {
  const of = (...statuses: ImportItemView["status"][]) =>
    items.filter((item) => statuses.includes(item.status))
  const memory = of("new", "changed", "same")
  const isBroken = ({ entries, diagnostics }: ImportItemView) =>
    entries === 0 && diagnostics.some((one) => one.severity === "error")
  const formats = memory.flatMap((item) => item.format ?? [])
  return {
    run: null,
    team,
    state: "planned",
    files: {
      new: of("new").length,
      changed: of("changed").length,
      same: of("same").length,
      gone: of("gone").length,
      broken: of("new", "changed").filter(isBroken).length,
      leftAlone: of("left-alone").length,
      setAside: of("set-aside").length,
    },
    entries: memory.reduce((sum, item) => sum + item.entries, 0),
    byFormat: Object.fromEntries(
      [...new Set(formats)]
        .toSorted()
        .map((format) => [format, formats.filter((one) => one === format).length]),
    ),
    items,
  }
}
