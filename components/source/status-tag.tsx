import { Tag, type Tone } from "@/components/ui/tag"
import { isBroken, type Item, type ItemStatus } from "./source"

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

export function StatusTag({ item }: { item: Item }) {
  if (isBroken(item)) return <Tag tone="danger">{item.status === "new" ? "new, broken" : "changed, broken"}</Tag>
  const { tone, words } = LOOK[item.status]
  return <Tag tone={tone}>{words}</Tag>
}
