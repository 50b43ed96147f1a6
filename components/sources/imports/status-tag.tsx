import { Tag, type Tone } from "@/components/ui/tag"
import { isBroken, isWritten, type ImportItem, type ItemStatus } from "../source"

const LOOK: Record<ItemStatus, { tone: Tone; words: string }> = {
  wanted: { tone: "caution", words: "not sent" },
  received: { tone: "neutral", words: "sent" },
  new: { tone: "good", words: "new" },
  changed: { tone: "caution", words: "changed" },
  same: { tone: "neutral", words: "unchanged" },
  gone: { tone: "caution", words: "removed" },
  "left-alone": { tone: "neutral", words: "ignored" },
  "set-aside": { tone: "danger", words: "quarantined" },
}

/** `halfway`: true if the import ended before all files were stored. */
export function StatusTag({ item, halfway }: { item: ImportItem; halfway: boolean }) {
  if (halfway && isWritten(item) && !item.written) return <Tag>not stored</Tag>
  if (isBroken(item))
    return <Tag tone="danger">{item.status === "new" ? "new, broken" : "changed, broken"}</Tag>
  const { tone, words } = LOOK[item.status]
  return <Tag tone={tone}>{words}</Tag>
}
