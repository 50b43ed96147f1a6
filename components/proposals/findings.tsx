import { Check } from "lucide-react"
import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { VisibleText } from "@/components/text/visible-text"
import { SeverityIcon } from "@/components/sources/imports/severity-icon"
import { statementsOf } from "@/lib/memory/proposals/requested-change"
import { consolidationPath } from "./consolidate/consolidation"
import type { ProposalPaneProps } from "./proposal-pane-props"
import { shortPath } from "../text/short-path"
import type { Finding, FindingKind, ProposalDetail } from "./proposal-types"
import { QuotedText, UntrustedText } from "../text/untrusted-text"

interface FoundProps extends Pick<ProposalPaneProps, "team" | "onMerge" | "proposalHref"> {
  detail: ProposalDetail
}

/** Findings about a proposal, and the checks that passed. */
export function Findings({ team, detail, onMerge, proposalHref }: FoundProps) {
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
