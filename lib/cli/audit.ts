import type { AuditEvent } from "@/lib/operations/audit/list"
import { doerOf, sentenceOf } from "@/lib/memory/audit-sentence"
import { exportLog } from "./audit/export"
import { verifyLog } from "./audit/verify"
import { type Command, type Given, numberIn } from "./command"
import { count } from "./table"
import { DAY, FILE, oneOf, TEAM, wholeNumber } from "./taken"
import { oneLine } from "./visible"

/** The most the server gives at once. */
const PAGE = 1_000
const FEW = 50

interface Page {
  readonly events: readonly AuditEvent[]
  readonly next: number | null
  readonly total: number
}

const OF_TEAM = {
  value: "T",
  about: "the log of this team; what belongs to no team unless named",
  takes: TEAM,
}

export const auditCommand: Command = {
  name: "audit",
  form: "audit [--team T] [--kind K] [--who W] [--by NAME] [--subject TEXT] [--from D] [--to D] [--limit N] [--json]",
  about: "lists what was changed, by whom and when, the newest first",
  purpose: "decide",
  words: [0, 0],
  options: {
    team: OF_TEAM,
    kind: { value: "K", about: "only this: proposal.approve, or proposal for all that happens to proposals" },
    who: {
      value: "W",
      about: "only of a person, a token, an agent or system (Quarterdeck itself)",
      takes: oneOf(["person", "token", "agent", "system"]),
    },
    by: { value: "NAME", about: "only of those whose name has this in it" },
    subject: { value: "TEXT", about: "only what happened to something with this in its name" },
    from: { value: "D", about: "from this day on, as 2026-11-21, or from an instant", takes: DAY },
    to: { value: "D", about: "up to the end of this day, or before an instant", takes: DAY },
    limit: { value: "N", about: `at most so many; ${FEW} unless given`, takes: wholeNumber(1, 1_000_000) },
  },
  notes: "Leads read the log of their team, the owner every one.",
  examples: ["audit --team core --kind proposal --from 2026-11-20", "audit --who person --by ana --json"],
  run: listLog,
}

export const auditVerifyCommand: Command = {
  name: "audit verify",
  form: "audit verify [FILE] [--team T] [--json]",
  about: "reckons the audit log's chain of hashes anew, here or of an exported file",
  purpose: "decide",
  words: [0, 1],
  takes: [FILE],
  options: { team: { ...OF_TEAM, about: "the log of this team; every log that one may see unless named" } },
  notes:
    "Ends with 1 where the chain does not hold. With a FILE that audit export wrote it asks no server. docs/decisions/034-audit-chain.md says what is hashed, so that anyone can verify it without Quarterdeck.",
  examples: ["audit verify", "audit verify core.jsonl"],
  run: (given) => verifyLog(given, given.words[0]),
}

export const auditExportCommand: Command = {
  name: "audit export",
  form: "audit export FILE [--team T] [--json]",
  about: "writes the audit log to a new file, one event a line, with all that is hashed",
  purpose: "decide",
  words: [1, 1],
  takes: [FILE],
  options: { team: OF_TEAM },
  examples: ["audit export core.jsonl --team core"],
  run: (given) => exportLog(given, given.words[0] as string),
}

async function listLog({ values, server, screen }: Given) {
  const { limit, ...filters } = values
  const most = numberIn(auditCommand, "limit", limit, 1_000_000) ?? FEW
  const events: AuditEvent[] = []
  let total = 0
  for (let before: number | undefined; events.length < most;) {
    const page: Page = await server.get<Page>("/audit", {
      ...filters,
      limit: Math.min(PAGE, most - events.length),
      before,
    })
    events.push(...page.events)
    total = page.total
    if (page.next === null) break
    before = page.next
    screen.progress(`Reading ${events.length.toLocaleString("en")} of ${count(total, "event")}`)
  }
  screen.progress(null)
  if (events.length === 0) return { json: { events, total }, text: "No event is like that." }
  const closing =
    events.length < total
      ? `${events.length.toLocaleString("en")} of ${count(total, "event")}; --limit shows more`
      : count(total, "event")
  return { json: { events, total }, text: `${events.map(lineOf).join("\n")}\n\n${closing}` }
}

/** "2026-11-22 05:12  Ana Reyes approved 3 proposals in architecture/MEMORY.md  [proposal.approve]" */
function lineOf(event: AuditEvent): string {
  const { name, through } = doerOf(event)
  const { before, subject, after } = sentenceOf(event)
  return `${event.at.slice(0, 16).replace("T", " ")}  ${oneLine(`${name}${through === null ? "" : ` (${through})`} ${before}${subject ?? ""}${after}`)}  [${event.kind}]`
}
