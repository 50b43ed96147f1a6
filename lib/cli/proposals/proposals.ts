import { groupBy } from "@/lib/memory/text/group"
import type { ProposalSummary } from "@/lib/operations/proposals/proposal-outputs"
import { command, type Command, numberIn } from "../infra/command"
import { listAll } from "../infra/paging"
import { linesOf } from "../memory-files/entry-lines"
import { authorOf } from "./proposal-text"
import { count } from "../infra/table"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

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
        ? `${proposals.length.toLocaleString("en")} of ${count(total, "proposal")}`
        : count(total, "proposal")
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
