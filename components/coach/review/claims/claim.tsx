"use client"

import { type ReactNode, memo } from "react"
import { ArrowUpFromLine, Check, Circle, PencilLine, X } from "lucide-react"
import { CLAIM_KINDS, claimsHeading } from "@/components/coach/synthesis-text"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Tag } from "@/components/ui/tag"
import { Link } from "@/components/ui/link"
import { Notice } from "@/components/ui/notice"
import { differingWords, Pieces } from "@/components/text/differing-words"
import {
  byKind,
  type Claim,
  claimVerdictWords,
  type PromotionChoice,
  confidenceWords,
  claimDecisionWords,
  citationWords,
} from "../synthesis-types"
import type { ClaimAnswer } from "../review-requests"

interface ClaimSectionsProps {
  claims: readonly Claim[]
  drawn: (claim: Claim) => ReactNode
}

/** The claims of a synthesis by kind. */
export function ClaimSections({ claims, drawn }: ClaimSectionsProps) {
  return byKind(claims, CLAIM_KINDS).map((group) => (
    <section key={group.kind} aria-label={claimsHeading(group.kind)} className="mt-4">
      <h2 className="px-4 pb-1 text-sm text-ink-2 md:px-7">
        {claimsHeading(group.kind)}{" "}
        <span className="font-normal text-ink-3 tabular-nums">{group.claims.length}</span>
      </h2>
      <ul>
        {group.claims.map((one) => (
          <li key={one.position}>{drawn(one)}</li>
        ))}
      </ul>
    </section>
  ))
}

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
function ClaimMark({ claim: { state, becomes } }: { claim: Pick<Claim, "state" | "becomes"> }) {
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

interface ClaimOpenProps {
  team: string
  claim: Claim
  refused: string | null
  /** The memory that the coach suggests promoting the claim to. */
  promotion: PromotionChoice | null
  /** Copies that the promotion did not remove. */
  kept: ClaimAnswer["kept"]
  now: string
  /** The edit panel, shown in place of the text. */
  panel: ReactNode
  children?: ReactNode
}

/** The current claim: its text, its confidence, and what blocks a decision. */
export function ClaimOpen({ team, claim, refused, promotion, kept, now, panel, children }: ClaimOpenProps) {
  const { position, text, confidence, citations, flags, hindrance, state } = claim
  return (
    <article
      data-item={position + 1}
      aria-current="true"
      aria-label="Current claim"
      tabIndex={-1}
      className="scroll-my-2 border-y border-l-2 border-line border-l-accent bg-surface px-4 py-4 -outline-offset-1 focus-visible:outline-1 max-lg:scroll-mt-16 max-lg:scroll-mb-44 md:px-6.5"
    >
      {panel ?? (
        <p className="flex gap-2.5 text-lg">
          <span className="mt-0.75">
            <ClaimMark claim={claim} />
          </span>
          <span className={`min-w-0 flex-1 ${state === "rejected" ? "text-ink-3 line-through" : ""}`}>
            <UntrustedText text={text} />
          </span>
        </p>
      )}
      <p className="mt-2 text-ink-2 tabular-nums">
        Confidence: {confidenceWords(confidence)} · based on {citationWords(citations)}
        {promotion && claim.promote ? (
          <>
            {" "}
            · the coach suggests promoting{" "}
            {promotion.says === text ? (
              "this claim"
            ) : (
              <>
                “<UntrustedText text={promotion.says} />”
              </>
            )}{" "}
            to <code className="font-mono wrap-anywhere">{promotion.path}</code>
          </>
        ) : null}
      </p>
      <div className="mt-3 grid gap-2 empty:hidden">
        {refused === null ? null : (
          <Notice tone="danger" live title="Your decision was not saved">
            <UntrustedText text={refused} />
          </Notice>
        )}
        {flags.map((flag) => (
          <Notice
            key={`${flag.kind}${flag.why}`}
            tone="danger"
            title={`Flagged: ${flag.kind.replaceAll("-", " ")}`}
          >
            <UntrustedText text={flag.why} />
          </Notice>
        ))}
        {hindrance !== null && state === "waiting" ? (
          <Notice tone="caution" title="This claim cannot be accepted">
            <UntrustedText text={hindrance} />
          </Notice>
        ) : null}
        {state === "waiting" ? null : <Verdict team={team} claim={claim} kept={kept} now={now} />}
      </div>
      {children}
    </article>
  )
}

function Verdict({
  team,
  claim,
  kept,
  now,
}: {
  team: string
  claim: Claim
  kept: ClaimAnswer["kept"]
  now: string
}) {
  const { state, original, text, reason, proposals } = claim
  return (
    <Notice
      tone={state === "rejected" ? "neutral" : "good"}
      title={<UntrustedText text={claimDecisionWords(claim, now)} />}
    >
      {reason ? <UntrustedText text={reason} /> : null}
      {original === null ? null : <Reworded from={original} to={text} />}
      {proposals.length > 0 ? (
        <ul className="mt-1 grid gap-0.5">
          {proposals.map((one) => (
            <li key={one.id}>
              <Link
                href={`/t/${team}/inbox?${one.state === "waiting" ? "" : "tab=decided&"}item=${encodeURIComponent(one.id)}`}
                className="text-link"
              >
                Proposal for <code className="font-mono wrap-anywhere">{one.path}</code>
              </Link>{" "}
              {one.state === "waiting" ? "is waiting for review" : one.state}
            </li>
          ))}
        </ul>
      ) : null}
      {claim.becomes === "promotion" && kept.length > 0 ? (
        <>
          <p className="mt-1">{kept.length === 1 ? "1 copy was kept" : `${kept.length} copies were kept`}:</p>
          <ul>
            {kept.map(({ path, why }) => (
              <li key={path}>
                <code className="font-mono wrap-anywhere">{path}</code>: <UntrustedText text={why} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  )
}

/** The coach's original text, with the words that the curator removed marked. */
export function Reworded({ from, to }: { from: string; to: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      Original: <Pieces pieces={differingWords(from, to).before} as="cut" />
    </p>
  )
}
