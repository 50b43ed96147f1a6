import { afterAll, beforeAll, expect, it } from "vitest"
import { type CommandInput, quarterdeck } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenLoginSecret, givenMemory, givenSecret, textOf } from "../../support/proposals"

const at = (name: string) => `.claude/agent-memory/${name}/MEMORY.md`
const FILES = {
  [at("architect")]:
    "# architect memory\n\n- [2026-11-02] Services depend inwards: api, core, store\n- [2026-11-04] Every plan says how it is rolled back when it fails\n- [2026-11-06] ~~Express serves the API~~ ← STALE (moved to Fastify)\n",
  [at("devils-advocate")]:
    "# devils-advocate memory\n\n- [2026-11-02] Ask what happens when the same request comes twice\n",
  [at("scout")]: "# scout memory\n",
}

let door: HttpDoor
let memory: Awaited<ReturnType<typeof givenMemory>>
let [person, agent] = ["", ""]
beforeAll(async () => {
  door = await openHttpDoor()
  memory = await givenMemory(FILES)
  person = await givenLoginSecret(memory.lead)
  agent = await givenSecret(memory.team, { rights: ["propose"] })
})
afterAll(() => door.close())

const run = (args: string, { token = person, ...asked }: CommandInput & { token?: string } = {}) =>
  quarterdeck(args.split(" "), { ...asked, env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })
const json = async (args: string, asked: CommandInput & { token?: string } = {}) => {
  const ended = await run(`${args} --json`, asked)
  expect({ code: ended.code, stderr: ended.stderr }).toMatchObject({ code: 0 })
  return ended.json()
}

it("previews an agent's first memory, and leaves a pending plan if an agent asks", async () => {
  const shown = await json("seed risk-architect --project ledger --dry-run")
  expect(shown).toMatchObject({
    plan: null,
    state: "preview",
    path: at("risk-architect"),
    revision: null,
    placed: [
      {
        text: "Every plan says how it is rolled back when it fails",
        from: "architect",
        section: "Risk-Specific",
        reason: expect.any(String),
        confidence: expect.any(Number),
      },
    ],
  })
  expect((shown.leftOut as { why: string }[]).map(({ why }) => why)).toEqual([
    expect.stringMatching(/^other-role: is for structure-architect/),
    "retired: it was retired: moved to Fastify",
  ])
  expect((await run("seed risk-architect --project ledger --dry-run")).stderr).toContain(
    "Predecessor ledger/architect: risk-architect took over from architect",
  )
  const waits = await json("seed risk-architect --project ledger --from architect", { token: agent })
  expect(waits).toMatchObject({
    state: "waiting",
    plan: expect.any(String),
    revision: null,
    lines: shown.lines,
  })
  expect(await json("seed risk-architect --project ledger --from architect --plan")).toMatchObject({
    state: "waiting",
    plan: waits.plan,
  })
})

it("seeds an agent or a category as the user decides", async () => {
  const one = await json("seed correctness-challenger --project ledger")
  expect(one).toMatchObject({
    state: "applied",
    revision: 1,
    placed: [{ text: "Ask what happens when the same request comes twice" }],
    leftOut: [],
  })
  expect((await textOf(memory, at("correctness-challenger"))).split("\n").length - 1).toBe(one.lines)
  const all = await run(
    "seed structure-architect,risk-architect --project ledger --from architect --into category --reason Together",
  )
  expect(all).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${at("architecture")} was written as revision 1:`),
  })
  expect(all.stdout).toContain(
    "Left out\n  Express serves the API  (architect; retired: it was retired: moved to Fastify)",
  )
  expect(await json("seed scout --fresh --reason New")).toMatchObject({
    state: "fresh",
    agent: "scout",
    placed: [],
  })
})

it("reports errors with a suggested fix", async () => {
  expect(await run("seed night-owl --project ledger")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no predecessors found for night-owl: choose predecessors with --from"),
  })
  expect(await run("seed a --from b --dry-run --plan")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Usage: quarterdeck seed AGENT"),
  })
  expect(await run("seed a --fresh --from b")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("omit --from"),
  })
  expect(await run("seed ledger/night-owl --from architect")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("quarterdeck seed night-owl --project ledger"),
  })
  for (const from of ["", " --from architect"])
    expect(await run(`seed night-owl --project ledger --category nope${from}`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/category not found in .+: nope. Choose one of architecture, delivery, /),
    })
  expect(await run("seed a --from nobody --project ledger")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /nobody has no memory in ledger\. Choose an agent that has memory there, .*PROJECT\/AGENT/,
    ),
  })
})

it("seeds several agents at once, each from its own predecessor, and continues after an agent that cannot be seeded", async () => {
  const world = await givenMemory(FILES, { project: "works" })
  const token = await givenLoginSecret(world.lead)
  const several = "seed risk-architect,night-owl,completeness-challenger --project works"
  const first = await run(`${several} --json`, { token })
  expect(first.code).toBe(1)
  expect(first.json().plans).toMatchObject([
    { state: "applied", agent: "risk-architect", placed: [{ from: "architect" }] },
    {
      state: "refused",
      agent: "night-owl",
      message: expect.stringContaining("no predecessors found for night-owl"),
    },
    { state: "applied", agent: "completeness-challenger", placed: [{ from: "devils-advocate" }] },
  ])
  const again = await run(several, { token })
  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      `nothing left to seed into ${at("risk-architect")}: of 3 entries, 1 already exists`,
    ),
  })
  expect(again.stdout).toContain("night-owl: no predecessors found for night-owl")
  expect(again.stdout).toContain(
    `nothing left to seed into ${at("completeness-challenger")}: of 1 entry, 1 already exists`,
  )
  expect((await json("seed completeness-challenger --project works", { token })).state).toBe("nothing-left")
})
