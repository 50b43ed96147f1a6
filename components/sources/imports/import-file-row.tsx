import { ChevronRight } from "lucide-react"
import type { MouseEvent, Ref } from "react"
import { formatCount } from "@/lib/memory/text/sentence"
import { Td } from "@/components/data/table"
import { isChoosable, isBroken, isWritten, type ImportItem, type ItemStatus } from "../import-types"
import { Tag, type Tone } from "@/components/ui/tag"

const LOOK: Record<ItemStatus, { tone: Tone; words: string }> = {
  wanted: { tone: "caution", words: "not uploaded" },
  received: { tone: "neutral", words: "uploaded" },
  new: { tone: "good", words: "new" },
  changed: { tone: "caution", words: "changed" },
  same: { tone: "neutral", words: "unchanged" },
  gone: { tone: "caution", words: "removed" },
  "left-alone": { tone: "neutral", words: "ignored" },
  "set-aside": { tone: "danger", words: "quarantined" },
}

/**
 * The status of a file. `halfway`: true if the import was cancelled or failed after it had stored some files.
 */
function StatusTag({ item, halfway }: { item: ImportItem; halfway: boolean }) {
  if (halfway && isWritten(item) && !item.written) return <Tag>not imported</Tag>
  if (isBroken(item))
    return <Tag tone="danger">{item.status === "new" ? "new, malformed" : "changed, malformed"}</Tag>
  const { tone, words } = LOOK[item.status]
  return <Tag tone={tone}>{words}</Tag>
}

interface ItemRowProps {
  item: ImportItem
  formatName: string
  firstOfAgent: boolean
  halfway: boolean
  /** True if files can be selected. */
  choosing: boolean
  chosen: boolean
  onChoose: (event: MouseEvent<HTMLInputElement>) => void
  open: boolean
  onOpen: () => void
  index: number
  rowRef: Ref<HTMLTableRowElement>
}

/** A file of an import. */
export function ItemRow({
  item,
  formatName,
  firstOfAgent,
  halfway,
  choosing,
  chosen,
  onChoose,
  open,
  onOpen,
  index,
  rowRef,
}: ItemRowProps) {
  const ours = item.format !== null
  return (
    <tr
      ref={rowRef}
      data-index={index}
      aria-rowindex={index + 2}
      className={chosen ? "bg-accent-wash" : "hover:bg-raised has-focus-visible:bg-accent-wash"}
    >
      {choosing ? (
        <Td className="pr-0">
          {isChoosable(item) ? (
            <input
              type="checkbox"
              aria-label={`Select ${item.path}`}
              data-choose={item.path}
              checked={chosen}
              readOnly
              onClick={onChoose}
              className="block size-3.5 accent-accent"
            />
          ) : null}
        </Td>
      ) : null}
      <Td className="overflow-hidden">
        <Path item={item} open={open} onOpen={onOpen} />
        <span className="block pb-1.5 pl-4.75 text-sm whitespace-normal text-ink-2 md:hidden">
          {ours ? `${ownerWords(item)} · ${formatName} · ${formatCount(item.entries, "entry")}` : item.reason}
        </span>
      </Td>
      <Td className="max-md:align-top max-md:leading-8.5">
        <StatusTag item={item} halfway={halfway} />
      </Td>
      {ours ? (
        <>
          <Td className={`hidden truncate md:table-cell ${firstOfAgent ? "" : "text-ink-3"}`}>
            {ownerWords(item)}
          </Td>
          <Td className="hidden truncate text-ink-2 lg:table-cell">{formatName}</Td>
          <Td numeric className="hidden md:table-cell">
            {item.entries.toLocaleString("en")}
          </Td>
        </>
      ) : (
        <>
          <Td
            colSpan={2}
            title={item.reason ?? undefined}
            className="hidden truncate text-ink-2 md:table-cell"
          >
            {item.reason}
          </Td>
          <Td className="hidden lg:table-cell" />
        </>
      )}
    </tr>
  )
}

/** The path of a file. If the file has findings, the path toggles them. */
function Path({ item, open, onOpen }: { item: ImportItem; open: boolean; onOpen: () => void }) {
  const path = (
    <bdi
      className="font-mono text-sm max-md:wrap-anywhere max-md:whitespace-normal md:truncate"
      title={item.path}
    >
      {item.path}
    </bdi>
  )
  if (item.diagnostics.length === 0)
    return <span className="flex min-h-8.5 items-center pl-4.75 max-md:pt-1.5">{path}</span>
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onOpen}
      className="flex min-h-8.5 w-full items-center gap-1 text-left max-md:pt-1.5"
    >
      <ChevronRight className={`icon text-ink-3 ${open ? "rotate-90" : ""}`} aria-hidden />
      {path}
      <span className="shrink-0 pl-1.5 text-sm text-ink-3 max-md:sr-only">{findingWords(item)}</span>
    </button>
  )
}

/** Returns the number of findings. Forgotten lines are counted separately, because they are not imported. */
function findingWords({ diagnostics }: ImportItem): string {
  const left = diagnostics.filter((one) => one.code === "forgotten").length
  const others = diagnostics.length - left
  return [
    ...(left > 0 ? [`${formatCount(left, "forgotten entry")} skipped`] : []),
    ...(others > 0 ? [formatCount(others, "finding")] : []),
  ].join(" · ")
}

function ownerWords(item: ImportItem): string {
  return item.agent ?? `${item.category ?? item.scope ?? "project"}, shared`
}
