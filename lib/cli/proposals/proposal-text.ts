import type { ProposalDetail, ProposalSummary } from "@/lib/operations/proposals/proposal-outputs"
import { table } from "../infra/table"
import { oneLine, visible } from "../infra/visible"
import { differences } from "./differences"

export type Finding = ProposalDetail["findings"][number]

/** What was found about a proposal, one a line, the worst first as the server has them. */
export function findingLines(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return []
  return table(findings.map((one) => [`  ${one.severity}`, one.kind, oneLine(one.message)])).split("\n")
}

/** Who asks, as one calls them. */
export function authorOf({ author }: Pick<ProposalSummary, "author">): string {
  return author.agent ?? author.name
}

/** A proposal as a person decides on it: who asks for what, what it does to the file, what was found, what speaks against it. */
export function describe(proposal: ProposalDetail): string {
  const {
    id,
    state,
    kind,
    path,
    project,
    section,
    reason,
    evidence,
    supportedBy,
    findings,
    diff,
    standing,
    rebase,
    consequence,
    approvals,
    decided,
  } = proposal
  const others = supportedBy.slice(1).map((one) => one.name)
  const lines = [
    `${id}  ${state}  ${kind}${section === null ? "" : ` in ${oneLine(section)}`}`,
    `by ${oneLine(authorOf(proposal))}${others.length > 0 ? `, supported by ${oneLine(others.join(", "))}` : ""}${reason ? `: ${oneLine(reason)}` : ""}`,
    ...(evidence === null ? [] : [`Evidence: ${oneLine(evidence)}`]),
    "",
    `${oneLine(project.name)}  ${visible(diff !== null && decided?.path ? decided.path : path)}`,
    ...(diff === null
      ? drawn(proposal.fullText, "  ")
      : differences(diff.before, diff.after, diff.line).map((line) => visible(line))),
    ...(findings.length > 0 ? ["", ...findingLines(findings)] : []),
  ]
  if (decided)
    lines.push(
      "",
      `${decided.verdict} by ${oneLine(decided.rule === null ? decided.by : `the rule “${decided.rule}”`)}${decided.reason ? `: ${oneLine(decided.reason)}` : ""}${decided.revision === null ? "" : `, as revision ${decided.revision}`}`,
    )
  if (standing === "needs-rebase" && rebase)
    lines.push(
      "",
      "The entry has changed:",
      ...drawn(rebase.now, "  "),
      ...(rebase.merged === null
        ? ["Both changed the same text: approve with --edit"]
        : ["With both changes, as --rebase makes it:", ...drawn(rebase.merged, "  ")]),
    )
  if (proposal.hindrance !== null) lines.push("", `Cannot be approved: ${oneLine(proposal.hindrance)}`)
  else if (state === "waiting")
    lines.push(
      "",
      `Approving ${oneLine(consequence)}${approvals.needed > 1 ? `, ${approvals.given} of ${approvals.needed} approvals` : ""}`,
    )
  if (state === "waiting" && proposal.mayNotDecide !== null) lines.push(oneLine(proposal.mayNotDecide))
  return lines.join("\n")
}

const drawn = (text: string, indent: string): string[] =>
  text.split(/\r\n|\r|\n/).map((line) => `${indent}${visible(line)}`)
