import { Notice } from "@/components/ui/notice"
import type { ItemMark } from "./inbox-list-reducer"

/** Notice that a decision was refused or that someone else decided the item. */
export function MarkNotice({ mark }: { mark: ItemMark }) {
  const isRefused = mark.kind === "refused"
  return (
    <div className="px-4 pt-4 md:px-7">
      <Notice
        tone={isRefused ? "danger" : "neutral"}
        live
        title={isRefused ? "Your decision was not applied" : mark.words}
      >
        {isRefused ? mark.words : "This item is no longer in this list. Press any key to continue."}
      </Notice>
    </div>
  )
}
