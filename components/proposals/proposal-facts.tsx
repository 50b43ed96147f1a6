import { Check } from "lucide-react"
import type { ReactNode } from "react"
import { Instant } from "@/components/data/instant"
import { VisibleText } from "@/components/text/visible-text"
import { QuotedText, UntrustedText } from "@/components/text/untrusted-text"
import { BudgetBar } from "@/components/charts/inline-charts"
import { Skeleton } from "@/components/ui/skeleton"
import { Link } from "@/components/ui/link"
import { SeverityIcon } from "@/components/alerts/alert"
import { statementsOf } from "@/lib/memory/proposals/proposal-kinds"
import { Fact } from "../ui/pane"
import type { ProposalPaneProps, ProposalDetail, Finding, FindingKind } from "./proposal-types"
import { consolidationPath } from "./consolidate/consolidation"
import { formatCount } from "@/lib/memory/text/sentence"
import { shortPath } from "@/lib/memory/memory-files/paths"

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

interface FoundProps extends Pick<ProposalPaneProps, "team" | "onMerge" | "proposalHref"> {
  detail: ProposalDetail
}

/** Findings about a proposal, and the checks that passed. */
function Findings({ team, detail, onMerge, proposalHref }: FoundProps) {
  const kinds = new Set(detail.findings.map((one) => one.kind))
  const clean =
    statementsOf(detail.changes).length === 0
      ? []
      : LOOKED_FOR.filter(({ against }) => !against.some((kind) => kinds.has(kind)))
  const mayMerge = detail.decided === null && detail.kind === "add"
  return (
    <ul className="grid gap-1.5">
      {detail.findings.map((one, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two findings can be identical
        <Item key={index} icon={<SeverityIcon severity={one.severity} />}>
          <OneFinding
            team={team}
            finding={one}
            category={detail.category}
            onMerge={mayMerge ? onMerge : null}
            proposalHref={proposalHref}
          />
        </Item>
      ))}
      {clean.map(({ words }) => (
        <Item key={words} icon={<Check className="icon mt-0.5 text-good" aria-label="Passed" />}>
          {words}
        </Item>
      ))}
      {detail.findings.length === 0 && clean.length === 0 ? (
        <Item icon={<Check className="icon mt-0.5 text-good" aria-label="Passed" />}>
          No new text is added
        </Item>
      ) : null}
    </ul>
  )
}

/** The checks of each proposal, with the label shown if they pass. */
const LOOKED_FOR: readonly { readonly words: string; readonly against: readonly FindingKind[] }[] = [
  {
    words: "No similar entries found",
    against: ["duplicate", "near-duplicate", "waiting-like", "contradiction"],
  },
  {
    words: "No secrets, hidden characters or prompt injection",
    against: ["invisible-character", "look-alike", "instruction-like"],
  },
  { words: "Not already in the instructions", against: ["restated"] },
]

function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

const FLAGGED: readonly FindingKind[] = ["invisible-character", "look-alike", "instruction-like"]

interface OneFindingProps extends Pick<FoundProps, "team" | "proposalHref"> {
  finding: Finding
  category: ProposalDetail["category"]
  onMerge: ((entryId: string) => void) | null
}

function OneFinding({ team, finding, category, onMerge, proposalHref }: OneFindingProps) {
  const { message, entry, proposal, words, kind } = finding
  const isFlagged = FLAGGED.includes(kind)
  const quoted = entry?.text ?? proposal?.text ?? (isFlagged ? null : words)
  return (
    <>
      <UntrustedText text={message} />
      {quoted ? (
        <>
          : <QuotedText text={quoted} />
        </>
      ) : null}
      {words && isFlagged ? (
        <>
          {": "}
          <code className="rounded-sm bg-danger-wash px-1 font-mono whitespace-pre-wrap text-danger">
            <VisibleText text={words} />
          </code>
        </>
      ) : null}
      <FindingLinks {...{ team, finding, category, onMerge, proposalHref }} />
    </>
  )
}

/** Links to the entry or proposal that the finding is about, and the merge button. */
function FindingLinks({ team, finding, category, onMerge, proposalHref }: OneFindingProps) {
  const { entry, proposal, kind } = finding
  const proposalLink = proposal && proposalHref ? proposalHref(proposal.id) : null
  if (!entry && proposalLink === null) return null
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-1.5">
      {entry ? <EntryLinks team={team} entry={entry} onMerge={onMerge} /> : null}
      {proposalLink === null ? null : (
        <Link href={proposalLink} className="text-link">
          View proposal
        </Link>
      )}
      {kind === "waiting-like" && category ? (
        <Link href={consolidationPath(team, category.slug)} className="text-link">
          Consolidate
        </Link>
      ) : null}
    </span>
  )
}

interface EntryLinksProps extends Pick<OneFindingProps, "team" | "onMerge"> {
  entry: NonNullable<Finding["entry"]>
}

function EntryLinks({ team, entry, onMerge }: EntryLinksProps) {
  return (
    <>
      {entry.agent ? <VisibleText text={entry.agent} /> : null}
      <Link
        href={`/t/${team}/memory/${encodeURIComponent(entry.fileId)}?line=${entry.line}`}
        className="text-link"
      >
        <VisibleText text={`${shortPath(entry.path)}:${entry.line}`} />
      </Link>
      {onMerge ? (
        <button type="button" className="text-link" onClick={() => onMerge(entry.id)}>
          Merge into this entry
        </button>
      ) : null}
    </>
  )
}

/** Returns the size after a change in words: "94 lines after this change (budget: 100). Load limit: 200." */
export function budgetWords({ after, budget, loads }: ProposalDetail["budget"]): string {
  const within = budget === null ? "" : ` (budget: ${budget.toLocaleString("en")})`
  const lines = `${formatCount(after, "line")} after this change${within}.`
  if (loads === null) return `${lines} The whole file is loaded.`
  const past = after - loads
  return past > 0
    ? `${lines} ${formatCount(past, "line")} past the load limit.`
    : `${lines} Load limit: ${loads.toLocaleString("en")}.`
}
