import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { runOperation } from "@/lib/operations/operation"
import { type Callers, givenCallers } from "../../support/hostile/callers"
import { everythingStored, foundIn, listenToProcess } from "../../support/hostile/stored-values"
import {
  DECISION_FIELDS,
  NAME_FIELDS,
  PROPOSAL_FIELDS,
  type Stage,
  type TextField,
  WRITING_FIELDS,
} from "../../support/hostile/text-fields"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { asOwner } from "../../support/data/owner"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenProposal } from "../../support/proposals"
import { sampleOf, THOROUGH } from "../../support/thorough"
import { SECRETS, spoken } from "../../unit/guard/support/secrets"

const PATH = memoryPath("billing")
const FINDINGS = [
  "[2026-01-02] Invoices are numbered by the ledger",
  "[2026-01-03] Retries need an idempotency key",
  "~~[2026-01-04] Refunds are booked at midnight~~",
]
/** The part to search for: the longest line of a secret. */
const longestLineOf = (secret: string) =>
  secret.split(/\n|\\n/).toSorted((a, b) => b.length - a.length)[0] ?? ""
const VALUES = SECRETS.map(([, secret]) => longestLineOf(secret))

let stage: Stage | undefined
let callers: Callers
let listening: ReturnType<typeof listenToProcess>
/** Once for all tests, because no request here is stored. */
beforeEach(async () => {
  if (stage) return
  const memory = await givenMemory({ [PATH]: memoryOf("billing", FINDINGS) })
  const { id: file, head: revision, entries } = await memory.file(PATH)
  const proposals = await Promise.all(
    ["Ledgers close on Fridays", "Credit notes carry the invoice's number"].map(async (content) => {
      const { id } = await givenProposal(memory.team, { project: "ledger", agent: "billing", content })
      return { id, shown: expectDone(await runOperation(showProposal, memory.lead, { proposal: id })).shown }
    }),
  )
  stage = {
    team: memory.team.slug,
    file,
    revision,
    entries,
    retired: entries.find((entry) => entry.state === "retired")?.id ?? "",
    proposals,
  }
  callers = await givenCallers(memory.team)
  listening = listenToProcess()
})
afterAll(async () => {
  listening.stop()
  await callers.door.close()
})

const KINDS = [...new Set(SECRETS.map(([kind]) => kind))]
/**
 * Kinds of secrets for each of more than forty fields. Over all fields, every kind is used several times, in a
 * plain run about once.
 */
const MOST_KINDS = THOROUGH ? 14 : 5

/**
 * Texts with secrets for a field, without context if there is no room: every kind in a statement and its
 * reason, a changing selection in other fields.
 */
function askedIn({ field, most = Infinity }: TextField, turn: number): { kind: string; text: string }[] {
  const fitting = SECRETS.flatMap(([kind, secret, context]) => {
    const text = [spoken(secret, context), ...(context ? [] : [secret])].find((one) => one.length <= most)
    return text === undefined ? [] : [{ kind, text }]
  })
  if (["content", "reason"].includes(field) && turn < 2) return sampleOf(fitting, 4)
  const kinds = KINDS.filter((kind) => fitting.some((one) => one.kind === kind))
  const chosen = Array.from(
    { length: Math.min(MOST_KINDS, kinds.length) },
    (_, place) => kinds[(turn * 11 + place) % kinds.length],
  )
  return chosen.flatMap((kind) => fitting.find((one) => one.kind === kind) ?? [])
}

const FIELDS = [...PROPOSAL_FIELDS, ...WRITING_FIELDS, ...DECISION_FIELDS, ...NAME_FIELDS]
const titled = FIELDS.map((field, turn) => {
  const { method, path } = field.send("…", {
    team: "t",
    file: "f",
    revision: 1,
    entries: [],
    retired: "e",
    proposals: [],
  })
  return [`${field.field} of ${method} ${path.replace("undefined", "p").split("?")[0]}`, field, turn] as const
})

describe("a secret is rejected, and reported by field, kind and position", () => {
  it.each(titled)("%s", async (_, field, turn) => {
    const asked = askedIn(field, turn)
    expect(new Set(asked.map((one) => one.kind)).size).toBeGreaterThanOrEqual(MOST_KINDS - 2)
    const passed: string[] = []
    for (const [number, { kind, text }] of asked.entries()) {
      const key = number % 3 === 0 ? crypto.randomUUID() : undefined
      for (let time = 0; time < (key ? 2 : 1); time += 1) {
        const { status, detail } = await callers.ask(field.send(text, stage as Stage), {
          asPerson: field.asPerson,
          key,
        })
        const named =
          detail.startsWith(`${field.field}: `) &&
          detail.includes(kind) &&
          /\bline \d+, column \d+\. Remove (?:it|them) and/.test(detail)
        if (status !== 422 || !named) passed.push(`${kind}: ${status} ${detail}`)
      }
    }
    expect(passed).toEqual([])
  })
})

describe("a request with another error", () => {
  const given = SECRETS.map(([kind, secret, context]) => ({ kind, secret, text: spoken(secret, context) }))
  const wrong: Record<
    string,
    (secret: string, text: string) => [method: string, path: string, body: string]
  > = {
    "is nothing but a secret": (secret) => ["POST", "/proposals", secret],
    "is a text": (_, text) => ["POST", "/proposals", JSON.stringify(text)],
    "is a list": (_, text) => ["POST", "/proposals", JSON.stringify([text])],
    "lacks its end": (_, text) => ["POST", "/proposals", `{"content": ${JSON.stringify(text).slice(0, -1)}`],
    "lacks a comma": (_, text) => ["POST", "/proposals", `{"reason": ${JSON.stringify(text)} "content": 1}`],
    "lacks its quotes": (secret) => ["POST", "/proposals", `{"content": ${secret}}`],
    "names a field so": (_, text) => ["POST", "/proposals", JSON.stringify({ [text]: 1 })],
    "names a setting so": (_, text) => [
      "PUT",
      "/policies",
      JSON.stringify({ team: stage?.team, place: "team", settings: { [text]: 1 } }),
    ],
    "has no list of changes": (_, text) => ["POST", "/proposals", JSON.stringify({ changes: text })],
    "has an unknown kind of change": (_, text) => [
      "POST",
      "/proposals",
      JSON.stringify({ changes: [{ kind: text }] }),
    ],
    "has no number": (_, text) => [
      "PUT",
      `/files/${stage?.file}`,
      JSON.stringify({ base: text, reason: text, text: 1 }),
    ],
    "has an unknown verdict": (_, text) => [
      "POST",
      `/proposals/${stage?.proposals[0]?.id}/review`,
      JSON.stringify({ verdict: text, shown: text, entry: text }),
    ],
    "has no entry": (_, text) => [
      "POST",
      "/proposals",
      JSON.stringify({ agent: "billing", changes: [{ kind: "remove", entry: text, before: text }] }),
    ],
    "quotes an entry wrongly": (_, text) => [
      "POST",
      "/proposals",
      JSON.stringify({
        team: stage?.team,
        agent: "billing",
        changes: [{ kind: "remove", entry: stage?.entries[0]?.id, before: text }],
      }),
    ],
    "has a wrong scope": (_, text) => ["POST", "/proposals", JSON.stringify({ content: "x", scope: text })],
    "is too long": (_, text) => [
      "POST",
      "/proposals",
      JSON.stringify({ content: text.padEnd(10_001, " and so on") }),
    ],
    "goes nowhere": (secret) => ["POST", `/${encodeURIComponent(secret)}`, "{}"],
    "asks for what is not there": (_, text) => [
      "GET",
      `/proposals?project=${encodeURIComponent(text)}&team=${stage?.team}`,
      "",
    ],
    "asks for no proposal": (secret) => ["GET", `/proposals/${encodeURIComponent(secret)}`, ""],
  }
  it.each(Object.entries(wrong))("%s: does not repeat the secret", async (_, request) => {
    const said: string[] = []
    for (const { kind, secret, text } of sampleOf(given, 4)) {
      const { status, text: answer } = await callers.askRaw(...request(secret, text))
      if (status < 400 || status >= 500 || isSaidIn(answer, secret)) said.push(`${kind}: ${status} ${answer}`)
    }
    expect(said).toEqual([])
  })

  /** Also a part that could be completed: V8 quotes some of a text that is not JSON. */
  const isSaidIn = (answer: string, value: string) => {
    const secret = longestLineOf(value)
    return (
      foundIn(answer, [secret]).length > 0 ||
      (secret.length >= 16 &&
        Array.from({ length: secret.length - 11 }, (_, at) => secret.slice(at, at + 12)).some((part) =>
          answer.includes(part),
        ))
    )
  }
})

describe("when the database refuses", () => {
  const WORDS = "The heron rounds up on odd Thursdays"

  it("rejects text that cannot be stored, without printing it", async () => {
    for (const evil of ["\u0000", "\ud800", "\udfff x"]) {
      for (const field of [...PROPOSAL_FIELDS, ...NAME_FIELDS, ...DECISION_FIELDS]) {
        const { status, text } = await callers.ask(field.send(`${WORDS}${evil}`.slice(-60), stage as Stage), {
          asPerson: field.asPerson,
          key: crypto.randomUUID(),
        })
        expect(status, `${JSON.stringify(field.send(evil, stage as Stage))}: ${text}`).toBeLessThan(500)
      }
    }
    expect(foundIn(listening.heard(), [WORDS])).toEqual([])
  })

  const broken: Record<string, [begin: string, end: string]> = {
    "a rule of the table that does not hold": [
      "ALTER TABLE proposal ADD CONSTRAINT none CHECK (false) NOT VALID",
      "ALTER TABLE proposal DROP CONSTRAINT none",
    ],
    "a column that is gone": [
      "ALTER TABLE proposal RENAME COLUMN evidence TO gone",
      "ALTER TABLE proposal RENAME COLUMN gone TO evidence",
    ],
    "a table that is gone": [
      "ALTER TABLE audit_event RENAME TO gone",
      "ALTER TABLE gone RENAME TO audit_event",
    ],
    "a value that is there already": [
      "CREATE UNIQUE INDEX once ON proposal ((1)) WHERE reason <> ''",
      "DROP INDEX once",
    ],
    "a text that is no number": [
      "ALTER TABLE proposal ADD CONSTRAINT none CHECK (reason = '' OR reason::int > 0) NOT VALID",
      "ALTER TABLE proposal DROP CONSTRAINT none",
    ],
  }
  it.each(Object.entries(broken))(
    "%s: neither the response nor the log contains the texts",
    async (_, [begin, end]) => {
      const asked = {
        agent: "billing",
        content: `${WORDS} and sets rest`,
        reason: `${WORDS} and gives a reason`,
        evidence: `${WORDS} and shows it`,
      }
      const send = (number: number) =>
        callers.ask(
          {
            method: "POST",
            path: "/proposals",
            body: {
              team: stage?.team,
              ...asked,
              content: `${asked.content} ${number} ${crypto.randomUUID()}`,
            },
          },
          { key: crypto.randomUUID() },
        )
      await asOwner(begin)
      const before = listening.heard().length
      const answers = [await send(1), await send(2)]
      await asOwner(end)
      expect(answers.some((one) => one.status >= 400)).toBe(true)
      const log = listening.heard().slice(before)
      expect(foundIn(answers.map((one) => one.text).join("\n"), [WORDS])).toEqual([])
      expect(foundIn(log, [WORDS])).toEqual([])
      if (answers.some((one) => one.status === 500)) expect(log).toMatch(/POST \/api\/v1\/proposals failed/)
    },
  )
})

describe("Quarterdeck's own secret", () => {
  it("is created once, and is not stored with the response of an idempotency key", async () => {
    const key = crypto.randomUUID()
    const make = () =>
      callers.ask(
        {
          method: "POST",
          path: `/teams/${stage?.team}/access-tokens`,
          body: { name: "Once", rights: ["read"] },
        },
        { key },
      )
    const made = JSON.parse((await make()).text) as { token: string }
    const invited = JSON.parse(
      (
        await callers.ask(
          { method: "POST", path: `/teams/${stage?.team}/invitations`, body: { role: "viewer" } },
          { key: `${key}-2` },
        )
      ).text,
    ) as { path: string }
    const again = await make()
    expect(again.status).toBe(409)
    expect(again.detail).toMatch(/shown only once/)
    expect(await database().accessToken.count({ where: { name: "Once" } })).toBe(1)
    expect(
      foundIn(await everythingStored(), [
        made.token,
        new URLSearchParams(invited.path.split("?")[1]).get("key") ?? "",
      ]),
    ).toEqual([])
  })

  it("may be the idempotency key of a request, which is never stored", async () => {
    const key = spoken(VALUES[0] ?? "")
    const sent = {
      method: "POST",
      path: "/proposals",
      body: { team: stage?.team, agent: "billing", content: "Ledgers open on Mondays" },
    } as const
    const first = await callers.ask(sent, { key })
    expect(first.status).toBe(200)
    expect(JSON.parse((await callers.ask(sent, { key })).text)).toEqual(JSON.parse(first.text))
  })
})

describe("afterwards", () => {
  it("accepted text can be found, so that the search would find rejected text", async () => {
    const marks = ["heron-content-4711", "heron-reason-4712", "heron-name-4713"]
    await callers.ask(
      {
        method: "POST",
        path: "/proposals",
        body: { team: stage?.team, agent: "billing", content: marks[0], reason: marks[1] },
      },
      { key: crypto.randomUUID() },
    )
    await callers.ask(
      {
        method: "POST",
        path: "/views",
        body: {
          team: stage?.team,
          name: marks[2],
          query: Buffer.from("heron-inside-4714").toString("base64"),
        },
      },
      { asPerson: true },
    )
    console.error(
      "heron-printed-4715",
      Object.assign(new Error("outside"), { cause: new Error("heron-caused-4716") }),
    )
    process.stderr.write("heron-written-4717\n")
    const stored = await everythingStored()
    expect(foundIn(stored, [...marks, "heron-inside-4714"])).toHaveLength(4)
    expect(
      foundIn(listening.heard(), ["heron-printed-4715", "heron-caused-4716", "heron-written-4717"]),
    ).toHaveLength(3)
  })

  it("no secret is in any table, in any response, or in the output of the process", async () => {
    expect(foundIn(await everythingStored(), VALUES)).toEqual([])
    expect(foundIn(callers.answers.join("\n"), VALUES)).toEqual([])
    expect(foundIn(listening.heard(), VALUES)).toEqual([])
  })
})
