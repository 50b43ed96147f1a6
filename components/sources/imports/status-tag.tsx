import { Tag, type Tone } from "@/components/ui/tag"
import { isBroken, isWritten, type Item, type ItemStatus } from "../source"

const LOOK: Record<ItemStatus, { tone: Tone; words: string }> = {
  wanted: { tone: "caution", words: "not sent" },
  received: { tone: "neutral", words: "sent" },
  new: { tone: "good", words: "new" },
  changed: { tone: "caution", words: "changed" },
  same: { tone: "neutral", words: "same" },
  gone: { tone: "caution", words: "gone" },
  "left-alone": { tone: "neutral", words: "left alone" },
  "set-aside": { tone: "danger", words: "set aside" },
}

/** `halfway`: the import ended before it had stored all. */
export function StatusTag({ item, halfway }: { item: Item; halfway: boolean }) {
  if (halfway && isWritten(item) && !item.written) return <Tag>not stored</Tag>
  if (isBroken(item))
    return <Tag tone="danger">{item.status === "new" ? "new, broken" : "changed, broken"}</Tag>
  const { tone, words } = LOOK[item.status]
  return <Tag tone={tone}>{words}</Tag>
}
