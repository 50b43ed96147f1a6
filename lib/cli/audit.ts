import type { AuditEvent } from "@/lib/operations/audit/list"
import { doerOf, sentenceOf } from "@/lib/memory/audit-sentence"
import { exportLog } from "./audit/export"
import { verifyLog } from "./audit/verify"
import { type Command, type Given, numberIn, wrongForm } from "./command"
import { count } from "./table"
import { oneLine } from "./visible"

/** The most the server gives at once. */
const PAGE = 1_000
const FEW = 50

interface Page {
  readonly events: readonly AuditEvent[]
  readonly next: number | null
  readonly total: number
}

export const auditCommand: Command = {
  name: "audit",
  form: "audit [verify | export FILE] [--team T] [--kind K] [--who W] [--by NAME] [--subject TEXT] [--from D] [--to D] [--limit N] [--json]",
  about: "lists what was changed, by whom and when, the newest first; verifies the log, or writes it to a file",
  words: [0, 2],
  options: {
    team: { value: "T", about: "this team’s log; what belongs to no team unless named, and with verify every log that one may see" },
    kind: { value: "K", about: "only this: proposal.approve, or proposal for all that happens to proposals" },
    who: { value: "W", about: "only of a person, a token, an agent or system (Quarterdeck itself)" },
    by: { value: "NAME", about: "only of those whose name has this in it" },
    subject: { value: "TEXT", about: "only what happened to something with this in its name" },
    from: { value: "D", about: "from this day on, as 2026-11-21, or from an instant" },
    to: { value: "D", about: "up to the end of this day, or before an instant" },
    limit: { value: "N", about: `at most so many; ${FEW} unless given` },
  },
  notes:
    "audit verify reckons the chain of hashes anew and ends with 1 where it does not hold. audit export FILE writes one event a line with everything that is hashed, so that\nanyone can verify it without Quarterdeck; docs/decisions/034-audit-chain.md says how. audit verify FILE does so with such a file, and asks no server. Leads read the log of their\nteam, the owner every one.",
  async run(given) {
    const [what, file, ...more] = given.words
    if (what === "verify" && more.length === 0) return verifyLog(given, file)
    if (what === "export" && file !== undefined) return exportLog(given, file)
    if (what !== undefined) throw wrongForm(auditCommand, what === "export" ? "the file to write is missing" : `${JSON.stringify(what)} is neither verify nor export`)
    return listLog(given)
  },
}

async function listLog({ values, server, screen }: Given) {
  const { limit, ...filters } = values
  const most = numberIn(auditCommand, "limit", limit, 1_000_000) ?? FEW
  const events: AuditEvent[] = []
  let total = 0
  for (let before: number | undefined; events.length < most; ) {
    const page: Page = await server.get<Page>("/audit", { ...filters, limit: Math.min(PAGE, most - events.length), before })
    events.push(...page.events)
    total = page.total
    if (page.next === null) break
    before = page.next
    screen.progress(`Reading ${events.length.toLocaleString("en")} of ${count(total, "event")}`)
  }
  screen.progress(null)
  if (events.length === 0) return { json: { events, total }, text: "No event is like that." }
  const closing = events.length < total ? `${events.length.toLocaleString("en")} of ${count(total, "event")}; --limit shows more` : count(total, "event")
  return { json: { events, total }, text: `${events.map(lineOf).join("\n")}\n\n${closing}` }
}

/** "2026-11-22 05:12  Ana Reyes approved 3 proposals in architecture/MEMORY.md  [proposal.approve]" */
function lineOf(event: AuditEvent): string {
  const { name, through } = doerOf(event)
  const { before, subject, after } = sentenceOf(event)
  return `${event.at.slice(0, 16).replace("T", " ")}  ${oneLine(`${name}${through === null ? "" : ` (${through})`} ${before}${subject ?? ""}${after}`)}  [${event.kind}]`
}
