import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import type { Coach } from "@/lib/coach/coach"
import { startWorker } from "@/lib/jobs/worker"
import { runningCoach } from "@/lib/operations/coach/runs/run"
import { submitSynthesis } from "@/lib/operations/coach/submit"
import { runOperation } from "@/lib/operations/operation"
import { done } from "@/lib/memory/inputs/outcome"
import { type CommandInput, quarterdeck } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenLoginSecret, givenMemory, givenSecret, givenToken, textOf } from "../../support/proposals"

const ANN = memoryPath("ann")
const SAME = "Always freeze the clock before a test reads a date"
const FLEET = {
  [ANN]: memoryOf("ann", [`[2026-11-01] ${SAME}`, "[2026-11-02] Invoices are rounded to cents"]),
  [memoryPath("ben")]: memoryOf("ben", [`[2026-11-03] ${SAME}.`, "[2026-11-04] The parser drops comments"]),
  [memoryPath("cleo")]: memoryOf("cleo", [
    `[2026-11-05] ${SAME}`,
    "[2026-11-06] Sockets are closed by their owner",
  ]),
}

let door: HttpDoor
let memory: Awaited<ReturnType<typeof givenMemory>>
let [person, agent] = ["", ""]
beforeAll(async () => {
  door = await openHttpDoor()
  memory = await givenMemory(FLEET)
  person = await givenLoginSecret(memory.lead)
  agent = await givenSecret(memory.team, { rights: ["coach"] })
})
afterAll(() => door.close())

const run = (args: readonly string[], { token = person, ...asked }: CommandInput & { token?: string } = {}) =>
  quarterdeck(args, { ...asked, env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })
const json = async (args: readonly string[], asked: CommandInput & { token?: string } = {}) => {
  const ended = await run([...args, "--json"], asked)
  expect({ code: ended.code, stderr: ended.stderr }).toMatchObject({ code: 0 })
  return ended.json()
}

/** Runs `work` while the built-in coach, or the coach `of`, processes runs like a server. */
async function working<T>(work: () => Promise<T>, of?: Coach): Promise<T> {
  const { stop } = startWorker([runningCoach(systemActor(), of ? { coachOf: () => done(of) } : {})])
  try {
    return await work()
  } finally {
    await stop()
  }
}

const CONTRACT = {
  id: expect.any(String),
  state: "waiting",
  claims: expect.arrayContaining([
    {
      text: expect.any(String),
      kind: expect.any(String),
      confidence: expect.any(Number),
      citations: expect.arrayContaining([
        { entry: expect.any(String), path: expect.any(String), line: expect.any(Number) },
      ]),
    },
  ]),
}

describe("the built-in coach", () => {
  it("writes a brief and an orientation without a model, with citations for each claim", async () => {
    await working(async () => {
      const brief = await json(["coach", "brief", "--project", "ledger", "--method", "extractive"])
      expect(brief).toMatchObject(CONTRACT)
      expect(JSON.stringify(brief.claims)).toContain("freeze the clock")
      const { stdout } = await run([
        "coach",
        "orient",
        "dora",
        "--project",
        "ledger",
        "--method",
        "extractive",
      ])
      expect(stdout).toMatch(
        / \(\d+ claims?\), waiting\n\n {2}1\. \[[a-z-]+\] [^\n]*\n {5}\.kaizen\/agents\/\w+\/memory\.md:\d+/,
      )
      expect(stdout).toMatch(
        /Waiting for review\. To review the claims, use quarterdeck coach show [0-9a-f-]{36}/,
      )
    })
    const { runs } = (await json(["coach", "runs"])) as {
      runs: { kind: string; state: string; agent: string | null }[]
    }
    expect(runs.map((one) => [one.kind, one.state, one.agent])).toEqual([
      ["orientation", "done", "dora"],
      ["brief", "done", null],
    ])
    expect((await json(["memory", "brief", "dora", "--project", "ledger"])).text).toContain(
      "waiting for review",
    )
  })

  it("starts in the background, returns the same run for the same request, and can be cancelled", async () => {
    const begun = await json(["coach", "brief", "--project", "ledger", "--no-wait"])
    expect(begun).toMatchObject({
      id: null,
      state: "queued",
      claims: [],
      run: expect.any(String),
      already: false,
    })
    expect((await run(["coach", "brief", "--project", "ledger", "--no-wait"])).stdout).toContain(
      `Already running: run ${String(begun.run)}`,
    )
    expect(await json(["coach", "cancel", String(begun.run)])).toMatchObject({ state: "cancelled" })
  })

  it("is cancelled by Ctrl-C, exits with 1 and says so", async () => {
    let begun: () => void = () => undefined
    const isBegun = new Promise<void>((resolve) => (begun = resolve))
    const slow: Coach = {
      method: "extractive",
      model: null,
      estimate: () => ({
        calls: 0,
        inputTokens: 0,
        outputTokens: 0,
        cost: null,
        entries: 6,
        agents: 3,
        withheld: 0,
      }),
      write: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
          begun()
        }),
    }
    await working(async () => {
      const ended = await run(
        ["coach", "orient", "ed", "--project", "ledger", "--method", "extractive", "--json"],
        { onStart: (child) => void isBegun.then(() => child.kill("SIGINT")) },
      )
      expect([ended.code, ended.json()]).toEqual([
        1,
        { refused: { reason: "cancelled", message: expect.stringContaining("Nothing was written") } },
      ])
    }, slow)
    expect(
      await database().coachRun.findFirst({
        where: { teamId: memory.team.id, agentName: "ed" },
        select: { state: true, synthesisId: true },
      }),
    ).toEqual({ state: "cancelled", synthesisId: null })
  })
})

describe("an external coach", () => {
  const put = (name: string, text: string) => join(givenFolder({ [name]: text }), name)
  const claim = (more: object = {}) => ({
    text: "All freeze the clock",
    kind: "shared-pattern",
    confidence: 0.9,
    citations: [{ path: ANN, line: 13 }],
    ...more,
  })
  const firstLine = async () => (await memory.file(ANN)).entries[0]?.line ?? 0

  it("submits a file or standard input, and gets the position of an unresolved citation", async () => {
    const line = await firstLine()
    const good = {
      kind: "brief",
      project: "ledger",
      title: "By an outside coach",
      claims: [claim({ citations: [{ path: ANN, line }] })],
    }
    expect(
      await json(["coach", "submit", put("good.json", JSON.stringify(good))], { token: agent }),
    ).toMatchObject({ ...CONTRACT, already: false })
    expect(
      (await run(["coach", "submit", "-"], { token: agent, input: JSON.stringify(good) })).stdout,
    ).toMatch(/^Already submitted: synthesis /)
    const bad = put(
      "bad.json",
      `{\n  "kind": "brief",\n  "claims": [\n    ${JSON.stringify(claim({ citations: [{ path: ANN, line }] }))},\n    {"text": "x", "kind": "risk", "confidence": 0.5, "citations": [\n      {"entry": "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"}]},\n    {"text": "y", "kind": "risk", "confidence": 0.5, "citations": []}\n  ]\n}`,
    )
    const refused = await run(["coach", "submit", bad, "--project", "ledger"], { token: agent })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(
      `${bad}:5:5: claim 2: entry not found: 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10`,
    )
    expect(refused.stderr).toContain(`${bad}:7:5: claim 3 has no citations`)
  })
})

describe("a user at the command line", () => {
  const submitted = async (title: string, claims: number) => {
    const [one, other] = [
      (await memory.file(ANN)).entries[0],
      (await memory.file(memoryPath("ben"))).entries[0],
    ]
    const texts = Array.from({ length: claims }, (_, place) => ({
      text: `${title}, claim ${place}: all freeze the clock`,
      kind: "shared-pattern",
      confidence: 0.9,
      citations: [{ entry: one?.id }, { entry: other?.id }],
    }))
    return expectDone(
      await runOperation(submitSynthesis, givenToken(memory.team, { rights: ["coach"] }), {
        project: "ledger",
        kind: "brief",
        title,
        claims: texts,
      }),
    ).id
  }

  it("reviews a synthesis and publishes it under their own name, and an agent's token cannot decide", async () => {
    const id = await submitted("Gone through", 4)
    expect(await run(["coach", "review", id, "1", "--accept"], { token: agent })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("access tokens cannot review claims. Sign in as a person"),
    })
    expect(await json(["coach", "review", id, "1", "--accept"])).toMatchObject({
      id,
      claim: 1,
      state: "accepted",
      becomes: "brief",
      left: 3,
    })
    expect(
      await json(["coach", "review", id, "2", "--edit", "-"], { input: "Freeze the clock in every test\n" }),
    ).toMatchObject({ state: "edited", left: 2 })
    expect(
      (await run(["coach", "review", id, "3", "--reject", "--reason", "It is said already"])).stdout,
    ).toBe("Rejected claim 3; 1 claim left to review\n")
    expect((await run(["coach", "review", id, "1", "--undo"])).stdout).toContain("claim 1 is pending again")
    const early = await run(["coach", "publish", id, "--json"])
    expect([early.code, early.json()]).toMatchObject([
      1,
      { refused: { message: expect.stringContaining("2 claims") } },
    ])
    await run(["coach", "review", id, "1", "--accept"])
    expect((await run(["coach", "review", id, "4", "--reject", "--reason", "So is this"])).stdout).toContain(
      `All claims have been reviewed. To publish the synthesis, run quarterdeck coach publish ${id}`,
    )
    const shown = await run(["coach", "show", id])
    expect(shown.stdout).toContain(
      `  3. [shared-pattern] rejected by ${memory.lead.name} (reason: It is said already):`,
    )
    expect(await json(["coach", "publish", id])).toMatchObject({
      id,
      state: "published",
      path: memoryPath("coach"),
      claims: 2,
      revision: expect.any(Number),
    })
    expect(await textOf(memory, memoryPath("coach"))).toContain("Freeze the clock in every test")
    expect((await json(["coach", "list", "--state", "published"])).syntheses).toMatchObject([
      { id, state: "published", decided: { by: memory.lead.name } },
    ])
    expect((await run(["coach", "publish", id, "--withdraw"])).stdout).toContain(
      "Withdrawn: the synthesis is pending again",
    )
  })

  it("promotes a claim to a named memory, and rejects the whole synthesis", async () => {
    const id = await submitted("To be promoted", 2)
    expect(await json(["coach", "review", id, "1", "--promote", "--to", "team"])).toMatchObject({
      state: "accepted",
      becomes: "promotion",
      proposals: expect.arrayContaining([expect.any(String)]),
    })
    expect(await json(["coach", "review", id, "--reject", "--reason", "It says nothing new"])).toEqual({
      id,
      state: "rejected",
    })
    expect((await run(["coach", "review", id, "--undo"])).stdout).toContain("the synthesis is pending again")
  })
})
