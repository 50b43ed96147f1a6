import { Link } from "@/components/ui/link"
import { KeyedButton } from "@/components/inbox/bars/keyed-button"
import { Button, ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { compactionPath, proposedPath } from "./paths"
import type { Proposed, Target } from "./compaction-types"
import type { Proposing } from "./use-propose"
import type { Ticked } from "./use-ticks"

interface ProposeBarProps {
  team: string
  target: Target
  ticks: Ticked
  state: Proposing
  /** Why whoever looks proposes nothing; null: they do. */
  mayNot: string | null
  /** What a press would do: "Propose: 7 additions to workspace/MEMORY.md". */
  words: string
  onPropose: () => void
  /** Reads all of it anew. */
  onAgain: () => void
}

/** What one decides with: it says what would be proposed, and where that waits then. */
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
          title="It was not taken"
          action={
            <Button size="sm" onClick={onAgain}>
              Read it anew
            </Button>
          }
        >
          {state.problem}
        </Notice>
      ) : null}
      {state.is === "done" ? (
        <Done team={team} target={target} {...state.proposed} />
      ) : mayNot !== null ? (
        <p className="text-ink-2">{mayNot}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <KeyedButton
            kbd="P"
            wraps
            variant="primary"
            disabled={state.is === "sent"}
            onClick={onPropose}
            className="min-w-0 shrink! max-md:basis-full"
          >
            {state.is === "sent" ? "Proposing…" : words}
          </KeyedButton>
          {ticks.ticked.length > 0 || ticks.none ? (
            <KeyedButton kbd="⇧X" variant="quiet" aria-keyshortcuts="Shift+X" onClick={ticks.toggleAll}>
              {ticks.none ? "Tick all" : "Untick all"}
            </KeyedButton>
          ) : null}
          {ticks.ticked.length === 0 ? null : (
            <span className="min-w-0 flex-1 basis-48 text-sm text-ink-2">
              Nothing is written before each is approved in the inbox.
            </span>
          )}
        </div>
      )}
    </section>
  )
}

function Done({
  team,
  target,
  proposals,
  already,
  refused,
}: Pick<ProposeBarProps, "team" | "target"> & Proposed) {
  const all = [...proposals, ...already]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <output className="font-medium">
        {proposals.length > 0
          ? `${count(proposals.length, "proposal")} ${proposals.length === 1 ? "waits" : "wait"} in the inbox`
          : "It is recorded: nothing was proposed"}
        {already.length > 0 ? `, ${already.length.toLocaleString("en")} waited there already` : ""}.
      </output>
      {refused.length > 0 ? (
        <Notice tone="caution" live title={`${count(refused.length, "proposal")} could not be made`}>
          {refused.map(({ why }) => why).join(". ")}
        </Notice>
      ) : null}
      {all.length > 0 ? (
        <ButtonLink variant="primary" href={proposedPath(team, target, all)}>
          {all.length === 1 ? "Decide on it" : "Decide on them"}
        </ButtonLink>
      ) : null}
      <Link href={compactionPath(team, { project: target.project })} className="font-medium text-link">
        Back to what is due
      </Link>
    </div>
  )
}
