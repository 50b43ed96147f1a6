import type { OutputOf } from "@/lib/http/contract"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import type { Answer, ParsedArguments } from "../infra/command"
import { refuse, wrongArguments } from "../infra/exit-codes"
import { count, table } from "../infra/table"
import { visible } from "../infra/terminal-text"

type Verified = OutputOf<"audit.verify">

/**
 * Verifies the log on the server, or an exported file without a server. Throws with the position of the first
 * broken event.
 */
export async function verifyLog(
  { values, server }: ParsedArguments,
  file: string | undefined,
): Promise<Answer> {
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
    text: `${table([["log", "events", "last hash"], ...chains])}\n\n${count(found.events, "event")} verified`,
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
      const hash = createHash("sha256")
        .update(JSON.stringify([before, ...FIELDS.map((name) => event[name])]))
        .digest("hex")
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
