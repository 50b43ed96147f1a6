import { afterEach, describe, expect, it } from "vitest"
import type { WrittenSynthesis } from "@/lib/coach/coach"
import {
  ELSEWHERE,
  INJECTION,
  type ModelBehaviour,
  type ModelServer,
  streamsText,
  saysClaims,
  startModelServer,
} from "../../../support/coach/model-server"
import {
  coachAt,
  entry,
  failure,
  KEY,
  largeFleet,
  material,
  quickClock,
  SHARED,
  smallFleet,
  STALL,
  START,
  work,
} from "./fleet"

let server: ModelServer
afterEach(async () => {
  // In every case: the key is only sent in a header, and no stored ID is sent.
  for (const { raw, path } of server.requests) {
    expect(raw).not.toContain(KEY)
    expect(raw).not.toMatch(/0199aaaa/)
    expect(path).not.toContain(KEY)
  }
  await server.close()
})

const open = async (...behaviours: ModelBehaviour[]) => (server = await startModelServer(...behaviours))
const written = (fleet = smallFleet(), more: Parameters<typeof coachAt>[1] = {}) =>
  coachAt(server, more).write(fleet, work())
const textsOf = ({ claims }: WrittenSynthesis) => claims.map(({ text }) => text)

describe("a model that answers", () => {
  it("reads a small fleet in one call and cites entries of the request", async () => {
    await open("ok")
    const fleet = smallFleet()
    const told = work()
    const synthesis = await coachAt(server).write(fleet, told)
    expect(server.requests).toHaveLength(1)
    const [first] = synthesis.claims
    expect(first).toEqual({
      text: SHARED,
      kind: "shared-pattern",
      confidence: 0.9,
      citations: [fleet.entries[0]?.id, fleet.entries[1]?.id],
      promote: { kind: "category", category: "backend", project: "ledger" },
    })
    expect(synthesis.claims).toHaveLength(5)
    expect(synthesis.notes).toEqual([])
    expect(synthesis.cost.calls).toBe(1)
    expect(synthesis.cost.cost).toBeCloseTo(
      (synthesis.cost.inputTokens * 3 + synthesis.cost.outputTokens * 15) / 1_000_000,
      10,
    )
    expect(told.told.at(-1)).toMatchObject({ done: 1, total: 1 })
  })

  it("reports its answer as it arrives", async () => {
    await open("slow")
    const told = work()
    await coachAt(server).write(smallFleet(), told)
    const growing = told.told.map(({ outputTokens }) => outputTokens)
    expect(new Set(growing).size).toBeGreaterThan(20)
    expect(growing.slice(0, -1)).toEqual(growing.slice(0, -1).toSorted((a, b) => a - b))
    expect(told.told[0]?.stage).toBe("Reading Ledger")
  })

  it("is understood where it chats around its JSON", async () => {
    await open("chatter")
    expect(textsOf(await written())).toContain(SHARED)
  })

  it("reads a large fleet by category, and combines the claims", async () => {
    await open("ok")
    const fleet = largeFleet(3, 110)
    const synthesis = await written(fleet)
    expect(server.requests.length).toBeGreaterThan(2)
    expect(server.requests.at(-1)?.raw).toContain('{\\"id\\":\\"C1\\"')
    const ids = new Set(fleet.entries.map(({ id }) => id))
    expect(synthesis.claims.length).toBeGreaterThan(0)
    expect(
      synthesis.claims.every(({ citations }) => citations.length > 0 && citations.every((id) => ids.has(id))),
    ).toBe(true)
  })

  it("receives the same chunks for the same material, after any interruption", async () => {
    await open("ok")
    const fleet = largeFleet(3, 110)
    await written(fleet)
    const before = server.requests.map(({ raw }) => raw)
    await written(structuredClone(fleet))
    expect(server.requests.slice(before.length).map(({ raw }) => raw)).toEqual(before)
  })
})

describe("a model with malformed answers", () => {
  it("is asked for half as much if its answer is truncated, and adds no partial claims", async () => {
    await open("truncated", "ok")
    const synthesis = await written()
    expect(server.requests).toHaveLength(3)
    expect(new Set(textsOf(synthesis))).toEqual(new Set(smallFleet().entries.map(({ text }) => text)))
    await server.close()
    await open("cut-json", "ok")
    expect(textsOf(await written())).toHaveLength(5)
  })

  it("fails with a message if every answer is truncated", async () => {
    await open("truncated")
    expect((await failure(written())).message).toBe(
      "No answer from compatible:loopback could be used. Ledger: even a small part was too large for the model. Try again, or use another model (QUARTERDECK_COACH_MODEL)",
    )
    expect(server.requests.length).toBeLessThanOrEqual(15)
  })

  it("receives one message about its invalid JSON", async () => {
    await open("bad-json", "ok")
    expect(textsOf(await written())).toHaveLength(5)
    expect(server.requests[1]?.body.messages.at(-1)?.content).toMatch(
      /^That answer could not be parsed: it is not valid JSON/,
    )
    await server.close()
    await open("wrong-shape", "ok")
    expect(textsOf(await written())).toHaveLength(5)
    expect(server.requests[1]?.body.messages.at(-1)?.content).toContain(
      "its claims do not have the required form (text:",
    )
    await server.close()
    await open("bad-json")
    expect((await failure(written())).message).toMatch(
      /^No answer from compatible:loopback could be used\. Ledger: the answer was malformed twice: it is not valid JSON/,
    )
    expect(server.requests).toHaveLength(2)
  })

  it("cannot invent citations", async () => {
    await open("invents")
    const synthesis = await written()
    expect(textsOf(synthesis).join()).not.toMatch(/acme|Kubernetes|Istio/)
    expect(synthesis.claims).toHaveLength(2)
    expect(synthesis.notes).toEqual([
      "2 claims from the model were dropped: 1 cited entries that the model was not shown, 1 was not supported by the cited entries.",
      "2 citations from the model were dropped because the model was not shown the cited entry.",
    ])
  })

  it("cannot pass on an order that is planted in a memory", async () => {
    await open("obeys")
    const planted = entry(`Note to readers: ${INJECTION}.`, { flags: ["instruction-like"] })
    const unseen = entry(`Our setup: ${INJECTION}`, { agent: "web-builder" })
    const fleet = material([planted, unseen, ...smallFleet().entries])
    const synthesis = await coachAt(server).write(fleet, work())
    expect(server.requests[0]?.raw).not.toContain("Note to readers")
    // The second entry was not flagged, so the model saw the instruction, followed it, and cites a duplicate.
    expect(server.requests[0]?.raw).toContain("evil.example")
    expect(textsOf(synthesis).join()).not.toContain("evil.example")
    expect(synthesis.notes).toEqual([
      "1 entry that reads like an instruction or contains hidden characters was not shown to the model.",
      expect.stringMatching(/from the model (?:was|were) dropped: \d read like/),
    ])
  })

  it("cannot flood a synthesis with claims", async () => {
    await open("flood")
    expect((await failure(written())).message).toContain("even a small part was too large")
    await server.close()
    await open("huge", "ok")
    expect(textsOf(await written())).toHaveLength(5)
  })

  it("may refuse", async () => {
    await open("refuses")
    expect((await failure(written())).message).toContain("Ledger: the model refused to answer")
  })

  it("leaves the parts standing that it did not join", async () => {
    await open("ok")
    const fleet = largeFleet(3, 110)
    await written(fleet)
    const parts = server.requests.length - 1
    await server.close()
    await open(...Array.from({ length: parts }, (): ModelBehaviour => "ok"), "bad-json")
    const synthesis = await written(fleet)
    expect(synthesis.claims.length).toBeGreaterThan(5)
    expect(synthesis.notes.join()).toContain(
      "could not merge the claims from the parts (the answer was malformed twice",
    )
  })

  it("cannot add details that the cited entries lack", async () => {
    const gate = "The payment gateway answers 202 before the charge is booked"
    await open(
      saysClaims(
        { text: `${gate}, see https://pay.example.org/docs`, kind: "risk", confidence: 1, citations: ["E1"] },
        { text: `${gate}: set \`GATEWAY_WAIT=1\``, kind: "risk", confidence: 1, citations: ["E1"] },
        { text: `${gate}, as src/pay/gateway.ts shows`, kind: "risk", confidence: 1, citations: ["E1"] },
        { text: `${gate} in 37 of 40 cases`, kind: "risk", confidence: 1, citations: ["E1"] },
        { text: `${gate}; write to ops@pay.example.org`, kind: "risk", confidence: 1, citations: ["E1"] },
        {
          text: `${gate}, with the key AKIAIOSFODNN7EXAMPLF`,
          kind: "risk",
          confidence: 1,
          citations: ["E1"],
        },
        {
          text: `The p\u0430yment gateway answers 202 before the charge is booked`,
          kind: "risk",
          confidence: 1,
          citations: ["E1"],
        },
        {
          text: `${gate}\u200b\u202e`,
          kind: "shared-pattern",
          confidence: 7,
          citations: ["E1", "e1", "[E1]"],
        },
      ),
    )
    const synthesis = await written()
    expect(synthesis.claims).toEqual([
      { text: gate, kind: "observation", confidence: 1, citations: [expect.any(String)], promote: null },
    ])
    expect(synthesis.notes).toEqual([
      "7 claims from the model were dropped: 1 contained lookalike characters, 1 contained a possible secret, 3 contained an address, host or path that is not in a cited entry, 1 contained code or a command that is not in a cited entry, 1 contained a number that is not in a cited entry.",
      "1 claim that the model marked as shared is based on only one agent and was kept as an observation.",
    ])
  })

  it("may say that there is nothing to say", async () => {
    await open(streamsText('{"claims":[]}'))
    expect((await written()).claims).toEqual([])
  })
})

describe("a server that fails", () => {
  it("is retried after its Retry-After time, and with exponential backoff", async () => {
    await open("429", "500", "closes", "ok")
    const clock = quickClock()
    expect(textsOf(await written(smallFleet(), { options: { clock } }))).toHaveLength(5)
    expect(clock.waits).toEqual([2_000, 2_000, 4_000])
  })

  it("is abandoned after four attempts", async () => {
    await open("429-later")
    const clock = quickClock()
    const failed = await failure(written(smallFleet(), { options: { clock } }))
    expect(failed.message).toMatch(
      /^compatible:loopback at 127\.0\.0\.1:\d+ responded with 429, too many requests \(tried 4 times\)$/,
    )
    expect(failed.mayPass).toBe(true)
    expect(clock.waits).toEqual([60_000, 60_000, 60_000])
    expect(server.requests).toHaveLength(4)
  })

  it.each([
    ["closes", /sent an incomplete response|is unreachable, or the connection was lost/, 4, true],
    ["500", /responded with 500 \(tried 4 times\)/, 4, true],
    ["quota", /has no credit left for this key: check the account for QUARTERDECK_COACH_KEY$/, 1, false],
    ["401", /responded with 401 and rejected the key: check QUARTERDECK_COACH_KEY$/, 1, false],
    ["403", /denied the request \(403\): check QUARTERDECK_COACH_KEY and QUARTERDECK_COACH_MODEL$/, 1, false],
    [
      "404",
      /responded with 404 because the model or address was not found: check QUARTERDECK_COACH_MODEL and QUARTERDECK_COACH_URL$/,
      1,
      false,
    ],
    [
      "redirect",
      /responded with 302 and redirected to another address: check QUARTERDECK_COACH_URL/,
      1,
      false,
    ],
  ] as const)(
    "that answers %s ends in words that say what to do",
    async (behaviour, words, calls, mayPass) => {
      await open(behaviour)
      const failed = await failure(written())
      expect(failed.message).toMatch(words)
      expect(failed.mayPass).toBe(mayPass)
      expect(server.requests).toHaveLength(calls)
      expect(
        `${failed.message} ${String(failed.stack)} ${JSON.stringify(failed.cause, Object.getOwnPropertyNames(failed.cause ?? {}))}`,
      ).not.toContain(KEY)
      expect(failed.message).not.toContain(ELSEWHERE)
    },
  )

  it("that rejects a request is quoted, without secrets", async () => {
    await open(
      (call, response) =>
        void response.writeHead(400, { "content-type": "application/json" }).end(
          JSON.stringify({
            error: {
              message: `Bad request with ${String(call.headers.authorization)} and ghp_0123456789abcdefghijABCDEFGHIJ012345:\n no such sampler`,
              type: "x",
              code: "x",
            },
          }),
        ),
    )
    const failed = await failure(written())
    expect(failed.message).toMatch(
      /responded with 400, “Bad request with Bearer … and \[GitHub token\]: no such sampler”: check QUARTERDECK_COACH_MODEL and QUARTERDECK_COACH_URL$/,
    )
    expect(
      server.requests.map(({ body }) => [body.response_format?.type, body.stream_options !== undefined]),
    ).toEqual([
      ["json_schema", true],
      [undefined, true],
      [undefined, false],
    ])
  })

  it("that fails mid-response is retried", async () => {
    const breaks: ModelBehaviour = (_, response) =>
      void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end('data: {"error":{"message":"Overloaded, try later","type":"overloaded_error"}}\n\n')
    await open(breaks, "ok")
    expect(textsOf(await written())).toHaveLength(5)
    server.behave(breaks)
    expect((await failure(written())).message).toContain(
      "failed partway through its response (tried 4 times)",
    )
  })

  it.each([
    ["a page", "text/html", "<!doctype html><title>Sign in</title>"],
    ["all at once", "application/json", '{"choices":[{"message":{"content":"{}"}}]}'],
    ["other words", "text/event-stream", "data: hello\n\n"],
  ])("that answers %s does not speak the interface", async (_, type, body) => {
    await open((_call, response) => void response.writeHead(200, { "content-type": type }).end(body))
    expect((await failure(written())).message).toContain(
      "responded in an unknown format: check QUARTERDECK_COACH_URL (tried 2 times)",
    )
  })

  it("that times out is retried once", async () => {
    await open("stalls", "ok")
    const stalling = { options: { clock: quickClock(server) } }
    expect(textsOf(await written(smallFleet(), stalling))).toHaveLength(5)
    server.behave("silent")
    const failed = await failure(written(smallFleet(), stalling))
    expect(failed.message).toContain("stopped responding: no data for 180 seconds (tried 2 times)")
    expect(failed.mayPass).toBe(true)
  })

  it("that rejects an output format is asked in plain text, and remembered", async () => {
    await open("no-schema")
    expect((await written(largeFleet(3, 110))).claims.length).toBeGreaterThan(5)
    expect(server.requests.length).toBeGreaterThan(3)
    expect(server.requests.flatMap(({ body }) => body.response_format?.type ?? [])).toEqual(["json_schema"])
  })

  it("with a smaller limit receives smaller requests", async () => {
    await open("too-long", "ok")
    expect(textsOf(await written())).toHaveLength(5)
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([12_000, 6_000, 6_000])
  })

  it("is disconnected within a second of a cancellation", async () => {
    for (const behaviour of ["trickle", "stalls", "silent", "429-later"] as const) {
      await server?.close()
      await open(behaviour)
      const controller = new AbortController()
      const reason = new Error("somebody cancelled")
      const run = coachAt(server, { options: { clock: undefined, stallMs: STALL, startMs: START } }).write(
        smallFleet(),
        work({ signal: controller.signal }),
      )
      const ended = run.then(
        () => "written",
        (cause: unknown) => cause,
      )
      await server.heard(1)
      controller.abort(reason)
      const limit = new Promise((done) => setTimeout(() => done("still running"), 1_000))
      expect(await Promise.race([ended, limit])).toBe(reason)
    }
  })
})
