import type { OutputOf } from "@/lib/http/contract"
import { RECEIPT_STANDINGS, type ReceiptStanding } from "@/lib/memory/deliveries/delivery-status"
import { command, type Command } from "../infra/command"
import { listAll } from "../infra/paging"
import { table } from "../infra/table"
import { AGENT, oneOf, PROJECT, TEAM } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

type Page = OutputOf<"receipt.standing">
type Row = Page["agents"][number]

/** Maximum number of agents in a page of the server. */
const PAGE = 1_000

export const receiptsCommand: Command = command({
  name: "receipts",
  form: "receipts [--project P] [--agent A] [--harness H] [--state S] [--team T] [--json]",
  about: "list the last delivery for each agent and harness, and what has changed since",
  purpose: "agents",
  words: [0, 0],
  options: {
    project: { value: "P", about: "only this project", takes: PROJECT },
    agent: { value: "A", about: "only this agent", takes: AGENT },
    harness: {
      value: "H",
      about: "only this harness: claude-code, codex, …; unnamed for deliveries without a harness name",
    },
    state: {
      value: "S",
      about: `${RECEIPT_STANDINGS.join(", ")} (default: all)`,
      takes: oneOf(RECEIPT_STANDINGS),
    },
    team: { value: "T", about: "only this team", takes: TEAM },
  },
  notes:
    "Agents whose memory was never loaded come first, then outdated deliveries. An agent's own writes do not make its deliveries outdated.",
  examples: ["receipts --project ledger", "receipts --state old --json"],
  async run({ values, server, screen }) {
    const { rows: agents, last } = await listAll({
      screen,
      noun: "agent",
      atOnce: PAGE,
      read: (part) => server.call("receipt.standing", { ...values, ...part }),
      rows: (page) => page.agents,
      total: (page) => page.totals.agents,
    })
    const { harnesses, totals } = last
    return { json: { agents, harnesses, totals }, text: wordsOf(agents, totals) }
  },
})

function wordsOf(agents: readonly Row[], totals: Page["totals"]): string {
  const summary = RECEIPT_STANDINGS.filter((one) => totals[one] > 0)
    .map((one) => `${totals[one].toLocaleString("en")} ${WORDS[one]}`)
    .join(", ")
  if (agents.length === 0) return totals.agents === 0 ? "No agents." : `No agents in this state. ${summary}`
  return `${table([["AGENT", "PROJECT", "HARNESS", "STATE", "LOADED", "SESSION"], ...agents.flatMap(linesOf)])}\n\n${summary}`
}

const WORDS: Record<ReceiptStanding, string> = {
  never: "never",
  old: "old",
  current: "current",
  "opted-out": "opted out",
}

/** Returns a row for each harness that loaded the agent's memory, or one row if none did. */
function linesOf({ agent, project, standing, known, harnesses }: Row): string[][] {
  const whose = [visible(agent), visible(project.name)]
  const seen = harnesses.filter((one) => one.last !== null)
  if (seen.length === 0) return [[...whose, "", WORDS[standing], "", ""]]
  return seen.map(({ harness, standing: is, behind, unknown, last }) => {
    const words = [
      is === "old" ? `changed files: ${behind}` : WORDS[is],
      ...(unknown > 0 ? [`unknown files on disk: ${unknown}`] : []),
      ...(known ? [] : ["not in the fleet"]),
    ]
    return [
      ...whose,
      visible(harness ?? "unnamed"),
      words.join(", "),
      last === null ? "" : last.at.slice(0, 16).replace("T", " "),
      visible(last?.session ?? ""),
    ]
  })
}
