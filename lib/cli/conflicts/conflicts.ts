import { groupBy } from "@/lib/memory/text/group"
import { command, type Command, numberIn } from "../infra/command"
import { listAll } from "../infra/paging"
import { conflictJson, linesOfConflict } from "./conflict-text"
import { count } from "../infra/table"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

const KINDS = ["same-scope", "cross-scope", "file"] as const
const STATES = ["open", "resolved", "dismissed", "gone", "decided", "all"] as const

/** Maximum number of conflicts in a page of the server. */
const PAGE = 500

export const conflictsCommand: Command = command({
  name: "conflicts",
  form: "conflicts [--kind K] [--state S] [--project P] [--team T] [--agent A] [--limit N] [--json]",
  about: "list conflicts with their causes and the agents affected",
  purpose: "decide",
  words: [0, 0],
  options: {
    kind: { value: "K", about: KINDS.join(", "), takes: oneOf(KINDS) },
    state: { value: "S", about: `${STATES.join(", ")} (default: open)`, takes: oneOf(STATES) },
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: { value: "T", about: "only this team", takes: TEAM },
    agent: { value: "A", about: "only conflicts in memory that this agent loads", takes: AGENT },
    limit: {
      value: "N",
      about: "maximum number of conflicts (default: all)",
      takes: wholeNumber(1, 1_000_000),
    },
  },
  examples: ["conflicts --project ledger", "conflicts --kind file --state all --json"],
  async run({ values, server, screen }) {
    const { limit, ...filters } = values
    const { state } = values
    const most = numberIn(conflictsCommand, "limit", limit, 1_000_000) ?? Infinity
    const { rows: conflicts, last } = await listAll({
      screen,
      noun: "conflict",
      atOnce: PAGE,
      most,
      read: (part) => server.call("conflict.list", { ...filters, ...part }),
      rows: (page) => page.conflicts,
      total: (page) => page.total,
    })
    const { total } = last
    const json = { conflicts: conflicts.map(conflictJson), total }
    if (conflicts.length === 0)
      return {
        json,
        text: state === undefined || state === "open" ? "No conflicts." : "No conflicts in this state.",
      }
    const groups = [...groupBy(conflicts, (one) => `${one.project.name}  ${one.path}`)].map(
      ([place, group]) =>
        `${visible(place)}\n${group.map((one) => linesOfConflict(one).join("\n")).join("\n\n")}`,
    )
    return {
      json,
      text: `${groups.join("\n\n")}\n\n${conflicts.length < total ? `${conflicts.length.toLocaleString("en")} of ` : ""}${count(total, "conflict")}`,
    }
  },
})
