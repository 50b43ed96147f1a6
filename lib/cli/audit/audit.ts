import type { AuditEvent } from "@/lib/operations/audit/list"
import { actorOfEvent, sentenceOf } from "@/lib/memory/audit/audit-sentence"
import { exportLog } from "./export"
import { verifyLog } from "./verify"
import { command, type Command, type ParsedArguments, numberIn } from "../infra/command"
import { listAll } from "../infra/paging"
import { count } from "../infra/table"
import { DAY, FILE, oneOf, TEAM, wholeNumber } from "../infra/option-values"
import { oneLine } from "../infra/terminal-text"

/** Maximum number of events in a page of the server. */
const PAGE = 1_000
const FEW = 50

const OF_TEAM = {
  value: "T",
  about: "this team's log (default: events outside any team)",
  takes: TEAM,
}

export const auditCommand: Command = command({
  name: "audit",
  form: "audit [--team T] [--kind K] [--who W] [--by NAME] [--subject TEXT] [--from D] [--to D] [--limit N] [--json]",
  about: "list who changed what and when, newest first",
  purpose: "decide",
  words: [0, 0],
  options: {
    team: OF_TEAM,
    kind: {
      value: "K",
      about: "only events of this kind: proposal.approve, or proposal for all proposal events",
    },
    who: {
      value: "W",
      about: "only events by this kind of actor: person, token, agent or system (Quarterdeck itself)",
      takes: oneOf(["person", "token", "agent", "system"]),
    },
    by: { value: "NAME", about: "only events by people, tokens or agents whose name contains this text" },
    subject: { value: "TEXT", about: "only events whose subject contains this text" },
    from: { value: "D", about: "from this date (2026-11-21) or time", takes: DAY },
    to: { value: "D", about: "up to and including this date, or before this time", takes: DAY },
    limit: {
      value: "N",
      about: `maximum number of events (default: ${FEW})`,
      takes: wholeNumber(1, 1_000_000),
    },
  },
  notes: "Leads can read their team's log. The owner can read all logs.",
  examples: ["audit --team core --kind proposal --from 2026-11-20", "audit --who person --by ana --json"],
  run: listLog,
})

export const auditVerifyCommand: Command = command({
  name: "audit verify",
  form: "audit verify [FILE] [--team T] [--json]",
  about: "verify the hash chain of the audit log or of an exported file",
  purpose: "decide",
  words: [0, 1],
  takes: [FILE],
  options: { team: { ...OF_TEAM, about: "this team's log (default: all logs that you can read)" } },
  notes:
    "Exits with 1 if the chain is broken. With a FILE from audit export, no server is needed. docs/decisions/034-audit-chain.md specifies the hashed text, so that anyone can verify the chain without Quarterdeck.",
  examples: ["audit verify", "audit verify core.jsonl"],
  run: (given) => verifyLog(given, given.words[0]),
})

export const auditExportCommand: Command = command({
  name: "audit export",
  form: "audit export FILE [--team T] [--json]",
  about: "export the audit log to a new file, one event per line, with all hashed fields",
  purpose: "decide",
  words: [1, 1],
  takes: [FILE],
  options: { team: OF_TEAM },
  examples: ["audit export core.jsonl --team core"],
  run: (given) => exportLog(given, given.words[0] as string),
})

async function listLog({ values, server, screen }: ParsedArguments) {
  const { limit, ...filters } = values
  const most = numberIn(auditCommand, "limit", limit, 1_000_000) ?? FEW
  const { rows: events, last } = await listAll({
    screen,
    noun: "event",
    atOnce: PAGE,
    most,
    read: ({ limit: some, after }) => server.call("audit.list", { ...filters, limit: some, before: after }),
    rows: (page) => page.events,
    total: (page) => page.total,
  })
  const { total } = last
  if (events.length === 0) return { json: { events, total }, text: "No matching events." }
  const closing =
    events.length < total
      ? `${events.length.toLocaleString("en")} of ${count(total, "event")}. Use --limit to show more`
      : count(total, "event")
  return { json: { events, total }, text: `${events.map(lineOf).join("\n")}\n\n${closing}` }
}

/**
 * Returns an event as a line: "2026-11-22 05:12  Ana Reyes approved 3 proposals in architecture/MEMORY.md
 * [proposal.approve]".
 */
function lineOf(event: AuditEvent): string {
  const { name, through } = actorOfEvent(event)
  const { before, subject, after } = sentenceOf(event)
  return `${event.at.slice(0, 16).replace("T", " ")}  ${oneLine(`${name}${through === null ? "" : ` (${through})`} ${before}${subject ?? ""}${after}`)}  [${event.kind}]`
}
