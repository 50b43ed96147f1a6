import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { publishSynthesis } from "@/lib/operations/coach/publish/publish"
import { showSynthesis } from "@/lib/operations/coach/syntheses"
import { decideClaim } from "@/lib/operations/coach/review/claim-decisions"
import { rejectSynthesis } from "@/lib/operations/coach/review/synthesis-decisions"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { call, openMcp } from "../../support/http/mcp-client"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenSecret, textOf } from "../../support/proposals"

const AGENTS = ["ann", "ben", "cleo", "dora"]
const SAME = "Freeze the clock before a test reads a date"
const findings = (agent: string) => [
  `[2026-11-01] ${SAME}`,
  ...Array.from(
    { length: 14 },
    (_, place) =>
      `[2026-10-${place + 10}] Finding ${place} of ${agent} is about part ${place * 31} of the ledger`,
  ),
]

interface Read {
  readonly id: string
  readonly agent: string
  readonly path: string
  readonly line: number
  readonly text: string
}
interface Page {
  readonly agents: {
    agent: string
    files: { path: string; entries: { id: string; line: number; text: string }[] }[]
  }[]
  readonly tokens: number
  readonly next: string | null
}

let door: HttpDoor
let memory: Awaited<ReturnType<typeof givenMemory>>
let coach: Client
beforeAll(async () => {
  door = await openHttpDoor()
  memory = await givenMemory(
    Object.fromEntries(AGENTS.map((agent) => [memoryPath(agent), memoryOf(agent, findings(agent))])),
  )
  coach = await openMcp(door.url, await givenSecret(memory.team, { rights: ["coach"] }))
})
afterAll(async () => {
  await coach.close()
  await door.close()
})

/** Reads all pages like an external coach. */
async function readAll(budget: number): Promise<{ entries: Read[]; pages: number }> {
  const entries: Read[] = []
  let pages = 0
  for (let after: string | undefined; ; pages += 1) {
    const { value, text, failed } = await call(coach, "coach_read_fleet", {
      budget,
      ...(after === undefined ? {} : { after }),
    })
    expect({ failed, text: failed ? text : "" }).toEqual({ failed: false, text: "" })
    const page = value as unknown as Page
    expect(page.tokens).toBeLessThanOrEqual(budget)
    entries.push(
      ...page.agents.flatMap(({ agent, files }) =>
        files.flatMap(({ path, entries: some }) => some.map((one) => ({ ...one, agent, path }))),
      ),
    )
    if (page.next === null) return { entries, pages: pages + 1 }
    expect(text).toContain(`Call coach_read_fleet again with after set to ${page.next}`)
    after = page.next
  }
}

const claim = (text: string, cited: readonly Read[], more: object = {}) => ({
  text,
  kind: "shared-pattern",
  confidence: 0.9,
  citations: cited.map((one) => ({ entry: one.id })),
  ...more,
})

describe("an external coach over MCP", () => {
  it("reads the fleet in pages, submits a synthesis, and gets the decision on each claim", async () => {
    const { entries, pages } = await readAll(600)
    expect(pages).toBeGreaterThan(2)
    expect([entries.length, new Set(entries.map((one) => one.id)).size]).toEqual([60, 60])
    const alike = entries.filter((one) => one.text.includes("Freeze the clock"))
    expect(alike.map((one) => one.agent).toSorted()).toEqual(AGENTS)
    const [first, , , last] = alike
    if (!first || !last) throw new Error("the fleet was not read")
    const unlike = entries.filter((one) => !alike.includes(one))

    const claims = [
      claim(`Every agent says: ${SAME}`, alike),
      claim("Nobody says which clock", [first], { kind: "gap" }),
      claim("Parts are found one by one", unlike.slice(0, 2), { kind: "observation" }),
      claim("It will break at new year", [last], { kind: "risk", confidence: 0.4 }),
    ]
    const sent = await call(coach, "coach_submit_synthesis", {
      kind: "brief",
      project: "ledger",
      title: "What the ledger's agents know",
      claims,
    })
    const id = String(sent.value?.id)
    expect(sent.text).toMatch(
      new RegExp(
        `Synthesis ${id} with 4 claims is waiting for review[^]*coach_show_synthesis[^]*Claim 1 cites ${first.path.replaceAll(".", "\\.")}:${first.line}`,
      ),
    )
    expect((await call(coach, "coach_list_syntheses", {})).text).toMatch(
      new RegExp(
        `What the ledger's agents know \\[brief · waiting · [\\d-]+ · by [^\\]]*\\] id ${id}\n {2}4 claims: 4 undecided\\. The synthesis is waiting for review`,
      ),
    )
    const early = await call(coach, "coach_show_synthesis", { synthesis: id })
    expect(early.text).toContain("4. [risk] undecided")

    const decide = async (position: number, more: object) => {
      const { shown } =
        expectDone(await runOperation(showSynthesis, memory.lead, { synthesis: id })).statements[position] ??
        {}
      return expectDone(
        await runOperation(decideClaim, memory.lead, { synthesis: id, position, shown, ...more }),
      )
    }
    await decide(0, { verdict: "accept" })
    await decide(1, { verdict: "edit", text: "It is open which clock is meant: ask before you freeze one" })
    await decide(2, { verdict: "reject", reason: "That is how memory works, no finding" })
    await decide(3, { verdict: "reject", reason: "Dates are stored in UTC" })
    expectDone(await runOperation(publishSynthesis, memory.lead, { synthesis: id }))
    const { id: file, head, entries: stand } = await memory.file(memoryPath("dora"))
    const drifted = stand.find((one) => one.id === last.id)
    expectDone(
      await runOperation(reviseFile, memory.lead, {
        file,
        base: head,
        reason: "why",
        changes: [
          { kind: "edit", entry: last.id, before: drifted?.text, text: "Freeze the clock, and thaw it" },
        ],
      }),
    )

    const { text, value } = await call(coach, "coach_show_synthesis", { synthesis: id })
    expect(text).toContain(
      `What the ledger's agents know [brief · published]: 4 claims: 1 accepted, 1 edited, 2 rejected. The synthesis was published by ${memory.lead.name}.`,
    )
    expect(text).toContain(`1. [shared-pattern] accepted by ${memory.lead.name}\n`)
    expect(text).toContain(
      "   It is open which clock is meant: ask before you freeze one\n   you wrote: Nobody says which clock\n",
    )
    expect(text).toContain(
      `3. [observation] rejected by ${memory.lead.name} (reason: That is how memory works, no finding)\n`,
    )
    expect(text).toMatch(
      /4\. \[risk\] rejected by [^\n]* \(reason: Dates are stored in UTC\)\n[^\n]*\n {3}cites \.kaizen\/agents\/dora\/memory\.md:\d+ \(changed since\)/,
    )
    expect(value).toMatchObject({
      state: "published",
      published: { path: memoryPath("coach") },
      statements: [
        { state: "accepted" },
        { state: "edited", original: "Nobody says which clock" },
        { state: "rejected", reason: "That is how memory works, no finding" },
        { state: "rejected" },
      ],
    })
    expect(await textOf(memory, memoryPath("coach"))).toContain(SAME)
    // Published briefs are not included in the material of the next brief.
    expect((await readAll(50_000)).entries.some((one) => one.agent === "coach")).toBe(false)
  })

  it("stores nothing if a claim cites no entry or an unknown one, and names that claim", async () => {
    const { entries } = await readAll(50_000)
    const [good, gone] = entries
    if (!good || !gone) throw new Error("the fleet was not read")
    const before = await database().synthesis.count({ where: { teamId: memory.team.id } })
    const invented = "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"
    const sent = await call(coach, "coach_submit_synthesis", {
      kind: "brief",
      project: "ledger",
      claims: [
        claim("It rests on something", [good]),
        claim("It rests on nothing", []),
        claim("It rests on what nobody wrote", [good, { ...gone, id: invented }], { kind: "risk" }),
      ],
    })
    expect(sent.failed).toBe(true)
    expect(sent.text).toContain("claim 2 has no citations")
    expect(sent.text).toContain(`claim 3, citation 2: entry not found: ${invented}`)
    expect(sent.text).not.toContain("claim 1")
    const other = await call(coach, "coach_submit_synthesis", {
      kind: "brief",
      project: "ledger",
      claims: [claim("It has no citations at all", [], { citations: undefined })],
    })
    expect([other.failed, other.text]).toEqual([true, expect.stringContaining("citations")])
    expect(await database().synthesis.count({ where: { teamId: memory.team.id } })).toBe(before)
  })

  it("gets the reason of a rejection, and cannot decide itself", async () => {
    const [one] = (await readAll(50_000)).entries
    if (!one) throw new Error("the fleet was not read")
    const { value } = await call(coach, "coach_submit_synthesis", {
      kind: "orientation",
      agent: "ed",
      project: "ledger",
      claims: [claim("Begin with the clock", [one])],
    })
    const id = String(value?.id)
    expect(
      (await coach.listTools()).tools
        .map((tool) => tool.name)
        .filter((name) => name.startsWith("coach_"))
        .toSorted(),
    ).toEqual(["coach_list_syntheses", "coach_read_fleet", "coach_show_synthesis", "coach_submit_synthesis"])
    expectDone(
      await runOperation(rejectSynthesis, memory.lead, { synthesis: id, reason: "ed begins next year" }),
    )
    expect((await call(coach, "coach_list_syntheses", { agent: "ed", state: "decided" })).text).toContain(
      `The synthesis was rejected by ${memory.lead.name}. Reason: ed begins next year.`,
    )
    const stranger = await openMcp(
      door.url,
      await givenSecret((await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["Elsewhere"]) })).team, {
        rights: ["coach"],
      }),
    )
    expect(await call(stranger, "coach_show_synthesis", { synthesis: id })).toMatchObject({
      failed: true,
      text: expect.stringContaining("synthesis not found"),
    })
    await stranger.close()
  })
})
