import { sha256OfJson } from "@/lib/files/sha256"
import { formatCount } from "@/lib/memory/text/sentence"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { open } from "node:fs/promises"
import type { AuditEvent } from "@/lib/operations/audit/audit-log"
import { actorOfEvent, sentenceOf } from "@/lib/memory/audit/audit-sentence"
import type { OutputOf } from "@/lib/http/contract"
import { command, type Command, type ParsedArguments, numberIn, type Answer } from "./infra/command"
import { listAll, eachPage } from "./infra/paging"
import { oneLine, table, visible } from "./infra/terminal"
import { DAY, FILE, oneOf, TEAM, wholeNumber } from "./infra/option-values"
import { refuse, wrongArguments } from "./infra/exit-codes"

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
      ? `${events.length.toLocaleString("en")} of ${formatCount(total, "event")}. Use --limit to show more`
      : formatCount(total, "event")
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

type Verified = OutputOf<"audit.verify">

/**
 * Verifies the log on the server, or an exported file without a server. Throws with the position of the first
 * broken event.
 */
async function verifyLog({ values, server }: ParsedArguments, file: string | undefined): Promise<Answer> {
  const found =
    file === undefined ? await server.call("audit.verify", { team: values.team }) : await verifyFile(file)
  if (found.brokenAt)
    throw refuse(
      "broken",
      `the audit log of ${found.brokenAt.team ?? "the deployment"} is broken: ${found.brokenAt.why}`,
      found,
    )
  const chains = found.chains.map((one) => [one.team ?? "(the deployment)", one.events, one.hash ?? ""])
  return {
    json: found,
    text: `${table([["log", "events", "last hash"], ...chains])}\n\n${formatCount(found.events, "event")} verified`,
  }
}

const ZEROS = "0".repeat(64)
const FIELDS = [
  "link",
  "team",
  "number",
  "at",
  "actorKind",
  "actorId",
  "actorName",
  "kind",
  "subject",
  "detail",
] as const

/**
 * Verifies an exported chain line by line. Links count up from 1, and each hash covers the event and the
 * previous hash.
 */
async function verifyFile(file: string): Promise<Verified> {
  let [before, events, team]: [string, number, string | null] = [ZEROS, 0, null]
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  try {
    for await (const line of lines) {
      if (line === "") continue
      const event = read(line, `${file}:${events + 1}`)
      team = event.team ?? null
      const hash = sha256OfJson([before, ...FIELDS.map((name) => event[name])])
      const why = faultOf(event, { link: String(events + 1), hash })
      if (why !== null)
        return {
          ok: false,
          events,
          brokenAt: {
            team: visible(team ?? "the deployment"),
            link: events + 1,
            at: event.at ?? null,
            why: visible(why),
          },
          chains: [],
        }
      before = hash
      events += 1
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause
    throw wrongArguments(`${file} cannot be read: ${(cause as Error).message}`)
  }
  const hash = events === 0 ? null : before
  return { ok: true, events, brokenAt: null, chains: [{ team, events, hash, brokenAt: null }] }
}

/**
 * Returns why an event does not continue the chain, or null. `expected`: the next link, and the computed
 * hash.
 */
function faultOf(
  event: Readonly<Record<string, string | null>>,
  expected: { readonly link: string; readonly hash: string },
): string | null {
  if (event.link !== expected.link) return `line ${expected.link} contains event ${event.link}`
  return expected.hash === event.hash ? null : `event ${event.link} does not match its hash`
}

function read(line: string, place: string): Readonly<Record<string, string | null>> {
  try {
    const event: unknown = JSON.parse(line)
    if (typeof event === "object" && event !== null) return event as Record<string, string | null>
  } catch {
    // Reported below.
  }
  throw wrongArguments(`${place}: not a line from an exported audit log`)
}

/**
 * Writes the audit log of a team, or of the deployment, to a new file, one event a line. Never overwrites a
 * file.
 */
async function exportLog({ values, server, screen }: ParsedArguments, file: string): Promise<Answer> {
  const pages = eachPage((after) => server.call("audit.export", { team: values.team, after }))
  const first = await pages.next() // No file is created if the server refuses.
  const target = await open(file, "wx", 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw wrongArguments(
      cause.code === "EEXIST"
        ? `${file} already exists. Choose another name`
        : `${file} cannot be written: ${cause.message}`,
    )
  })
  const hash = createHash("sha256")
  let events = 0
  let last = ""
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      const { events: some } = page.value
      const text = some.map((event) => `${JSON.stringify(event)}\n`).join("")
      await target.write(text)
      hash.update(text)
      events += some.length
      last = some.at(-1)?.hash ?? last
      screen.progress(`Wrote ${formatCount(events, "event")}`)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  screen.progress(null)
  return {
    json: { file, events, hash: last || null, sha256: hash.digest("hex") },
    text: `${visible(file)}: ${formatCount(events, "event")}${last ? `, last hash ${last}` : ""}`,
  }
}
