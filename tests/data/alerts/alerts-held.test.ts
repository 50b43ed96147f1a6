import { expect, it, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { checkAgents, checkProjects } from "@/lib/operations/alerts/check-agents-and-projects"
import { checkFiles } from "@/lib/operations/alerts/check-files"
import { ignoreAlerts } from "@/lib/operations/alerts/ignore-rules"
import { runOperation } from "@/lib/operations/operation"
import { lockSession } from "@/lib/db/sessions"
import { commit } from "@/lib/db/infra/commit"
import { done } from "@/lib/memory/inputs/outcome"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

const LOOKS = { file: checkFiles, agent: checkAgents, project: checkProjects }
const INDEX = (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`
const evaluate = (teamId: string, more: object = {}) =>
  evaluateTeam(systemActor(), teamId, { now: new Date(), ...more })
const openOf = async (teamId: string) =>
  (await database().alert.findMany({ where: { teamId, state: "open" } }))
    .map((one) => `${one.kind} ${one.path}`)
    .toSorted()

it("a rule that is created during an evaluation waits for it, and neither fails", async () => {
  const { team, lead } = await givenMemory({
    [INDEX("ben")]: "# Ben\n\n- [Queues](queues.md) drain\n- [Gone](gone.md) is gone\n",
    ".claude/agent-memory/ben/queues.md":
      "---\nname: queues\ndescription: how they drain\n---\n\nThey drain.\n",
  })
  await evaluate(team.id)
  expect(await openOf(team.id)).toContain(`broken-reference ${INDEX("ben")}`)
  const waiting = async (least: number) => {
    const [row] = await database().$queryRaw<
      { count: number }[]
    >`SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted`
    expect(row?.count).toBeGreaterThanOrEqual(least)
  }
  let both: Promise<unknown> = Promise.resolve()
  await database().$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT id FROM alert WHERE team_id = ${team.id}::uuid FOR UPDATE`
      const looking = evaluate(team.id, { everything: true })
      await vi.waitFor(() => waiting(1), { timeout: 10_000 })
      const ignoring = runOperation(ignoreAlerts, lead, {
        team: team.slug,
        kind: "broken-reference",
        reason: "archived",
      })
      await vi.waitFor(() => waiting(2), { timeout: 10_000 })
      both = Promise.allSettled([looking, ignoring])
    },
    { timeout: 30_000 },
  )
  expect(await both).toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled", value: { ok: true, value: { ignored: 1 } } },
  ])
})

it("an impossible file name in a link does not prevent other alerts", async () => {
  const { team } = await givenMemory({
    [INDEX("ann")]: "# Ann\n\n- [Odd](a%00b.md) is odd\n- [Cache](cache.md) is gone\n",
    ".claude/agent-memory/ann/queues.md":
      "---\nname: queues\ndescription: how they drain\n---\n\nThey drain.\n",
    [memoryPath("ben")]: memoryOf(
      "ben",
      Array.from({ length: 120 }, (_, n) => `Rate ${n} is read`),
    ),
  })
  await evaluate(team.id)
  expect(await openOf(team.id)).toEqual(
    expect.arrayContaining([`broken-reference ${INDEX("ann")}`, `over-budget ${memoryPath("ben")}`]),
  )
})

it("a file that fails evaluation does not block other files and is retried the next day", async () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const given = await givenMemory(
    Object.fromEntries(
      ["ann", "ben", "cleo"].map((name) => [
        memoryPath(name),
        memoryOf(
          name,
          Array.from({ length: 120 }, (_, n) => `Rate ${n} is read by ${name}`),
        ),
      ]),
    ),
  )
  const sick = (await given.file(memoryPath("ben"))).id
  const looks = {
    ...LOOKS,
    file: (async (teamId, ids, asked) =>
      ids.includes(sick)
        ? Promise.reject(new Error("no such thing"))
        : checkFiles(teamId, ids, asked)) as typeof checkFiles,
  }
  await evaluate(given.team.id, { looks })
  expect((await openOf(given.team.id)).filter((one) => one.startsWith("over-budget"))).toEqual([
    `over-budget ${memoryPath("ann")}`,
    `over-budget ${memoryPath("cleo")}`,
  ])
  expect(complained.mock.calls.flat().join(" ")).toContain(sick)
  expect(await evaluate(given.team.id, { looks })).toMatchObject({ evaluated: 0 })
  await evaluate(given.team.id, { now: new Date(Date.now() + 86_400_000) })
  expect(await openOf(given.team.id)).toContain(`over-budget ${memoryPath("ben")}`)
  complained.mockRestore()
})

it("a message with half a surrogate pair is stored without that half", async () => {
  const given = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["Rates are read"]) })
  const looks = {
    ...LOOKS,
    file: (async (teamId, ids, asked) =>
      new Map(
        [...(await checkFiles(teamId, ids, asked))].map(([id, one]) => [
          id,
          {
            ...one,
            look: {
              dueAt: null,
              found: [
                {
                  kind: "malformed",
                  part: "",
                  severity: "error",
                  message: "Cut \ud83d and \0",
                  path: null,
                  line: 1,
                  column: 1,
                  evidence: { names: ["\udc00"] },
                },
              ],
            },
          },
        ]),
      )) as typeof checkFiles,
  }
  expect(await evaluate(given.team.id, { looks })).toMatchObject({ raised: 1 })
  expect(
    await database().alert.findFirst({ where: { teamId: given.team.id, kind: "malformed" } }),
  ).toMatchObject({ message: "Cut \ufffd and \ufffd" })
})

it("evaluates an agent again when the harness of its session becomes known", async () => {
  const given = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["Rates are read"]) })
  const project = await database().project.findFirstOrThrow({ where: { teamId: given.team.id } })
  const agent = await database().agent.findFirstOrThrow({ where: { teamId: given.team.id, name: "ann" } })
  const hold = (harness: string | null) =>
    commit(systemActor(), { kind: "session.start", teamId: given.team.id, subject: "ann" }, async (tx) =>
      done(
        void (await lockSession(
          tx,
          { teamId: given.team.id, projectId: project.id, agent: "ann", session: "s-1" },
          harness,
        )),
      ),
    )
  expectDone(await hold(null))
  await evaluate(given.team.id)
  expectDone(await hold("codex"))
  expect(
    await database().watchMark.findMany({
      where: { teamId: given.team.id, unit: "agent", unitId: agent.id },
    }),
  ).toHaveLength(1)
})

it("evaluates an agent and its dependents again when the agent loses a file", async () => {
  const given = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", ["Rates are read"]),
    [memoryPath("ben")]: memoryOf("ben", []),
  })
  const teamId = given.team.id
  const core = await database().category.create({
    data: { teamId, id: crypto.randomUUID(), slug: "core", name: "Core", writePolicy: "direct" },
  })
  await database().agent.updateMany({ where: { teamId }, data: { categoryId: core.id } })
  await evaluate(teamId)
  expect(await database().alert.findMany({ where: { teamId, kind: "cold-agent" } })).toMatchObject([
    { state: "open" },
  ])
  await database().memoryFile.deleteMany({ where: { teamId, path: memoryPath("ann") } })
  await evaluate(teamId)
  expect(await database().alert.findMany({ where: { teamId, kind: "cold-agent" } })).toMatchObject([
    { state: "resolved" },
  ])
})

it("a policy change on an agent evaluates only that agent's files", async () => {
  const given = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", ["Rates are read"]),
    [memoryPath("ben")]: memoryOf("ben", ["Queues drain"]),
  })
  const teamId = given.team.id
  await evaluate(teamId)
  await database().policy.create({
    data: { teamId, place: "agent:ledger/ann", settings: { noisePhrases: ["rates"] } },
  })
  const { evaluated } = await evaluate(teamId)
  expect(evaluated).toBeLessThanOrEqual(3)
  expect(await openOf(teamId)).toContain(`session-noise ${memoryPath("ann")}`)
})
