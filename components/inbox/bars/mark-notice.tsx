import { Notice } from "@/components/ui/notice"
import type { Mark } from "../queue"

/** What one has to know of the item beside what it says. */
export function MarkNotice({ mark }: { mark: Mark }) {
  const isRefused = mark.kind === "refused"
  return (
    <div className="px-4 pt-4 md:px-7">
      <Notice
        tone={isRefused ? "danger" : "neutral"}
        live
        title={isRefused ? "Your decision was not taken" : mark.words}
      >
        {isRefused ? mark.words : "It waits no longer. Any key moves on."}
      </Notice>
    </div>
  )
}
