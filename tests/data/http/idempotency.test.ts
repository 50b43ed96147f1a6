import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { queueComparison } from "@/lib/operations/proposals/compare-queue"
import { send, sendAndCut } from "../../support/http/http-client"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory, givenProposal, givenSecret } from "../../support/proposals"
import { THOROUGH } from "../../support/thorough"

const PROPOSALS = THOROUGH ? 1_000 : 20

const PATH = memoryPath("billing")
const MOMENTS = ["before", "meanwhile", "after"] as const

let door: HttpDoor
beforeAll(async () => {
  door = await openHttpDoor()
})
afterAll(() => door.close())

let memory: Awaited<ReturnType<typeof givenMemory>>
let secret: string
beforeEach(async () => {
  memory = await givenMemory({
    [PATH]: memoryOf("billing", ["[2026-01-02] Invoices are numbered by the ledger"]),
  })
  secret = await givenSecret(memory.team, { agent: "billing" })
})

const stored = () => database().proposal.count({ where: { teamId: memory.team.id } })
const propose = (content: string, more: { key?: string; secret?: string } = {}) =>
  send(door.url, {
    path: "/proposals",
    secret,
    body: { team: memory.team.slug, agent: "billing", content },
    ...more,
  })

describe("a request with an Idempotency-Key", () => {
  it("has one effect if it is sent three times with two interrupted replies, for each of many proposals", async () => {
    const seed = Date.now() % 2 ** 31
    console.info(`seed ${seed}`)
    const random = randomOf(seed)
    const texts = Array.from(
      { length: PROPOSALS },
      (_, place) => `Statement ${place} is about part ${place * 7919}`,
    )
    const answers = new Map<string, string>()
    const waiting = texts.map((text, place) => [text, `key-${place}`] as const)
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [content, key] = next
        const sent = {
          path: "/proposals",
          secret,
          key,
          body: { team: memory.team.slug, agent: "billing", content },
        }
        for (let time = 0; time < 2; time += 1)
          await sendAndCut(door.url, sent, MOMENTS[Math.floor(random() * 3)] as "before", random() * 20)
        const { status, body } = await send(door.url, sent)
        expect([status, body?.state, body?.supporters]).toEqual([200, "waiting", 1])
        answers.set(key, String(body?.id))
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    expect([await stored(), new Set(answers.values()).size]).toEqual([PROPOSALS, PROPOSALS])
    expect(await database().supporter.count({ where: { teamId: memory.team.id } })).toBe(PROPOSALS)
    for (const place of [0, PROPOSALS >> 1, PROPOSALS - 1]) {
      const key = `key-${place}`
      expect((await propose(texts[place] ?? "", { key })).body?.id).toBe(answers.get(key))
    }
  }, 180_000)

  it("gets the same answer again if the write became a proposal", async () => {
    const [entry] = (await memory.file(PATH)).entries
    const forget = () =>
      send(door.url, {
        path: `/entries/${entry?.id}/forget`,
        secret,
        key: "forget",
        body: { reason: "The ledger numbers nothing" },
      })
    const first = await forget()
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: entry?.id,
        state: "waiting",
        revision: null,
        proposal: expect.any(String) as string,
        text: entry?.text,
        team: memory.team.slug,
        project: "ledger",
        path: PATH,
        line: entry?.line,
      },
    ])
    expect((await forget()).body).toEqual(first.body)
  })

  it("gets the same answer again if the proposal was decided in the meantime", async () => {
    const first = await propose("Credit notes are blue", { key: "a" })
    await database().proposal.updateMany({ data: { state: "rejected", waitingKey: null } })
    expect(await propose("Credit notes are blue", { key: "a" })).toEqual(first)
    expect(await stored()).toBe(1)
  })

  it("is rejected with another body, and writes nothing", async () => {
    await propose("Credit notes are blue", { key: "a" })
    expect(await propose("Credit notes are green", { key: "a" })).toMatchObject({
      status: 422,
      body: {
        title: "invalid",
        detail: "Idempotency-Key: already used for another request. Use a new key",
      },
    })
    expect(
      await send(door.url, { method: "DELETE", path: `/proposals/${memory.team.id}`, secret, key: "a" }),
    ).toMatchObject({ status: 422 })
    expect(await stored()).toBe(1)
  })

  it("is rejected with an empty key, and writes nothing", async () => {
    expect(await propose("Credit notes are blue", { key: "" })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("Idempotency-Key is empty") as string },
    })
    expect(await stored()).toBe(0)
  })

  it("has a key that is separate from other callers' keys", async () => {
    const other = await givenSecret(memory.team, { agent: "audit" })
    const [one, two] = [
      await propose("Credit notes are blue", { key: "a" }),
      await propose("Credit notes are green", { key: "a", secret: other }),
    ]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body?.id).not.toBe(two.body?.id)
  })

  it("has one effect if it is sent concurrently, and all callers get its answer", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => propose("Credit notes are blue", { key: "a" })),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await database().supporter.count({ where: { teamId: memory.team.id } })).toBe(1)
  })

  it("may be repeated after a rejection, and can succeed then", async () => {
    const sent = {
      path: "/proposals",
      secret,
      key: "a",
      body: { team: memory.team.slug, scope: "global", content: "Use ULIDs", confidence: 0.8 },
    }
    expect((await send(door.url, sent)).status).toBe(422)
    await database().policy.create({
      data: { teamId: memory.team.id, place: "scope:global", settings: { leastConfidence: 0.5 } },
    })
    expect((await send(door.url, sent)).status).toBe(200)
    await propose("Credit notes are blue", { key: "b" })
    expect(await stored()).toBe(2)
  })

  it("must have a key of 1 to 255 characters", async () => {
    expect((await propose("Credit notes are blue", { key: "k".repeat(256) })).status).toBe(422)
    expect((await propose("Credit notes are blue", { key: "" })).status).toBe(400)
    expect(await stored()).toBe(0)
  })

  it("keeps its answer despite later changes", async () => {
    const first = await propose("Credit notes are blue", { key: "a" })
    const others = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        propose(`Vouchers of part ${place * 97}`, { key: `other-${place}` }),
      ),
    )
    const mine = { teamId: memory.team.id }
    await database().proposal.updateMany({ where: mine, data: { comparedAt: null } })
    for (const { body } of [first, ...others]) queueComparison(memory.lead, memory.team.id, String(body?.id))
    await expect
      .poll(() => database().proposal.count({ where: { ...mine, comparedAt: null } }), { timeout: 50_000 })
      .toBe(0)
    for (const [place, other] of others.entries())
      expect(await propose(`Vouchers of part ${place * 97}`, { key: `other-${place}` })).toEqual(other)
    expect(await propose("Credit notes are blue", { key: "a" })).toEqual(first)
  })
})

describe("a review with an Idempotency-Key", () => {
  it("decides once and repeats its answer: approval, bulk approval and undo", async () => {
    const machine = await givenSecret(null, { rights: ["admin"] })
    const proposed = await Promise.all(
      ["Credit notes are blue", "Vouchers never expire", "Boxes are brown"].map((content) =>
        givenProposal(memory.team, { agent: "billing", content }),
      ),
    )
    const shownOf = async (id: string) =>
      (await send(door.url, { method: "GET", path: `/proposals/${id}`, secret: machine })).body?.shown
    const [one, ...others] = proposed.map(({ id }) => id)
    const approval = {
      path: `/proposals/${one}/review`,
      secret: machine,
      key: "approve",
      body: { verdict: "approve", shown: await shownOf(one ?? "") },
    }
    const bulk = {
      path: "/reviews",
      secret: machine,
      key: "bulk",
      body: {
        verdict: "approve",
        items: await Promise.all(
          others.map(async (proposal) => ({ proposal, shown: await shownOf(proposal) })),
        ),
      },
    }
    const undo = { method: "DELETE", path: `/proposals/${one}/review`, secret: machine, key: "undo" }
    for (const sent of [approval, bulk, undo]) {
      const first = await send(door.url, sent)
      expect([sent.key, first.status]).toEqual([sent.key, 200])
      expect(await Promise.all([send(door.url, sent), send(door.url, sent)])).toEqual([first, first])
    }
    expect((await memory.file(PATH)).head).toBe(4)
    expect(await database().review.count({ where: { teamId: memory.team.id } })).toBe(3)
  })
})

/** Random numbers from 0 to 1, the same for the same seed. Source: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
