import { formatCount } from "@/lib/memory/text/sentence"
import { groupBy } from "@/lib/memory/text/aggregates"
import type {
  ProposalSummary,
  DecisionOutcome,
  ProposalDetail,
} from "@/lib/operations/proposals/proposal-outputs"
import {
  command,
  type Command,
  numberIn,
  type Answer,
  type ParsedArguments,
  textIn,
  wrongForm,
} from "../infra/command"
import { listAll } from "../infra/paging"
import { linesOf } from "../memory-files/entry-lines"
import { authorOf, describeProposal } from "./proposal-text"
import { visible } from "../infra/terminal"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { CommandError } from "../infra/exit-codes"

const STATES = [
  "waiting",
  "approved",
  "merged",
  "rejected",
  "withdrawn",
  "expired",
  "decided",
  "all",
] as const

/** Maximum number of proposals in a page of the server. */
const PAGE = 500

export const proposalsCommand: Command = command({
  name: "proposals",
  form: "proposals [--state S] [--project P] [--team T] [--agent A] [--flagged] [--limit N] [--json]",
  about: "list proposals (default: those waiting for review)",
  purpose: "decide",
  words: [0, 0],
  options: {
    state: { value: "S", about: `${STATES.join(", ")} (default: waiting)`, takes: oneOf(STATES) },
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: { value: "T", about: "only this team", takes: TEAM },
    agent: { value: "A", about: "only proposals for this agent's memory", takes: AGENT },
    flagged: {
      about: "only proposals flagged for hidden characters, lookalike letters or instructions to agents",
    },
    limit: {
      value: "N",
      about: "maximum number of proposals (default: all)",
      takes: wholeNumber(1, 1_000_000),
    },
  },
  examples: ["proposals --project ledger", "proposals --state rejected --limit 20 --json"],
  async run({ words: _, values, on, server, screen }) {
    const { limit, ...filters } = values
    const { state } = values
    const most = numberIn(proposalsCommand, "limit", limit, 1_000_000) ?? Infinity
    const flagged = on.has("flagged") ? "1" : undefined
    const { rows: proposals, last } = await listAll({
      screen,
      noun: "proposal",
      atOnce: PAGE,
      most,
      read: (part) => server.call("proposal.list", { ...filters, flagged, findings: "1", ...part }),
      rows: (page) => page.proposals,
      total: (page) => page.total,
    })
    const { total } = last
    const json = {
      proposals: proposals.map(({ author, ...one }) => ({
        ...one,
        author: authorOf({ author }),
        authorKind: author.kind,
      })),
      total,
    }
    if (proposals.length === 0)
      return {
        json,
        text: state === undefined || state === "waiting" ? "No pending proposals." : "No proposals.",
      }
    const groups = [...groupBy(proposals, (one) => `${one.project.name}  ${one.path}`)].map(
      ([place, group]) => `${visible(place)}\n${linesOf(group.map(rowOf), screen.width)}`,
    )
    const closing =
      proposals.length < total
        ? `${proposals.length.toLocaleString("en")} of ${formatCount(total, "proposal")}`
        : formatCount(total, "proposal")
    return { json, text: `${groups.join("\n\n")}\n\n${closing}` }
  },
})

function rowOf(one: ProposalSummary) {
  const state = one.state === "waiting" ? "" : one.state
  const standing = one.standing === null || one.standing === "applies" ? [] : [one.standing]
  return {
    head: [`  ${one.id}`, state, one.kind, authorOf(one), [...standing, ...one.found].slice(0, 2).join(", ")],
    text:
      one.kind === "several"
        ? one.text
            .trim()
            .split(/\s*\n\s*/)
            .join(" · ")
        : one.text,
  }
}

const VERDICTS = ["approve", "reject", "edit", "merge", "undo", "rebase"] as const
type Verdict = (typeof VERDICTS)[number]

type Decided = DecisionOutcome & { readonly proposal: ProposalSummary }

export const reviewCommand: Command = command({
  name: "review",
  form: "review ID [--approve | --reject --reason R | --edit TEXT | --merge ENTRY [--content TEXT] | --undo | --rebase] [--reason R] [--json]",
  about: "show a proposal and its diff, or approve or reject it",
  purpose: "decide",
  words: [1, 1],
  options: {
    approve: { about: "approve the proposal as shown" },
    reject: { about: "reject the proposal, with a --reason, which agents can read" },
    edit: {
      value: "TEXT",
      about: "approve with this text instead (use - to read it from standard input)",
    },
    merge: {
      value: "ENTRY",
      about: "merge the proposal into this entry, and replace the entry's text with --content if given",
    },
    content: {
      value: "TEXT",
      about: "new text for the entry given with --merge (use - to read it from standard input)",
    },
    reason: { value: "R", about: "reason, recorded with the decision" },
    undo: { about: "undo the decision: restore the file and make the proposal pending again" },
    rebase: { about: "rebase the change onto the entry's current text, if both can be merged" },
  },
  notes:
    "Without a decision, the command only shows the proposal. A decision applies to the proposal as shown and fails if the proposal has changed since then.\nOnly people and this machine's owner.token can approve or reject. Other access tokens can only propose.",
  examples: [
    "review 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
    "review 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --approve",
    'review 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --reject --reason "only applies to staging"',
  ],
  async run(given) {
    const verdict = verdictOf(given)
    const [id] = given.words as [string]
    if (verdict === "undo") {
      const undone = await given.server.callOnce("proposal.undo", { proposal: id })
      return {
        json: { ...undone },
        text: `Undone: ${undone.id} is pending again${undone.revision === null ? "" : ` (revision ${undone.revision})`}`,
      }
    }
    if (verdict === "rebase") return shown(await given.server.callOnce("proposal.rebase", { proposal: id }))
    const proposal = await given.server.call("proposal.show", { proposal: id })
    return verdict === null ? shown(proposal) : decide(given, verdict, proposal)
  },
})

function verdictOf({ on, values }: ParsedArguments): Verdict | null {
  const [verdict, other] = VERDICTS.filter((one) => on.has(one) || values[one] !== undefined)
  if (other !== undefined) throw wrongForm(reviewCommand, `--${verdict} and --${other} cannot be combined`)
  if (verdict === "reject" && values.reason === undefined)
    throw wrongForm(
      reviewCommand,
      "--reason is missing: enter a reason, which helps agents avoid similar proposals",
    )
  if (values.content !== undefined && verdict !== "merge")
    throw wrongForm(reviewCommand, "--content requires --merge. To approve with different text, use --edit")
  if (verdict === undefined && values.reason !== undefined)
    throw wrongForm(reviewCommand, "--reason requires a decision, such as --approve")
  return verdict ?? null
}

async function decide(
  { values, server }: ParsedArguments,
  verdict: Exclude<Verdict, "undo" | "rebase">,
  proposal: ProposalDetail,
): Promise<Answer> {
  const given = verdict === "edit" ? values.edit : values.content
  const body = {
    verdict,
    shown: proposal.shown,
    reason: values.reason,
    entry: values.merge,
    ...(given === undefined ? {} : { text: await textIn(given) }),
  }
  const decided = await server
    .callOnce("proposal.review", { proposal: proposal.id, ...body })
    .catch((cause: unknown) => {
      throw refusedOne(cause, proposal)
    })
  return {
    json: { ...decided },
    text: `${describeProposal({ ...proposal, mayNotDecide: null })}\n\n${wordsOf(decided)}${isWithheld(decided) ? `\n${STILL_WITHHELD}` : ""}`,
  }
}

/** True if the approved text is flagged. Only an approval in the browser verifies it, because commands use a token. */
const isWithheld = ({ state, revision, proposal }: Decided): boolean =>
  proposal.flagged && revision !== null && (state === "approved" || state === "merged")
const STILL_WITHHELD =
  "The text is flagged, so agents do not get it until a person verifies it in the browser"

/** Returns the error with the proposal's ID and current state, so that a script needs no second request. */
function refusedOne(cause: unknown, { id, state }: ProposalDetail): unknown {
  if (!(cause instanceof CommandError) || cause.reason === "unavailable") return cause
  const now = cause.more.proposal as ProposalSummary | undefined
  return new CommandError(cause.exit, cause.reason, cause.message, {
    more: { id, state: now?.state ?? state, revision: now?.decided?.revision ?? null, ...cause.more },
    cause,
  })
}

function wordsOf({ state, revision, proposal }: Decided): string {
  const file = visible(proposal.path)
  if (state === "waiting")
    return `${proposal.approvals.given} of ${proposal.approvals.needed} approvals given, ${proposal.approvals.needed - proposal.approvals.given} more needed`
  if (state === "rejected") return `Rejected. ${file} is unchanged`
  return revision === null
    ? `${state === "merged" ? "Merged" : "Approved"}: ${file} already has this text, so nothing was written`
    : `${state === "merged" ? "Merged" : "Approved"} as revision ${revision} of ${file}`
}

function shown(proposal: ProposalDetail): Answer {
  const { author, ...rest } = proposal
  return {
    json: {
      ...rest,
      author: authorOf({ author }),
      authorKind: author.kind,
      revision: proposal.decided?.revision ?? null,
    },
    text: describeProposal(proposal),
  }
}
