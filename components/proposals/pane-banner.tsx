import type { ReactNode } from "react"
import { Pieces } from "@/components/memory-files/reader/pieces"
import { diffWords } from "@/components/memory-files/diff-lines"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { ProposalPaneProps } from "./pane"
import type { ProposalDetail, ProposalSummary } from "./proposal-types"
import { decidedWords } from "./proposal-text"
import { WordsOf } from "./words-of"

type PaneBannerProps = Pick<
  ProposalPaneProps,
  "proposal" | "detail" | "now" | "onRebase" | "onUndo" | "onMode" | "deciding"
>

/** What stands between the proposal and a decision, each with the way out. */
export function PaneBanner({
  proposal,
  detail,
  now,
  onRebase,
  onUndo,
  onMode,
  deciding = false,
}: PaneBannerProps) {
  if (proposal.decided)
    return (
      <Decided
        state={proposal.state}
        decided={proposal.decided}
        now={now}
        onUndo={detail?.mayNotDecide || proposal.decided.reverted ? null : onUndo}
        deciding={deciding}
      />
    )
  if (proposal.state === "expired") {
    return (
      <Notice title="It expired">
        It waited until {proposal.expiresAt.slice(0, 10)} and nobody decided it. Whoever asked for it can ask
        again.
      </Notice>
    )
  }
  const standing = detail?.standing ?? proposal.standing
  return (
    <>
      {standing === "needs-rebase" ? (
        <NeedsRebase detail={detail} onRebase={onRebase} onMode={onMode} deciding={deciding} />
      ) : null}
      {standing === "target-gone" ? (
        <Stuck
          title="The entry that it changes is gone"
          detail={detail}
          otherwise="Nothing can be written. Reject it, or edit what the file says now."
        />
      ) : null}
      {standing === "file-gone" ? (
        <Stuck
          title="Its file is gone"
          detail={detail}
          otherwise="The source of the file no longer has it, so nothing is written to it. Reject it, or put it off until the file is back."
        />
      ) : null}
      {standing === "opted-out" ? (
        <Stuck
          title={`${proposal.agent ?? "The agent"} keeps no memory`}
          detail={detail}
          otherwise="It has opted out, so nothing is written for it. Reject it, or turn its memory on again first."
        />
      ) : null}
      {standing === "already" ? (
        <Notice title="The file says so already">
          Approving writes nothing; it only takes the proposal off the list.
        </Notice>
      ) : null}
      {standing === "applies" && detail?.hindrance ? (
        <Notice tone="caution" title="It cannot be approved as it stands">
          <WordsOf text={sentence(detail.hindrance)} />
        </Notice>
      ) : null}
      {proposal.approvals.needed > 1 ? <Approvals {...proposal.approvals} /> : null}
      {detail?.mayNotDecide ? (
        <Notice title="Somebody else decides this one">
          <WordsOf text={sentence(detail.mayNotDecide)} />
        </Notice>
      ) : null}
      {proposal.snoozedUntil ? (
        <Notice title={`You put it off until ${proposal.snoozedUntil.slice(0, 10)}`} />
      ) : null}
    </>
  )
}

const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`

interface DecidedProps {
  state: ProposalSummary["state"]
  decided: NonNullable<ProposalSummary["decided"]>
  now: string
  /** Null for whoever may not take it back. */
  onUndo: (() => void) | null
  deciding: boolean
}

function Decided({ state, decided, now, onUndo, deciding }: DecidedProps) {
  return (
    <Notice
      tone={state === "approved" || state === "merged" ? "good" : "neutral"}
      title={<WordsOf text={decidedWords(decided, now)} />}
      action={
        onUndo && state !== "withdrawn" ? (
          <Button size="sm" kbd="U" onClick={onUndo} disabled={deciding}>
            Undo
          </Button>
        ) : null
      }
    >
      {decided.reason ? <WordsOf text={decided.reason} /> : null}
    </Notice>
  )
}

function NeedsRebase({
  detail,
  onRebase,
  onMode,
  deciding,
}: Pick<PaneBannerProps, "detail" | "onRebase" | "onMode"> & { deciding: boolean }) {
  const rebase = detail?.rebase
  return (
    <Notice
      tone="caution"
      title="The entry reads otherwise since this was proposed"
      action={
        rebase && rebase.merged === null ? (
          <Button size="sm" kbd="E" onClick={() => onMode("edit")}>
            Edit
          </Button>
        ) : (
          <Button size="sm" kbd="B" onClick={onRebase} disabled={deciding}>
            Rebase
          </Button>
        )
      }
    >
      {rebase ? <Wordings {...rebase} /> : null}
    </Notice>
  )
}

function Wordings({ before, now, proposed, merged }: NonNullable<ProposalDetail["rebase"]>) {
  const changed = diffWords(before, now)
  return (
    <>
      <dl className="mt-1.5 grid gap-1.5">
        <Wording name="It said">
          <Pieces pieces={changed.cut} as="cut" />
        </Wording>
        <Wording name="It says now">
          <Pieces pieces={changed.add} as="add" />
        </Wording>
        {proposed === before ? null : (
          <Wording name="Proposed">
            <Pieces pieces={diffWords(before, proposed).add} as="add" />
          </Wording>
        )}
        {merged === null ? null : (
          <Wording name="It would say">
            <Pieces pieces={diffWords(now, merged).add} as="add" />
          </Wording>
        )}
      </dl>
      {merged === null ? (
        <p className="mt-1.5">
          Both changed the same words, so they cannot be put together without you: write what it should say.
        </p>
      ) : null}
    </>
  )
}

function Wording({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2.5">
      <dt className="w-24 shrink-0">{name}</dt>
      <dd className="min-w-0 flex-1 basis-60 wrap-anywhere whitespace-pre-wrap text-ink">{children}</dd>
    </div>
  )
}

function Stuck({
  title,
  detail,
  otherwise,
}: {
  title: string
  detail: ProposalDetail | null
  otherwise: string
}) {
  return (
    <Notice tone="danger" title={title}>
      {detail?.hindrance ? (
        <>
          <WordsOf text={sentence(detail.hindrance)} />{" "}
        </>
      ) : null}
      {otherwise}
    </Notice>
  )
}

function Approvals({ given, needed, mine }: ProposalSummary["approvals"]) {
  return (
    <Notice title={`${given} of ${needed} approvals`}>
      {mine
        ? "Yours is one of them; somebody else’s is needed."
        : given === 0
          ? "Two people have to approve it."
          : "Yours would be the one that counts."}
    </Notice>
  )
}
