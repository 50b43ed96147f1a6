import type { OutputOf } from "@/lib/http/contract"
import { groupBy } from "@/lib/memory/text/group"
import type { ProposalSummary } from "@/lib/operations/proposals/proposal-outputs"
import { type Command, numberIn } from "../infra/command"
import { linesOf } from "../memory-files/entry-lines"
import { authorOf } from "./proposal-text"
import type { Server } from "../infra/server"
import { count } from "../infra/table"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { visible } from "../infra/visible"

const STATES = ["waiting", "approved", "merged", "rejected", "withdrawn", "expired", "decided", "all"]

/** Largest page of the server. */
const PAGE = 500

type Page = OutputOf<"proposal.list">

export const proposalsCommand: Command = {
  name: "proposals",
  form: "proposals [--state S] [--project P] [--team T] [--agent A] [--flagged] [--limit N] [--json]",
  about: "list proposals (default: waiting)",
  purpose: "decide",
  words: [0, 0],
  options: {
    state: { value: "S", about: `${STATES.join(", ")} (default: waiting)`, takes: oneOf(STATES) },
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: { value: "T", about: "only this team", takes: TEAM },
    agent: { value: "A", about: "only for this agent's memory", takes: AGENT },
    flagged: {
      about: "only flagged: hidden characters, lookalike letters, instructions to agents",
    },
    limit: { value: "N", about: "maximum number (default: all)", takes: wholeNumber(1, 1_000_000) },
  },
  examples: ["proposals --project ledger", "proposals --state rejected --limit 20 --json"],
  async run({ words: _, values, on, server, screen }) {
    const { state, limit, ...filters } = values
    const most = numberIn(proposalsCommand, "limit", limit, 1_000_000) ?? Infinity
    const query = { ...filters, state, ...(on.has("flagged") ? { flagged: 1 } : {}) }
    const { proposals, total } = await listAll(server, query, most, (read, all) =>
      screen.progress(`Reading ${read.toLocaleString("en")} of ${count(all, "proposal")}`),
    )
    screen.progress(null)
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
        text: state === undefined || state === "waiting" ? "No proposals are waiting." : "No proposals.",
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
}

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

async function listAll(
  server: Server,
  query: Readonly<Record<string, string | number | undefined>>,
  most: number,
  tell: (read: number, all: number) => void,
) {
  const proposals: Page["proposals"][number][] = []
  for (let after: string | undefined; ;) {
    const page = await server.call("proposal.list", {
      ...query,
      findings: "1",
      limit: Math.min(PAGE, most - proposals.length),
      after,
    })
    proposals.push(...page.proposals)
    if (page.next === null || proposals.length >= most) return { proposals, total: page.total }
    tell(proposals.length, page.total)
    after = page.next
  }
}
