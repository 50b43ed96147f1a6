import { formatDay } from "@/components/data/time-text"
import { Instant } from "@/components/data/instant"
import { Fragment } from "react"
import { VisibleText } from "@/components/text/visible-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { Tag } from "@/components/ui/tag"
import type { ProposalDetail, ProposalSummary } from "./proposal-types"
import { authorOf, supportWords } from "./proposal-text"
import { titleOf } from "./proposal-title"

interface PaneHeadProps {
  proposal: ProposalSummary
  detail: ProposalDetail | null
  now: string
}

/** Title, author, file and readers of a proposal. */
export function PaneHead({ proposal, detail, now }: PaneHeadProps) {
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">
          <VisibleText text={titleOf(detail ?? proposal)} />
        </h2>
        {proposal.type ? (
          <Tag>
            <VisibleText text={proposal.type} />
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
          <VisibleText text={authorOf(proposal)} />
        </b>{" "}
        <AccessToken author={proposal.author} />
        proposes a change to{" "}
        <code className="font-mono wrap-anywhere">
          <VisibleText text={proposal.path} />
        </code>
        {detail ? readBy(detail.readers.length) : null}.{" "}
        {proposal.confidence === null ? null : `Confidence: ${proposal.confidence.toFixed(2)}.`}
      </p>
      <ProposalContext proposal={proposal} />
    </>
  )
}

/** The access token, if an agent proposed with a token of another name. */
function AccessToken({ author: { kind, agent, name } }: Pick<ProposalSummary, "author">) {
  if (kind !== "token" || agent === null || agent === name) return null
  return (
    <>
      (via access token <VisibleText text={name} />){" "}
    </>
  )
}

/** Number of supporters, session and assignee of a proposal. */
function ProposalContext({ proposal: { supporters, session, assignee } }: Pick<PaneHeadProps, "proposal">) {
  const parts = [
    supportWords(supporters),
    session ? (
      <>
        session{" "}
        <code className="font-mono wrap-anywhere">
          <VisibleText text={session} />
        </code>
      </>
    ) : null,
    assignee ? (
      <>
        assigned to <b className="text-ink">{assignee.name}</b>
      </>
    ) : null,
  ].filter((one) => one !== null)
  if (parts.length === 0) return null
  return (
    <p className="mt-0.75 text-ink-2">
      {parts.map((one, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the line
        <Fragment key={index}>
          {index > 0 ? " · " : null}
          {one}
        </Fragment>
      ))}
    </p>
  )
}

function readBy(readers: number): string {
  return readers === 0 ? "" : `, loaded by ${formatCount(readers, "agent")}`
}
