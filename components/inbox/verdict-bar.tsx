import type { ReactNode } from "react"
import type { PaneMode } from "@/components/proposal/pane"
import type { ProposalDetail, ProposalSummary } from "@/components/proposal/shapes"
import { Kbd } from "@/components/ui/kbd"
import { isOneOfSeveral } from "./decision"
import { KeyedButton } from "./keyed-button"
import type { Mark } from "./queue"

interface VerdictBarProps {
  proposal: ProposalSummary
  detail: ProposalDetail | null
  mark: Mark | undefined
  mode: PaneMode
  /** Whether the person decides in this team at all. */
  mayCurate: boolean
  place: ReactNode
  onApprove: () => void
  onMode: (mode: PaneMode) => void
  onRebase: () => void
  onWithdraw: () => void
  onWake: () => void
  onUndo: () => void
  onNext: () => void
}

/** What can be done with the proposal that is looked at, each with its key; the first button says what it would do. Beside a panel it must not lie over its end. */
export function VerdictBar(props: VerdictBarProps) {
  return (
    <section aria-label="Verdict" className={`flex items-center gap-2 border-t border-line bg-ground px-4 py-2.5 max-md:flex-wrap md:px-7 ${props.mode === "read" ? "max-md:sticky max-md:bottom-0 max-md:z-20" : ""}`}>
      <Verdicts {...props} />
      {props.place}
    </section>
  )
}

const PANEL_WORDS: Record<Exclude<PaneMode, "read">, string> = {
  edit: "Editing: approve it above with these words, or leave with Esc",
  merge: "Merging: decide above, or leave with Esc",
  reject: "Rejecting: give a reason above, or leave with Esc",
  snooze: "Snoozing: choose a time above, or leave with Esc",
}

function Verdicts({ proposal, detail, mark, mode, mayCurate, onApprove, onMode, onRebase, onWithdraw, onWake, onUndo, onNext }: VerdictBarProps) {
  if (mark?.kind === "struck") {
    return (
      <>
        <output className="font-medium">{mark.words}</output>
        <KeyedButton kbd="J" variant="primary" onClick={onNext}>
          Go on
        </KeyedButton>
      </>
    )
  }
  if (proposal.state !== "waiting") {
    return proposal.decided && mayCurate ? (
      <KeyedButton kbd="U" onClick={onUndo}>
        Undo this decision
      </KeyedButton>
    ) : null
  }
  // A panel has its own button for what it words: another one beside it would decide on the words as proposed.
  if (mode !== "read") return <span className="flex min-h-8 items-center text-ink-2">{PANEL_WORDS[mode]}</span>
  const why = detail?.mayNotDecide ?? (mayCurate ? null : "A lead of the team decides")
  const rebase = (detail?.standing ?? proposal.standing) === "needs-rebase"
  const mergeable = rebase && (detail ? detail.rebase?.merged != null : proposal.mergeable)
  const stuck = detail !== null && detail.hindrance !== null
  return (
    <>
      {mergeable && why === null ? (
        <KeyedButton kbd="B" variant="primary" onClick={onRebase} title="Rebase onto the entry as it reads now" className="min-w-0 shrink! max-md:basis-full">
          <span className="truncate">Rebase onto the entry as it reads now</span>
        </KeyedButton>
      ) : (
        <ApproveButton words={detail === null || stuck ? null : isOneOfSeveral(detail) ? `${detail.approvals.given + 1} of ${detail.approvals.needed}, another person has to` : detail.consequence} disabled={why !== null || stuck || rebase || detail === null} title={why ?? detail?.hindrance ?? undefined} onClick={onApprove} />
      )}
      {why !== null && !mayCurate ? null : (
        <>
          <KeyedButton kbd="E" aria-expanded={false} disabled={why !== null} onClick={() => onMode("edit")} className="max-md:flex-1">
            Edit
          </KeyedButton>
          <KeyedButton kbd="M" aria-expanded={false} disabled={why !== null} onClick={() => onMode("merge")} className="max-md:flex-1">
            Merge
          </KeyedButton>
          <KeyedButton kbd="R" aria-expanded={false} onClick={() => onMode("reject")} className="max-md:flex-1">
            Reject
          </KeyedButton>
        </>
      )}
      {proposal.own ? (
        <KeyedButton kbd="W" onClick={onWithdraw} className="max-md:flex-1">
          Withdraw
        </KeyedButton>
      ) : null}
      {proposal.snoozedUntil ? (
        <KeyedButton kbd="H" variant="quiet" onClick={onWake} className="max-md:flex-1">
          Wake
        </KeyedButton>
      ) : (
        <KeyedButton kbd="H" variant="quiet" aria-expanded={false} onClick={() => onMode("snooze")} className="max-md:flex-1">
          Snooze
        </KeyedButton>
      )}
      {why === null ? null : <span className="min-w-0 flex-1 basis-40 text-sm text-ink-2">{why}</span>}
    </>
  )
}

/** The file stands above already: "adds line 94 of 100". */
const withoutFile = (words: string) => words.replace(/ (?:to|of|from|in) \S*[./]\S*$/, "")

/** As many words as there is room for: the whole sentence is its title. */
function ApproveButton({ words, ...rest }: { words: string | null; disabled: boolean; title: string | undefined; onClick: () => void }) {
  const whole = words === null || words === "" ? "Approve" : `Approve: ${words}`
  return (
    <KeyedButton kbd="A" variant="primary" {...rest} title={rest.title ?? whole} className="min-w-0 shrink! max-md:basis-full">
      <span className="truncate">{withoutFile(whole)}</span>
    </KeyedButton>
  )
}

/** "1 of 23", with the keys that move. */
export function PlaceInList({ place, of }: { place: number; of: number }) {
  return (
    <span className="ml-auto flex items-center gap-1 text-ink-3 tabular-nums">
      <span className="mr-1 whitespace-nowrap">
        {place.toLocaleString("en")} of {of.toLocaleString("en")}
      </span>
      <span className="flex gap-1 max-md:hidden">
        <Kbd hidden>J</Kbd>
        <Kbd hidden>K</Kbd>
      </span>
    </span>
  )
}
