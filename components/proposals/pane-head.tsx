import { formatDay } from "@/components/data/day-text"
import { Instant } from "@/components/data/instant"
import { Fragment } from "react"
import { DrawnText } from "@/components/text/drawn-text"
import { count } from "@/components/data/count"
import { Tag } from "@/components/ui/tag"
import type { ProposalDetail, ProposalSummary } from "./proposal-types"
import { authorOf, supportWords, titleOf } from "./proposal-text"

interface PaneHeadProps {
  proposal: ProposalSummary
  detail: ProposalDetail | null
  now: string
}

/** Title, author, file and readers of a proposal. */
export function PaneHead({ proposal, detail, now }: PaneHeadProps) {
  const support = supportWords(proposal.supporters)
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">
          <DrawnText text={titleOf(detail ?? proposal)} />
        </h2>
        {proposal.type ? (
          <Tag>
            <DrawnText text={proposal.type} />
          </Tag>
        ) : null}
        <time
          dateTime={proposal.createdAt}
          title={`Expires on ${formatDay(proposal.expiresAt.slice(0, 10))}`}
          className="ml-auto whitespace-nowrap text-ink-3"
        >
          <Instant at={proposal.createdAt} now={now} />
        </time>
      </header>
      <p className="mt-0.75 text-ink-2">
        <b className="text-ink">
          <DrawnText text={authorOf(proposal)} />
        </b>{" "}
        {proposal.author.kind === "token" &&
        proposal.author.agent !== null &&
        proposal.author.agent !== proposal.author.name ? (
          <>
            (by access token <DrawnText text={proposal.author.name} />){" "}
          </>
        ) : null}
        proposes for{" "}
        <code className="font-mono wrap-anywhere">
          <DrawnText text={proposal.path} />
        </code>
        {detail ? readBy(detail.readers.length) : null}.{" "}
        {proposal.confidence === null ? null : `Confidence ${proposal.confidence.toFixed(2)}.`}
      </p>
      {support || proposal.session || proposal.assignee ? (
        <p className="mt-0.75 text-ink-2">
          {[
            support,
            proposal.session ? (
              <>
                session{" "}
                <code className="font-mono wrap-anywhere">
                  <DrawnText text={proposal.session} />
                </code>
              </>
            ) : null,
            proposal.assignee ? (
              <>
                assigned to <b className="text-ink">{proposal.assignee.name}</b>
              </>
            ) : null,
          ]
            .filter((one) => one !== null)
            .map((one, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the line
              <Fragment key={place}>
                {place > 0 ? " · " : null}
                {one}
              </Fragment>
            ))}
        </p>
      ) : null}
    </>
  )
}

function readBy(readers: number): string {
  return readers === 0 ? "" : `, loaded by ${count(readers, "agent")}`
}
