import type { ProposalDetail, ProposalSummary } from "@/lib/operations/proposals/proposal-outputs"
import { table, oneLine, visible } from "../infra/terminal"

export type Finding = ProposalDetail["findings"][number]

/** Returns one line for each finding, in the server's order, most severe first. */
export function findingLines(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return []
  return table(findings.map((one) => [`  ${one.severity}`, one.kind, oneLine(one.message)])).split("\n")
}

/** Returns the display name of the author. */
export function authorOf({ author }: Pick<ProposalSummary, "author">): string {
  return author.agent ?? author.name
}

/**
 * Returns a proposal as text for the reviewer: author, change, findings, and the effect of approving it or
 * why it cannot be approved.
 */
export function describeProposal(proposal: ProposalDetail): string {
  return [
    ...headLines(proposal),
    "",
    ...changeLines(proposal),
    ...(proposal.findings.length > 0 ? ["", ...findingLines(proposal.findings)] : []),
    ...decisionLines(proposal),
    ...rebaseLines(proposal),
    ...approvalLines(proposal),
  ].join("\n")
}

function headLines(proposal: ProposalDetail): string[] {
  const { id, state, kind, section, reason, evidence } = proposal
  const others = proposal.supportedBy.slice(1).map((one) => one.name)
  const support = others.length > 0 ? `, supported by ${oneLine(others.join(", "))}` : ""
  return [
    `${id}  ${state}  ${kind}${section === null ? "" : ` in ${oneLine(section)}`}`,
    `by ${oneLine(authorOf(proposal))}${support}${reason ? `: ${oneLine(reason)}` : ""}`,
    ...(evidence === null ? [] : [`Evidence: ${oneLine(evidence)}`]),
  ]
}

function changeLines({ project, path, fullText, diff, decided }: ProposalDetail): string[] {
  const where = `${oneLine(project.name)}  `
  if (diff === null) return [`${where}${visible(path)}`, ...drawn(fullText, "  ")]
  const lines = differences(diff.before, diff.after, diff.line).map((line) => visible(line))
  return [`${where}${visible(decided?.path || path)}`, ...lines]
}

function decisionLines({ decided }: ProposalDetail): string[] {
  if (!decided) return []
  const { verdict, by, rule, reason, revision } = decided
  const author = oneLine(rule === null ? by : `the rule “${rule}”`)
  const result = revision === null ? "" : ` (revision ${revision})`
  return ["", `${verdict} by ${author}${reason ? `: ${oneLine(reason)}` : ""}${result}`]
}

/**
 * Returns lines with the current text of an entry that changed after the proposal, and the merged text if
 * there is one. Empty if no rebase is needed.
 */
function rebaseLines({ standing, rebase }: ProposalDetail): string[] {
  if (standing !== "needs-rebase" || !rebase) return []
  return [
    "",
    "The entry has changed. Its current text:",
    ...drawn(rebase.now, "  "),
    ...(rebase.merged === null
      ? ["The entry and the proposal changed the same text. To approve, pass the final text with --edit"]
      : ["Result of --rebase, with both changes:", ...drawn(rebase.merged, "  ")]),
  ]
}

function approvalLines({ state, hindrance, consequence, approvals, mayNotDecide }: ProposalDetail): string[] {
  const lines: string[] = []
  const given = approvals.needed > 1 ? ` (${approvals.given} of ${approvals.needed} approvals so far)` : ""
  if (hindrance !== null) lines.push("", `Cannot be approved: ${oneLine(hindrance)}`)
  else if (state === "waiting") lines.push("", `If approved: ${oneLine(consequence)}${given}`)
  if (state === "waiting" && mayNotDecide !== null) lines.push(oneLine(mayNotDecide))
  return lines
}

const drawn = (text: string, indent: string): string[] =>
  text.split(/\r\n|\r|\n/).map((line) => `${indent}${visible(line)}`)

/**
 * Maximum number of cells in the table that compares lines. Larger texts are shown as removed and added
 * completely.
 */
const MOST_CELLS = 1_000_000

/**
 * Returns the lines of a diff with line numbers of the new text: " 12   same", "   - removed", " 13 + added".
 * `line`: number of the first line.
 */
function differences(before: readonly string[], after: readonly string[], line: number): string[] {
  const kept = before.length * after.length > MOST_CELLS ? [] : longestCommon(before, after)
  const width = String(line + after.length).length
  const lines: string[] = []
  let [old, fresh] = [0, 0]
  const row = (mark: string, text: string, number: number | null) =>
    lines.push(`${(number === null ? "" : String(number)).padStart(width)} ${mark} ${text}`.trimEnd())
  for (const [oldAt, freshAt] of [...kept, [before.length, after.length] as const]) {
    for (; old < oldAt; old += 1) row("-", before[old] ?? "", null)
    for (; fresh < freshAt; fresh += 1) row("+", after[fresh] ?? "", line + fresh)
    if (old < before.length && fresh < after.length) row(" ", after[fresh] ?? "", line + fresh)
    old += 1
    fresh += 1
  }
  return lines
}

/** Returns the positions of a longest common subsequence of lines in both texts. */
function longestCommon(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const at = (old: number, fresh: number) => lengths[old]?.[fresh] ?? 0
  for (let old = before.length - 1; old >= 0; old -= 1) {
    const row = lengths[old] as Uint32Array
    for (let fresh = after.length - 1; fresh >= 0; fresh -= 1)
      row[fresh] =
        before[old] === after[fresh]
          ? at(old + 1, fresh + 1) + 1
          : Math.max(at(old + 1, fresh), at(old, fresh + 1))
  }
  const kept: [number, number][] = []
  for (let old = 0, fresh = 0; old < before.length && fresh < after.length;) {
    if (before[old] === after[fresh]) kept.push([old++, fresh++])
    else if (at(old + 1, fresh) >= at(old, fresh + 1)) old += 1
    else fresh += 1
  }
  return kept
}
