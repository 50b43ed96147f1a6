import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Notice } from "@/components/ui/notice"
import { ClaimMark } from "./claim-row"
import { Reworded } from "./reworded"
import type { ClaimAnswer } from "../send"
import type { Claim, PromotionChoice } from "../review-types"
import { confidenceWords, claimDecisionWords, citationWords } from "../review-text"

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
