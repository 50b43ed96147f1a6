import { Instant } from "@/components/data/instant"
import { VisibleText } from "@/components/text/visible-text"
import { BudgetBar } from "@/components/charts/budget-bar"
import { Skeleton } from "@/components/ui/skeleton"
import { Fact } from "../queue/item-fact"
import { Findings } from "./findings"
import type { ProposalPaneProps } from "./proposal-pane-props"
import type { ProposalDetail } from "./proposal-types"
import { budgetWords } from "./proposal-text"
import { QuotedText, UntrustedText } from "../text/untrusted-text"

interface PaneFactsProps extends Pick<ProposalPaneProps, "team" | "onMerge" | "proposalHref" | "now"> {
  detail: ProposalDetail
}

/** Facts about a proposal. Checks and budget are shown only until it is decided. */
export function PaneFacts({ team, detail, onMerge, proposalHref, now }: PaneFactsProps) {
  return (
    <div className="mt-5.5 grid gap-x-8 gap-y-5.5 lg:grid-cols-2">
      {detail.decided ? null : (
        <>
          <Fact title="Checks">
            <Findings team={team} detail={detail} onMerge={onMerge} proposalHref={proposalHref} />
          </Fact>
          <Fact title="Budget">
            <p className={`mb-2 tabular-nums ${isPast(detail.budget) ? "text-danger" : ""}`}>
              {budgetWords(detail.budget)}
            </p>
            {detail.budget.budget === null && detail.budget.loads === null ? null : (
              <BudgetBar
                lines={detail.budget.after}
                budget={detail.budget.budget}
                limit={detail.budget.loads}
                className="w-full"
              />
            )}
          </Fact>
        </>
      )}
      <Fact title="Why">
        <Why detail={detail} />
      </Fact>
      <Fact title="Agents that will load the change">
        <Readers readers={detail.readers} />
      </Fact>
      {detail.examples.length > 0 ? (
        <Fact title="Rejected before">
          <ul className="grid gap-1.5">
            {detail.examples.map((one) => (
              <li key={`${one.at} ${one.text}`} className="wrap-anywhere">
                <QuotedText text={one.text} />
                <br />
                <UntrustedText text={one.reason || "No reason given"} />{" "}
                <span className="text-ink-3">
                  <VisibleText text={one.by} />, <Instant at={one.at} now={now} />
                </span>
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
    </div>
  )
}

const isPast = ({ after, loads }: ProposalDetail["budget"]) => loads !== null && after > loads

/** The reason, the evidence, and the reasons of all supporters, including the author. */
function Why({ detail }: { detail: ProposalDetail }) {
  const others = detail.supportedBy.filter((one) => one.reason.trim() !== "" && one.reason !== detail.reason)
  return (
    <div className="grid gap-2">
      {detail.reason || detail.sessionSummary === null ? (
        <p>
          <UntrustedText text={detail.reason || "No reason given."} />
        </p>
      ) : null}
      {detail.sessionSummary === null ? null : (
        <p>
          <span className="text-ink-3">Session summary: </span>
          <QuotedText text={detail.sessionSummary} />
        </p>
      )}
      {detail.evidence ? (
        <p>
          <span className="text-ink-3">Evidence: </span>
          <UntrustedText text={detail.evidence} />
        </p>
      ) : null}
      {others.map((one) => (
        <p key={`${one.name} ${one.at}`}>
          <b className="text-ink">
            <VisibleText text={one.name} />
          </b>
          {one.session ? (
            <>
              {" "}
              in session{" "}
              <code className="font-mono wrap-anywhere">
                <VisibleText text={one.session} />
              </code>
            </>
          ) : null}
          : <UntrustedText text={one.reason} />
        </p>
      ))}
    </div>
  )
}

const NAMED = 12

function Readers({ readers }: { readers: readonly string[] }) {
  if (readers.length === 0) return <p>Any agent that works in this folder.</p>
  const [first, rest] = [readers.slice(0, NAMED), readers.slice(NAMED)]
  const when = `from ${readers.length === 1 ? "the" : "their"} next session.`
  return (
    <>
      <p className="wrap-anywhere">
        <VisibleText text={first.join(", ")} />
        {rest.length === 0 ? `, ${when}` : null}
      </p>
      {rest.length > 0 ? (
        <details>
          <summary className="text-link">and {rest.length.toLocaleString("en")} more</summary>
          <p className="wrap-anywhere">
            <VisibleText text={rest.join(", ")} />
          </p>
        </details>
      ) : null}
      {rest.length > 0 ? <p>Applies {when}</p> : null}
    </>
  )
}

/** Skeleton of the facts, in their size. */
export function PaneFactsComing() {
  return (
    <div aria-hidden className="mt-5.5 grid gap-x-8 gap-y-5.5 lg:grid-cols-2">
      {["findings", "budget", "reason", "readers"].map((one) => (
        <div key={one} className="grid gap-2">
          <Skeleton className="h-4 w-30" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  )
}
