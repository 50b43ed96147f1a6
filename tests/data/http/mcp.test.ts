import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import fc from "fast-check"
import { ListToolsResultSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { text as textFrom } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { TOKEN_RIGHTS, type TokenRight } from "@/lib/memory/teams/actor"
import { TOOLS, type ToolSchema } from "@/lib/api/mcp/tools"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { quarterdeck } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { call, openMcp, openStdioMcp } from "../../support/http/mcp-client"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenPerson } from "../../support/data/people"
import { givenLoginSecret, givenMemory, givenSecret } from "../../support/proposals"

const PATH = memoryPath("unit-tester")
const RIGHTS = ["read", "propose", "sync", "coach"] as const

let memory: Awaited<ReturnType<typeof givenMemory>>
let door: HttpDoor
let secret: string
let client: Client
beforeAll(async () => {
  memory = await givenMemory({
    [PATH]: memoryOf("unit-tester", [
      "[2026-01-02] Invoices are rounded half to even",
      "[2026-01-03] The ledger is replayed at night",
      "~~Cents were floats~~ ← STALE (decimals now)",
    ]),
    [memoryPath("reviewer")]: memoryOf("reviewer", ["[2026-01-04] Rounding is decided in one place"]),
    "memory/projects/ledger/memory.json": `${JSON.stringify({ version: "1.0", entries: [{ id: "mem-1", type: "decision", content: "Amounts are integers of cents", confidence: 0.9, created_at: "2026-01-01T00:00:00Z", accessed_count: 3 }] }, null, 2)}\n`,
  })
  door = await openHttpDoor()
  secret = await givenSecret(memory.team, { rights: RIGHTS })
  client = await openMcp(door.url, secret)
})
afterAll(async () => {
  await client.close()
  await door.close()
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${door.url}/api/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
const rpc = (method: string, params: unknown = {}, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
})

describe("the tools of an agent", () => {
  it("come with the server's name, capabilities and instructions in the first response", () => {
    expect(client.getServerVersion()).toMatchObject({ name: "quarterdeck" })
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} })
    expect(client.getInstructions()).toContain("memory_search")
  })

  it("have a description for every argument, in a schema that every harness supports", async () => {
    const { tools } = await client.listTools()
    expect(tools.map((one) => one.name)).toEqual(TOOLS.map((one) => one.tool.name))
    expect(tools.map((one) => one.name).toSorted()).toEqual([
      "coach_list_syntheses",
      "coach_read_fleet",
      "coach_show_synthesis",
      "coach_submit_synthesis",
      "memory_alerts",
      "memory_comment",
      "memory_comments",
      "memory_context",
      "memory_flush",
      "memory_forget",
      "memory_plan_seed",
      "memory_propose",
      "memory_propose_compaction",
      "memory_read",
      "memory_search",
      "memory_session_close",
      "memory_session_start",
    ])
    for (const tool of tools) {
      expect(tool.inputSchema.type).toBe("object")
      expect([...undescribed(tool.inputSchema as ToolSchema, tool.name)]).toEqual([])
      expect(JSON.stringify(tool.inputSchema)).not.toMatch(
        /"(?:\$schema|\$ref|oneOf|allOf|const|pattern|format|additionalProperties|propertyNames|exclusiveMinimum)":(?!\{)/,
      )
      expect(tool.outputSchema?.type).toBe("object")
    }
    const hints = Object.fromEntries(tools.map((one) => [one.name, one.annotations]))
    expect(hints.memory_search).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
    expect(hints.memory_propose).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
    })
    expect(hints.memory_forget).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it("come with memory files as resources, page by page and byte for byte", async () => {
    const { resources } = await client.listResources()
    const uri = `quarterdeck://${memory.team.slug}/ledger/${PATH}`
    expect(resources.map((one) => one.uri)).toContain(uri)
    expect(resources.find((one) => one.uri === uri)).toMatchObject({ mimeType: "text/markdown", name: PATH })
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: "text/markdown", text: (await memory.file(PATH)).text },
    ])
    expect((await client.listResourceTemplates()).resourceTemplates[0]?.uriTemplate).toBe(
      "quarterdeck://{team}/{project}/{+path}",
    )
    for (const wrong of [
      `quarterdeck://${memory.team.slug}/ledger/none.md`,
      "quarterdeck://no-such-team/ledger/a.md",
      "file:///etc/passwd",
      "quarterdeck://%",
    ])
      await expect(client.readResource({ uri: wrong })).rejects.toMatchObject({ code: -32002 })
    await expect(client.listResources({ cursor: "nonsense" })).rejects.toMatchObject({ code: -32602 })
  })

  it("come with all resources across several pages, each once", async () => {
    const many = await givenMemory(
      Object.fromEntries(
        Array.from({ length: 130 }, (_, place) => [`notes-${place}/MEMORY.md`, `- Note ${place}\n`]),
      ),
    )
    const all = await openMcp(door.url, await givenSecret(many.team, { rights: ["read"] }))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await all.listResources(cursor === undefined ? {} : { cursor })
      seen.push(...page.resources.map((one) => one.uri))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect([seen.length, new Set(seen).size]).toEqual([130, 130])
    await all.close()
  })

  it("come with a prompt that names the tools and completes its arguments", async () => {
    expect((await client.listPrompts()).prompts.map((one) => one.name)).toEqual(["use_memory"])
    const { messages } = await client.getPrompt({
      name: "use_memory",
      arguments: { agent: "unit-tester", task: "Fix the rounding" },
    })
    const text = JSON.stringify(messages)
    for (const word of [
      "memory_session_start",
      "memory_search",
      "memory_propose",
      "memory_flush",
      "memory_session_close",
      "Fix the rounding",
    ])
      expect(text).toContain(word)
    await expect(client.getPrompt({ name: "use_memory", arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "use_memory" },
      argument: { name: "agent", value: "unit" },
    })
    expect(completion.values).toEqual(["unit-tester"])
    expect(
      (
        await client.complete({
          ref: { type: "ref/resource", uri: "quarterdeck://{team}/{project}/{+path}" },
          argument: { name: "project", value: "" },
        })
      ).completion.values,
    ).toEqual(["ledger"])
  })
})

describe("a tool", () => {
  it("reads and finds entries, each with file and line, as text and as data", async () => {
    const read = await call(client, "memory_read", { agent: "unit-tester" })
    expect(read.text).toContain(`${PATH}:11 [`)
    expect(read.value).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ path: PATH, line: 11, text: "Invoices are rounded half to even" }),
      ]),
    })
    const first = await call(client, "memory_read", { agent: "unit-tester", limit: 2 })
    expect(first.text).toContain(`call memory_read again with after set to ${String(first.value?.next)}`)
    expect(
      (await call(client, "memory_read", { agent: "unit-tester", limit: 2, after: first.value?.next })).value,
    ).toMatchObject({ entries: [{ line: 13 }], next: null })
    expect((await call(client, "memory_search", { q: "rounded" })).text).toContain(`${PATH}:11`)
    expect((await call(client, "memory_search", { q: "zeppelin" })).text).toMatch(/^No results/)
  })

  it("supports a whole session: context, flush and close", async () => {
    const me = { agent: "unit-tester", session: "s-1" }
    const started = await call(client, "memory_session_start", {
      ...me,
      harness: "claude-code",
      task: "Fix the rounding of invoices",
    })
    expect([started.failed, started.text]).toEqual([
      false,
      expect.stringMatching(
        /Invoices are rounded half to even[^]*Recorded as delivery .*memory_session_close with session "s-1"/,
      ),
    ])
    expect(started.text).toContain(`${PATH}:11`)
    expect(
      (
        await call(client, "memory_context", {
          agent: "unit-tester",
          task: "Replay the ledger",
          budget: "500",
        })
      ).value,
    ).toMatchObject({ entries: expect.arrayContaining([expect.objectContaining({ path: PATH, line: 12 })]) })
    const flushed = await call(client, "memory_flush", { ...me, content: "Half of the invoices are checked" })
    expect(flushed.text).toMatch(/^Written to \S+:\d+\./)
    const closed = await call(client, "memory_session_close", {
      ...me,
      summary: "Checked the rounding",
      outcome: "done",
      learnings: [{ content: "Rounding happens before tax", confidence: "0.9", reason: "Read the code" }],
    })
    expect([closed.failed, closed.text]).toEqual([
      false,
      expect.stringMatching(
        /^The session is closed\. Its log line is in .*memory\.md[^]*Proposal .* is waiting for review/,
      ),
    ])
    expect((await memory.file(PATH)).text).toContain("Checked the rounding")
    expect((await call(client, "memory_session_close", { ...me, summary: "Again" })).value).toEqual({
      ...(closed.value as object),
      message: expect.stringMatching(/^s-1 was already closed at .*Nothing was changed$/) as string,
    })
  })

  it("lets the coach read the fleet and submit claims with citations", async () => {
    const fleet = await call(client, "coach_read_fleet", { budget: 100_000 })
    expect(fleet.text).toMatch(
      /# unit-tester.* in ledger\n## \.kaizen\/agents\/unit-tester\/memory\.md\n\d+: Invoices are rounded half to even \[.*\] \{[0-9a-f-]{36}\}/,
    )
    const line = (await memory.file(PATH)).entries[0]?.line
    const claim = {
      text: "Rounding is known to two agents",
      kind: "shared-pattern",
      confidence: 0.9,
      citations: { path: PATH, line: String(line) },
    }
    const submitted = await call(client, "coach_submit_synthesis", { kind: "brief", claims: [claim] })
    expect([submitted.failed, submitted.text]).toEqual([
      false,
      expect.stringContaining(`Claim 1 cites ${PATH}:${line}`),
    ])
    const refused = await call(client, "coach_submit_synthesis", {
      kind: "brief",
      claims: [claim, { ...claim, citations: [{ path: PATH, line: 1 }] }],
    })
    expect([refused.failed, refused.text]).toEqual([
      true,
      expect.stringMatching(/^claim 2: \S+:1 is not part of an entry[^]*Next: correct these arguments/),
    ])
  })

  it("coerces arguments to their declared types", async () => {
    expect(
      (await call(client, "memory_search", { query: "rounded", limit: "1", project: null, agent: "" })).value,
    ).toMatchObject({ hits: [{ line: 11 }] })
    expect((await call(client, "memory_read", { scope: "PROJECT", type: "decision" })).value).toMatchObject({
      entries: [{ text: "Amounts are integers of cents" }],
    })
    const { entries } = await memory.file(PATH)
    const edited = await call(client, "memory_propose", {
      project: "ledger",
      file: PATH,
      confidence: "0.9",
      reason: "It moved",
      changes: JSON.stringify([
        {
          kind: "edit",
          entry: entries[1]?.id,
          before: entries[1]?.text,
          text: "The ledger is replayed at dawn",
        },
      ]),
    })
    expect([edited.failed, edited.text]).toEqual([false, expect.stringContaining("waiting for review")])
  })

  it("rejects unknown arguments by name, and lists the known ones", async () => {
    const { failed, text } = await call(client, "memory_search", { q: "rounded", filter: "x", Limit: 2 })
    expect(failed).toBe(true)
    expect(text).toContain("filter: unknown argument. Arguments: ")
    expect(text).toContain("Limit: unknown argument. Did you mean limit?")
    expect((await call(client, "memory_search", {})).text).toContain("q is missing")
    expect((await call(client, "memory_read", { limit: 100_000 })).text).toContain("at most 500")
    await expect(client.callTool({ name: "memory_burn", arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("memory_read"),
    })
  })

  it("suggests the next step in an error", async () => {
    const unsure = await call(client, "memory_propose", {
      project: "ledger",
      scope: "global",
      content: "Always use decimals",
      confidence: 0.2,
    })
    expect(unsure.text).toMatch(
      /^confidence: .*at least (\d+(?:\.\d+)?)\. The proposal has a confidence of 0\.2\.\nNext: .*confidence of \1 or more/s,
    )
    expect(
      (await call(client, "memory_forget", { entry: "0199f0b2-0000-7000-8000-000000000000", reason: "gone" }))
        .text,
    ).toContain("Next: search with memory_search first")
    expect(
      (
        await call(client, "memory_propose", {
          project: "nowhere",
          agent: "unit-tester",
          content: "Use decimals",
        })
      ).text,
    ).toMatch(/^project not found: nowhere\. Projects: .*ledger/)
    expect((await call(client, "memory_comments", { item: "no-proposal" })).text).toContain(
      "Next: use the ID that memory_propose returned",
    )
    expect((await call(client, "memory_read", { project: "nowhere" })).text).toContain(
      "Next: omit team and project",
    )
    const key = ["AKIA", "Q3EGRIYB7NNQ2XTZ"].join("")
    const leaked = await call(client, "memory_propose", {
      agent: "unit-tester",
      content: `The key is ${key}`,
    })
    expect([leaked.failed, leaked.text.includes(key), leaked.text.includes("without the secret")]).toEqual([
      true,
      false,
      true,
    ])
    expect(
      await database().proposal.count({
        where: { teamId: memory.team.id, text: { contains: "The key is" } },
      }),
    ).toBe(0)
  })

  it("forgets only with a user's decision", async () => {
    const { entries } = await memory.file(memoryPath("reviewer"))
    const { value, text } = await call(client, "memory_forget", {
      id: entries[0]?.id,
      reason: "It is decided in two places",
    })
    expect(value).toMatchObject({ state: "waiting" })
    expect(text).toContain("is waiting for review")
  })

  it("decides nothing with any key: a lead's login and an admin token can only propose", async () => {
    const lead = await givenPerson({ team: memory.team, role: "lead" })
    const [entry] = (await memory.file(memoryPath("reviewer"))).entries
    for (const key of [await givenLoginSecret(lead), await givenSecret(null, { rights: TOKEN_RIGHTS })]) {
      const own = await openMcp(door.url, key)
      expect(
        (await call(own, "memory_forget", { id: entry?.id, reason: "It is decided in two places" })).value,
      ).toMatchObject({ state: "waiting", revision: null })
      const { leftOut } = (
        await call(own, "memory_context", { project: "ledger", team: memory.team.slug, agent: "unit-tester" })
      ).value as { leftOut: { text: string | null }[] }
      expect([leftOut.length > 0, leftOut.every((one) => one.text === null)]).toEqual([true, true])
      await own.close()
    }
    expect(await database().entry.findFirst({ where: { id: entry?.id ?? "" } })).toMatchObject({
      state: "current",
    })
    expect(
      await database().auditEvent.findFirst({ where: { teamId: memory.team.id, actorId: lead.id } }),
    ).toMatchObject({ detail: { commandLine: "ana@laptop" } })
  })

  it("stores each of 40 concurrent proposals", async () => {
    const before = await database().proposal.count({ where: { teamId: memory.team.id } })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        call(client, "memory_propose", {
          agent: "unit-tester",
          content: `Part ${place * 7919} of the ledger is reconciled by job ${place}`,
          reason: "Seen in the run",
        }),
      ),
    )
    expect(answers.filter((one) => one.failed).map((one) => one.text)).toEqual([])
    expect(new Set(answers.map((one) => one.value?.id)).size).toBe(40)
    expect(await database().proposal.count({ where: { teamId: memory.team.id } })).toBe(before + 40)
  })
})

describe("an access token", () => {
  it("is answered with 401 and the required credentials if it is missing, revoked or expired", async () => {
    const revoked = await givenSecret(memory.team, { rights: RIGHTS })
    const late = await openMcp(door.url, revoked)
    expect((await call(late, "memory_search", { q: "rounded" })).failed).toBe(false)
    await database().accessToken.updateMany({
      where: { prefix: revoked.slice(0, 9) },
      data: { revokedAt: new Date() },
    })
    await expect(late.listTools()).rejects.toMatchObject({ code: 401 })
    const expired = await givenSecret(memory.team, {
      rights: RIGHTS,
      expiresAt: new Date(Date.now() - 1_000),
    })
    for (const bad of [expired, `qd_${"x".repeat(43)}`])
      await expect(openMcp(door.url, bad)).rejects.toMatchObject({ code: 401 })
    const response = await fetch(`${door.url}/api/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="quarterdeck"',
    ])
  })

  it("has the same rights over MCP as elsewhere, and explains a missing right", async () => {
    const may: Record<string, string[]> = {}
    const tryAll = async (right: TokenRight) => {
      const one = await openMcp(door.url, await givenSecret(memory.team, { rights: [right] }))
      const { entries } = await memory.file(PATH)
      const me = { agent: "unit-tester", session: `with ${right}` }
      const tried: Record<string, object> = {
        memory_read: {},
        memory_search: { q: "rounded" },
        memory_context: { agent: "unit-tester" },
        memory_session_start: me,
        memory_propose: { agent: "unit-tester", content: `Said with the right to ${right}` },
        memory_forget: { entry: entries[0]?.id, reason: `by ${right}` },
        memory_flush: { ...me, content: `Kept with the right to ${right}` },
        memory_session_close: { ...me, summary: "Done" },
        coach_read_fleet: {},
        coach_submit_synthesis: {
          kind: "brief",
          title: right,
          claims: [
            { text: "So it is", kind: "risk", confidence: 0.5, citations: [{ entry: entries[0]?.id }] },
          ],
        },
      }
      may[right] = []
      for (const [name, given] of Object.entries(tried)) {
        const { failed, text } = await call(one, name, given as Record<string, unknown>)
        if (!failed) may[right].push(name)
        else expect(text).toContain("Next: do not retry")
      }
      await one.close()
    }
    await Promise.all(TOKEN_RIGHTS.map(tryAll))
    const reads = ["memory_read", "memory_search", "memory_context", "memory_session_start"]
    const proposes = [...reads, "memory_propose", "memory_forget", "memory_flush", "memory_session_close"]
    const coaches = ["coach_read_fleet", "coach_submit_synthesis"]
    expect(may).toEqual({
      read: reads,
      propose: proposes,
      sync: reads,
      coach: [...reads, ...coaches],
      admin: [...proposes, ...coaches],
    })
  })

  it("lists only the tools that its rights allow", async () => {
    const reader = await openMcp(door.url, await givenSecret(memory.team, { rights: ["read"] }))
    const names = (await reader.listTools()).tools.map((one) => one.name)
    expect(names).toContain("memory_search")
    expect(names.filter((one) => /propose|flush|forget|plan|submit|close/.test(one))).toEqual([])
    await reader.close()
  })

  it("proposes log compactions and seed plans for a user to decide", async () => {
    const fleet = await givenMemory({
      [PATH]: memoryOf("unit-tester", ["Seeds are fixed in every test run"]),
      "MEMORY.md": "# Memory\n",
      "SOUL.md": "# Soul\n",
      "memory/2026-11-20.md":
        "# 2026-11-20\n\n- Decided: invoices are always rounded half to even, never half up\n- Learned: the broker redelivers every message after a consumer restart\n",
    })
    const proposer = await openMcp(door.url, await givenSecret(fleet.team, { rights: ["propose"] }))
    const compacted = await call(proposer, "memory_propose_compaction", { file: "MEMORY.md", kind: "logs" })
    expect([compacted.failed, compacted.text]).toEqual([false, expect.stringMatching(/waiting for review/)])
    const planned = await call(proposer, "memory_plan_seed", {
      agents: ["contract-tester"],
      from: [{ agent: "unit-tester" }],
    })
    expect([planned.failed, planned.text]).toEqual([false, expect.stringMatching(/waiting for review/)])
    await proposer.close()
  })

  it("of another team sees nothing of this team", async () => {
    const other = await openMcp(
      door.url,
      await givenSecret(
        (await givenMemory({ [PATH]: memoryOf("unit-tester", ["Elsewhere it is otherwise"]) })).team,
        { rights: RIGHTS },
      ),
    )
    expect((await call(other, "memory_search", { q: "rounded" })).value).toMatchObject({ hits: [] })
    await expect(
      other.readResource({ uri: `quarterdeck://${memory.team.slug}/ledger/${PATH}` }),
    ).rejects.toMatchObject({ code: -32002 })
    const { entries } = await memory.file(PATH)
    expect((await call(other, "memory_forget", { entry: entries[0]?.id, reason: "x" })).text).toContain(
      "entry not found",
    )
    await other.close()
  })
})

describe("the endpoint", () => {
  it("is stateless: GET and DELETE are not allowed", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await fetch(`${door.url}/api/mcp`, {
        method,
        headers: { authorization: `Bearer ${secret}`, accept: "text/event-stream" },
      })
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
    }
    expect((await post(rpc("tools/list"))).headers.get("mcp-session-id")).toBeNull()
  })

  it("rejects requests with an unknown host name or from another site's page", async () => {
    const sentTo = (host: string) =>
      new Promise<number | undefined>((resolve, reject) =>
        request(
          `${door.url}/api/mcp`,
          {
            method: "POST",
            headers: {
              host,
              authorization: `Bearer ${secret}`,
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
            },
          },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
          .on("error", reject)
          .end(JSON.stringify(rpc("ping"))),
      )
    process.env.QUARTERDECK_HOSTS = "memory.example.com"
    expect(
      await Promise.all(
        [
          "rebound.example",
          "127.0.0.1.evil.example",
          "localhost.evil.example",
          "localhost:3000",
          "127.0.0.1:1",
          "[::1]:3000",
          "10.0.0.7",
          "memory.example.com",
        ].map(sentTo),
      ),
    ).toEqual([403, 403, 403, 200, 200, 200, 200, 200])
    delete process.env.QUARTERDECK_HOSTS
    expect((await post(rpc("ping"), { origin: "https://evil.example" })).status).toBe(403)
    expect((await post(rpc("ping"), { origin: "null" })).status).toBe(403)
    expect((await post(rpc("ping"), { origin: door.url })).status).toBe(200)
  })

  it("returns the wait time of a rate limit", async () => {
    process.env.QUARTERDECK_RATE_LIMIT = "3"
    try {
      const busy = await givenSecret(memory.team, { rights: ["read"] })
      const statuses = []
      for (let place = 0; place < 5; place += 1)
        statuses.push((await post(rpc("ping"), { authorization: `Bearer ${busy}` })).status)
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      const response = await post(rpc("ping", {}, "nine"), { authorization: `Bearer ${busy}` })
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({
        id: "nine",
        error: { code: -32000, message: expect.stringMatching(/Try again in \d+ seconds?/) },
      })
      const atOnce = await givenSecret(memory.team, { rights: ["read"] })
      expect(
        (
          await post(
            [1, 2, 3, 4].map((id) => rpc("ping", {}, id)),
            { authorization: `Bearer ${atOnce}` },
          )
        ).status,
      ).toBe(429)
      const from = (address: string, more: object = {}) =>
        post(rpc("ping"), {
          authorization: `Bearer qd_${"x".repeat(43)}`,
          "x-forwarded-for": address,
          ...more,
        })
      const answers = []
      for (let place = 0; place < 4; place += 1) answers.push(await from("198.51.100.7"))
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429])
      expect([
        Number(answers[3]?.headers.get("retry-after")) > 0,
        (await from("198.51.100.8")).status,
      ]).toEqual([true, 401])
      const good = await givenSecret(memory.team, { rights: ["read"] })
      expect((await from("198.51.100.7", { authorization: `Bearer ${good}` })).status).toBe(200)
    } finally {
      delete process.env.QUARTERDECK_RATE_LIMIT
    }
  })

  it("answers malformed messages and requests as the protocol says", async () => {
    const answered = async (body: unknown, headers?: Record<string, string>) => {
      const response = await post(body, headers)
      const json = (await response.text()) || "null"
      return [response.status, (JSON.parse(json) as { error?: { code: number } } | null)?.error?.code ?? null]
    }
    expect(await answered("{")).toEqual([400, -32700])
    expect(await answered("[]")).toEqual([400, -32600])
    expect(await answered("7")).toEqual([200, -32600])
    expect(await answered(rpc("no/such"))).toEqual([200, -32601])
    expect(await answered(rpc("tools/call", { name: 7 }))).toEqual([200, -32602])
    expect(await answered(rpc("tools/call", { name: "memory_read", arguments: [] }))).toEqual([200, -32602])
    expect(await answered(rpc("initialize", {}))).toEqual([200, -32602])
    expect(
      await answered(
        rpc("tools/call", {
          name: "memory_search",
          arguments: { q: "rounded" },
          task: { ttl: 1_000 },
          _meta: { "io.modelcontextprotocol/related-task": { taskId: "t" } },
        }),
      ),
    ).toEqual([200, null])
    expect(await answered(rpc("ping", {}, {}))).toEqual([200, -32600])
    expect(
      await answered({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }),
    ).toEqual([202, null])
    expect(await answered(rpc("tools/list"), { accept: "text/html" })).toEqual([406, -32000])
    expect(await answered(rpc("tools/list"), { "mcp-protocol-version": "1999-01-01" })).toEqual([400, -32000])
    expect(await answered("x".repeat(5 * 1024 * 1024))).toEqual([413, -32000])
  })

  it("answers a batch with a batch, including invalid messages", async () => {
    const response = await post([
      rpc("ping", {}, 1),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } },
      rpc("tools/call", { name: "memory_search", arguments: { q: "rounded" } }, 2),
      5,
    ])
    expect(((await response.json()) as { id: unknown }[]).map((one) => one.id)).toEqual([1, 2, null])
  })

  it("answers 503 with Retry-After while the database is unavailable", async () => {
    const url = process.env.DATABASE_URL
    const { disconnect } = await import("@/lib/db/infra/client")
    // Set the URL first, because background work can reconnect at any moment.
    process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:9/none"
    await disconnect()
    try {
      const response = await post(rpc("tools/call", { name: "memory_read", arguments: {} }, "seven"))
      expect(response.headers.get("retry-after")).toBe("5")
      expect(await response.json()).toMatchObject({
        id: "seven",
        error: {
          code: -32000,
          message: expect.stringContaining("retry in a few seconds"),
          data: { retryAfter: 5 },
        },
      })
    } finally {
      process.env.DATABASE_URL = url
      await disconnect()
    }
    expect((await call(client, "memory_read", {})).failed).toBe(false)
  })

  it("answers any arguments without a server error", async () => {
    const hostile = fc.constantFrom<unknown>(
      null,
      "",
      "\u0000",
      "\ud800",
      "'; DROP TABLE entry; --",
      "../../etc/passwd",
      "%",
      "0199f0b2-0000-7000-8000-000000000000",
      -1,
      0,
      1e308,
      2 ** 53,
      true,
      [],
      {},
      ["x"],
      { toString: 1 },
      "x".repeat(20_000),
      "Ⅷ٣",
      "[",
      "{}",
      "nan",
      "__proto__",
    )
    let taken = 0
    const one = fc.oneof(
      ...TOOLS.map(({ tool, schema }) => fc.tuple(fc.constant(tool.name), argumentsOf(schema, hostile))),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 8, maxLength: 8 }), async (calls) => {
        const response = await post(
          calls.map(([name, given], place) => rpc("tools/call", { name, arguments: given }, place)),
        )
        expect(response.status).toBe(200)
        const answers = (await response.json()) as {
          id: number
          error?: { code: number }
          result?: unknown
        }[]
        expect(answers.map((each) => each.id)).toEqual(calls.map((_, place) => place))
        for (const { error } of answers) expect([undefined, -32602]).toContain(error?.code)
        taken += answers.filter(
          (each) => each.result !== undefined && !(each.result as { isError?: boolean }).isError,
        ).length
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 20) },
    )
    expect(taken).toBeGreaterThan(5)
  })
})

describe("quarterdeck mcp", () => {
  it("offers the same tools, resources, prompt and results over standard input and output", async () => {
    const near = await openStdioMcp({ QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: secret })
    expect(near.getServerVersion()).toEqual(client.getServerVersion())
    expect(await near.listTools()).toEqual(await client.listTools())
    expect(await near.listResources()).toEqual(await client.listResources())
    expect(await near.listPrompts()).toEqual(await client.listPrompts())
    expect(await call(near, "memory_read", { agent: "unit-tester" })).toEqual(
      await call(client, "memory_read", { agent: "unit-tester" }),
    )
    expect((await call(near, "memory_search", { q: "rounded", filter: 1 })).text).toContain(
      "filter: unknown argument",
    )
    await near.close()
  })

  it("notifies a harness of changes to subscribed resources only", async () => {
    const near = await openStdioMcp({ QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: secret })
    expect(near.getServerCapabilities()?.resources).toEqual({ subscribe: true })
    const told: string[] = []
    near.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri))
    const { resources } = await near.listResources()
    const [named, other] = resources.filter((one) => one.uri.endsWith(".md")).map((one) => one.uri)
    if (!named || !other) throw new Error("there are two memory files")
    await expect(near.subscribeResource({ uri: `${named}x` })).rejects.toMatchObject({ code: -32002 })
    await near.subscribeResource({ uri: named })
    await change(other)
    await change(named)
    await expect.poll(() => told, { timeout: 30_000 }).toEqual([named])
    expect((await near.readResource({ uri: named })).contents[0]).toMatchObject({
      text: expect.stringContaining(CHANGED) as string,
    })
    await near.unsubscribeResource({ uri: named })
    await near.close()
  })

  it("sends no answer to a cancelled request, and answers the next one", async () => {
    const held = await openHoldingDoor()
    const near = await openStdioMcp({ QUARTERDECK_URL: held.url, QUARTERDECK_TOKEN: secret })
    const stop = new AbortController()
    const asked = near.request({ method: "tools/list" }, ListToolsResultSchema, { signal: stop.signal })
    await held.isHeld
    stop.abort("no longer needed")
    await expect(asked).rejects.toThrow("no longer needed")
    await held.wasCut
    expect(await near.ping()).toEqual({})
    await near.close()
    await held.close()
  })

  it("returns errors with a suggestion if the server is unreachable or the key is wrong, and recovers", async () => {
    const own = await openHttpDoor()
    const near = await openStdioMcp({ QUARTERDECK_URL: own.url, QUARTERDECK_TOKEN: secret })
    await own.close()
    await expect(near.listTools()).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("is unreachable (connection refused). Start it with npm start"),
    })
    const again = await openHttpDoor(Number(new URL(own.url).port))
    expect((await near.listTools()).tools.length).toBe(TOOLS.length)
    await near.close()
    await again.close()
    await expect(
      openStdioMcp({ QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: `qd_${"x".repeat(43)}` }),
    ).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("The token came from QUARTERDECK_TOKEN. Set"),
    })
  })

  it("writes only protocol messages to standard output, and ends with its input", async () => {
    const lines = [
      "nonsense",
      '{"jsonrpc":"1.0"}',
      JSON.stringify(rpc("ping")),
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
      JSON.stringify(rpc("initialize", {}, 2)),
    ]
    const { code, stdout } = await quarterdeck(["mcp"], {
      env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: secret },
      input: `${lines.join("\n")}\n`,
    })
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number } })
    expect([code, answers.length]).toEqual([0, 4])
    expect(answers.map((one) => [one.id, one.error?.code ?? 0]).toSorted()).toEqual([
      [null, -32700],
      [null, -32700],
      [1, 0],
      [2, -32602],
    ])
  })
})

const CHANGED = "[2026-01-05] Ledgers close at midnight"

/** Changes the text of a resource's memory file. */
async function change(uri: string): Promise<void> {
  const path = decodeURIComponent(uri.split("/").slice(4).join("/"))
  const { id: file, head: base, text } = await memory.file(path)
  expectDone(
    await runOperation(reviseFile, memory.lead, {
      file,
      base,
      text: `${text}- ${CHANGED}\n`,
      reason: "learned",
    }),
  )
}

/** A proxy for the server that never answers one request for the list of tools. */
async function openHoldingDoor() {
  let hold = () => {}
  let cut = () => {}
  const isHeld = new Promise<void>((resolve) => (hold = resolve))
  const wasCut = new Promise<void>((resolve) => (cut = resolve))
  const server = createServer((asked, answer) => {
    void textFrom(asked).then(async (body) => {
      if (body.includes("tools/list")) {
        answer.once("close", cut)
        return hold()
      }
      const answered = await post(body)
      answer.writeHead(answered.status, { "content-type": "application/json" })
      return answer.end(await answered.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isHeld, wasCut, close }
}

/** Fields without a description at any depth. */
function* undescribed(schema: ToolSchema, way: string): Generator<string> {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (!part.description) yield `${way}.${name}`
    yield* undescribed(part, `${way}.${name}`)
  }
  if (schema.items) yield* undescribed(schema.items, `${way}[]`)
  for (const part of schema.anyOf ?? []) yield* undescribed(part, way)
}

/** Created once, because it takes time. */
const anyText = fc.string({ unit: "binary", maxLength: 40 })

/**
 * Arguments with the right names. Most are valid, so that a call gets beyond the first check, and some are
 * random.
 */
function argumentsOf(
  schema: ToolSchema,
  hostile: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const parts = Object.entries(schema.properties ?? {}).map(
    ([name, part]): [string, fc.Arbitrary<unknown>] => [
      name,
      fc.oneof({ weight: 12, arbitrary: fitting(part, hostile) }, { weight: 1, arbitrary: hostile }),
    ],
  )
  const needed = fc.record(Object.fromEntries(parts.filter(([name]) => schema.required?.includes(name))))
  const others = parts.filter(([name]) => !schema.required?.includes(name))
  const beside = fc
    .subarray(others, { maxLength: Math.min(4, others.length) })
    .chain((some) => fc.record(Object.fromEntries(some)))
  return fc.oneof(
    { weight: 9, arbitrary: fc.tuple(needed, beside).map(([one, other]) => ({ ...one, ...other })) },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(parts), { requiredKeys: [] }) },
  )
}

function fitting(part: ToolSchema, hostile: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const branches = part.anyOf ?? part.oneOf
  if (branches) return fc.oneof(...branches.map((branch) => fitting(branch, hostile)))
  if (part.const !== undefined) return fc.constant(part.const)
  if (part.enum) return fc.constantFrom(...part.enum)
  switch (part.type) {
    case "object":
      return argumentsOf(part, hostile)
    case "array":
      return fc.array(part.items ? fitting(part.items, hostile) : hostile, { maxLength: 3 })
    case "integer":
    case "number":
      return fc.oneof(
        {
          weight: 5,
          arbitrary:
            part.type === "integer"
              ? fc.integer({ min: 1, max: 60 })
              : fc.double({ min: 0, max: 1, noNaN: true }),
        },
        { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double()) },
      )
    case "boolean":
      return fc.boolean()
    default:
      return fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom("rounded", PATH, "unit-tester", "ledger", "2026-11-22") },
        { weight: 1, arbitrary: anyText },
      )
  }
}
