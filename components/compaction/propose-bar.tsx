import { Link } from "@/components/ui/link"
import { KeyedButton } from "@/components/queue/keyed-button"
import { Button, ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { compactionPath, proposedPath } from "./paths"
import type { CompactionProposals, CompactionTarget } from "./compaction-types"
import type { ProposeState } from "./use-propose"
import type { TickedRows } from "./use-ticks"

interface ProposeBarProps {
  team: string
  target: CompactionTarget
  ticks: TickedRows
  state: ProposeState
  /** The reason why the reader may not propose; null if they may. */
  mayNot: string | null
  /** The label of the button: "Propose: 7 additions to workspace/MEMORY.md". */
  words: string
  onPropose: () => void
  /** Reloads the preview. */
  onAgain: () => void
}

/** The decision bar: the button that proposes the ticked changes, and the result with a link to the inbox. */
export function ProposeBar({
  team,
  target,
  ticks,
  state,
  mayNot,
  words,
  onPropose,
  onAgain,
}: ProposeBarProps) {
  return (
    <section
      aria-label="Decision"
      className="grid gap-2 border-t border-line bg-ground px-4 py-2.5 max-lg:sticky max-lg:bottom-0 max-lg:z-20 md:px-7"
    >
      {state.is === "open" && state.problem !== null ? (
        <Notice
          tone="danger"
          live
          title="Could not create the proposals"
          action={
            <Button size="sm" onClick={onAgain}>
              Reload
            </Button>
          }
        >
          {state.problem}
        </Notice>
      ) : null}
      {state.is === "done" ? <Done team={team} target={target} {...state.proposed} /> : null}
      {state.is !== "done" && mayNot !== null ? <p className="text-ink-2">{mayNot}</p> : null}
      {state.is !== "done" && mayNot === null ? (
        <ProposeButtons {...{ ticks, words, onPropose }} isSending={state.is === "sent"} />
      ) : null}
    </section>
  )
}

interface ProposeButtonsProps extends Pick<ProposeBarProps, "ticks" | "words" | "onPropose"> {
  isSending: boolean
}

function ProposeButtons({ ticks, words, isSending, onPropose }: ProposeButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <KeyedButton
        kbd="P"
        wraps
        variant="primary"
        disabled={isSending}
        onClick={onPropose}
        className="min-w-0 shrink! max-md:basis-full"
      >
        {isSending ? "Proposing…" : words}
      </KeyedButton>
      {ticks.ticked.length > 0 || ticks.none ? (
        <KeyedButton kbd="⇧X" variant="quiet" aria-keyshortcuts="Shift+X" onClick={ticks.toggleAll}>
          {ticks.none ? "Select all" : "Clear selection"}
        </KeyedButton>
      ) : null}
      {ticks.ticked.length === 0 ? null : (
        <span className="min-w-0 flex-1 basis-48 text-sm text-ink-2">
          Memory changes only after approval in the inbox.
        </span>
      )}
    </div>
  )
}

function Done({
  team,
  target,
  proposals,
  already,
  refused,
}: Pick<ProposeBarProps, "team" | "target"> & CompactionProposals) {
  const all = [...proposals, ...already]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <output className="font-medium">
        {proposals.length > 0
          ? `${count(proposals.length, "proposal")} added to the inbox`
          : "Recorded without proposals"}
        {already.length > 0 ? `, ${already.length.toLocaleString("en")} already waiting` : ""}.
      </output>
      {refused.length > 0 ? (
        <Notice tone="caution" live title={`${count(refused.length, "proposal")} could not be created`}>
          {refused.map(({ why }) => why).join(". ")}
        </Notice>
      ) : null}
      {all.length > 0 ? (
        <ButtonLink variant="primary" href={proposedPath(team, target, all)}>
          {all.length === 1 ? "Review proposal" : "Review proposals"}
        </ButtonLink>
      ) : null}
      <Link href={compactionPath(team, { project: target.project })} className="font-medium text-link">
        Back to due compactions
      </Link>
    </div>
  )
}
