import { ArrowUpFromLine, Check, Circle, PencilLine, X } from "lucide-react"
import { memo } from "react"
import { VisibleText } from "@/components/text/visible-text"
import { Tag } from "@/components/ui/tag"
import type { Claim } from "../review-types"
import { claimVerdictWords } from "../review-text"

interface ClaimRowProps {
  claim: Claim
  /** True if the last decision was refused. */
  refused: boolean
  onGo: (position: number) => void
}
const STATE_LOOK = {
  waiting: "",
  accepted: "text-ink-2",
  edited: "text-ink-2",
  rejected: "text-ink-3 line-through",
} as const

/** A claim that is not the current one, in one line: its text and the decision. */
export const ClaimRow = memo(function ClaimRow({ claim, refused, onGo }: ClaimRowProps) {
  const { position, state, text, flags, citations } = claim
  const drifted = citations.some((one) => one.stands !== "same")
  return (
    <a
      href={`?claim=${position + 1}`}
      data-item={position + 1}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onGo(position)
      }}
      className="flex items-center gap-2.5 px-4 py-1.75 -outline-offset-2 hover:bg-raised md:px-7"
    >
      <ClaimMark claim={claim} />
      <span className={`min-w-0 flex-1 truncate ${STATE_LOOK[state]}`}>
        <VisibleText text={text} />
      </span>
      {refused ? <Tag tone="danger">not saved</Tag> : null}
      {flags.length > 0 ? <Tag tone="danger">flagged</Tag> : null}
      {drifted && state === "waiting" ? (
        <Tag tone="caution">{citations.every((one) => one.stands === "gone") ? "removed" : "changed"}</Tag>
      ) : null}
      <span className="shrink-0 text-right text-sm whitespace-nowrap text-ink-3 max-md:hidden">
        {state === "waiting" ? "" : claimVerdictWords(claim)}
        {claim.decided && state !== "waiting" ? (
          <span className="max-lg:hidden"> · {claim.decided.by}</span>
        ) : null}
      </span>
    </a>
  )
})

const MARKS = {
  waiting: { Icon: Circle, look: "text-ink-3", words: "Waiting" },
  accepted: { Icon: Check, look: "text-good", words: "Accepted" },
  edited: { Icon: PencilLine, look: "text-good", words: "Accepted with edits" },
  rejected: { Icon: X, look: "text-danger", words: "Rejected" },
}

/** The state of a claim, as an icon. */
export function ClaimMark({ claim: { state, becomes } }: { claim: Pick<Claim, "state" | "becomes"> }) {
  const { Icon, look, words } = MARKS[state]
  const Sign =
    becomes === "promotion" && (state === "accepted" || state === "edited") ? ArrowUpFromLine : Icon
  return (
    <>
      <Sign className={`icon ${look}`} aria-hidden />
      <span className="sr-only">{words}: </span>
    </>
  )
}
