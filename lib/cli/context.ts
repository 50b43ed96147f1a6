import { formatCount } from "@/lib/memory/text/sentence"
import type { ContextView } from "@/lib/operations/context/context-outputs"
import type { OutputOf } from "@/lib/http/contract"
import { RECEIPT_STANDINGS, type ReceiptStanding } from "@/lib/memory/deliveries/delivery-status"
import { command, type Command, wrongForm } from "./infra/command"
import { citation, linesOf } from "./memory-files/entry-lines"
import { CONTEXT_OPTIONS, PLACE_OPTIONS } from "./infra/team-and-project"
import { visible, visibleLines, table } from "./infra/terminal"
import { AGENT, oneOf, PROJECT, wholeNumber, TEAM } from "./infra/option-values"
import { listAll } from "./infra/paging"

export const contextCommand: Command = command({
  name: "context",
  form: "context [AGENT] [--project P] [--task T] [--budget N] [--limit N] [--format text|markdown|json|lines] [--override-global] [--left-out] [--team T] [--json]",
  about: "print the context an agent receives: the best entries within a budget, with file and line",
  purpose: "agents",
  words: [0, 1],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    ...CONTEXT_OPTIONS,
    "override-global": {
      about: "rank global memory above project and team memory where they contradict each other",
    },
    "left-out": { about: "also list what was left out, and why" },
  },
  notes:
    "Without AGENT, uses the access token's agent.\n\nCombines AGENT's own memory with category, project, team and global memory. Entries are ranked by 0.4 confidence + 0.3 recency + 0.3 access frequency. Without a task, half of the budget is reserved for AGENT's own memory and its category's memory. Newly approved entries count as frequently accessed. Retired, forgotten and outranked entries are left out. Entries that read like instructions to the agent are left out until a person verifies them. --format lines, meant for planners, prints one item per line: up to five of the most recent runs from the run cache, then entries. An agent without memory receives the memory that all agents in the project load.",
  examples: [
    "context unit-tester --project ledger",
    "context unit-tester --project ledger --task 'make webhooks retry' --budget 800",
    "context planner --project ledger --format lines --limit 5",
  ],
  async run({ words, values, on, server, screen }) {
    const context = await server.call("context.show", {
      ...values,
      agent: words[0],
      overrideGlobal: on.has("override-global") ? "true" : undefined,
    })
    const { name, boundTo } = context.as
    if (boundTo !== null) screen.say(`Signed in as ${visible(name)}, restricted to ${visible(boundTo)}`)
    for (const note of context.notes) screen.say(note)
    const text = textOf(context)
    return {
      json: { ...context },
      text: on.has("left-out") ? [text, leftOutOf(context, screen.width)].join("\n\n") : text,
    }
  },
})

/** Returns the context, or why the agent receives none. */
function textOf({ agent, project, optedOut, text, leftOut, leftOutCounts }: ContextView): string {
  if (optedOut) return `${visible(agent)} has opted out of memory and receives none.`
  if (text !== "") return visibleLines(text)
  if ((leftOutCounts.budget ?? 0) > 0)
    return `${visible(agent)} receives no memory: the budget is too small for any entry. Use a larger --budget.`
  const hint = leftOut.length > 0 ? " that can be included. Use --left-out to list the omitted entries" : ""
  return `${visible(agent)} receives no memory: ${visible(project)} has none${hint}.`
}

function leftOutOf({ leftOut }: ContextView, width: number): string {
  if (leftOut.length === 0) return "Nothing was left out."
  const rows = leftOut.map((one) => ({
    head: [one.line === null ? one.path : citation({ path: one.path, line: one.line }), one.why],
    text: one.text ?? "",
  }))
  return `${linesOf(rows, width)}\n\n${formatCount(leftOut.length, "entry")} left out`
}

export const rankCommand: Command = command({
  name: "rank",
  form: "rank [--project P] [--agent A] [--limit N] [--ids] [--team T] [--json]",
  forms: ["rank project ID [--agent A] [--limit N] [--json]"],
  about: "list entries by rank, with the components of each score",
  purpose: "read",
  needsProject: ({ words }) => words.length === 0,
  words: [0, 2],
  takes: [oneOf(["project"]), PROJECT],
  options: {
    ...PLACE_OPTIONS,
    agent: {
      value: "A",
      about: "only memory that this agent loads (default: memory that any agent in the project loads)",
      takes: AGENT,
    },
    limit: { value: "N", about: "maximum number of entries (default: 20)", takes: wholeNumber(1, 500) },
    ids: { about: "include each entry's ID, for use with forget, restore and propose" },
  },
  notes:
    "Columns: score, confidence, recency, access frequency. Score = 0.4 confidence + 0.3 recency + 0.3 access frequency.",
  examples: ["rank --project ledger --agent unit-tester", "rank project ledger --limit 5 --json"],
  async run({ words, values, on, server, screen }) {
    const [scope, id] = words
    if (scope !== undefined && id === undefined)
      throw wrongForm(rankCommand, "ID is missing: enter the project")
    if (id !== undefined && values.project !== undefined)
      throw wrongForm(rankCommand, "--project and ID cannot be combined")
    const { entries, notes, ...place } = await server.call("context.rank", {
      ...values,
      project: id ?? values.project,
    })
    for (const note of notes) screen.say(note)
    const rows = entries.map(({ id: entry, score, parts, path, line, text }) => ({
      head: [
        ...[score, parts.confidence, parts.recency, parts.frequency].map((part) => part.toFixed(2)),
        ...(on.has("ids") ? [entry] : []),
        citation({ path, line }),
      ],
      text,
    }))
    return {
      json: { ...place, notes, entries },
      text:
        entries.length === 0
          ? "No entries."
          : `${linesOf(rows, screen.width)}\n\n${formatCount(entries.length, "entry")}`,
    }
  },
})

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
  return `${table([["AGENT", "PROJECT", "HARNESS", "STATE", "LOADED", "SESSION"], ...agents.flatMap(rowsOf)])}\n\n${summary}`
}

const WORDS: Record<ReceiptStanding, string> = {
  never: "never loaded",
  old: "outdated",
  current: "up to date",
  "opted-out": "opted out",
}

/** Returns a row for each harness that loaded the agent's memory, or one row if none did. */
function rowsOf({ agent, project, standing, known, harnesses }: Row): string[][] {
  const whose = [visible(agent), visible(project.name)]
  const seen = harnesses.filter((one) => one.last !== null)
  if (seen.length === 0) return [[...whose, "", WORDS[standing], "", ""]]
  return seen.map(({ harness, standing: is, behind, unknown, last }) => {
    const words = [
      is === "old" ? `changed files: ${behind}` : WORDS[is],
      ...(unknown > 0 ? [`unknown files on disk: ${unknown}`] : []),
      ...(known ? [] : ["unknown agent"]),
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
