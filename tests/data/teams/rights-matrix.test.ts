import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { refusalsOf } from "@/lib/api/openapi-operation"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { OPERATIONS } from "@/lib/operations/list"
import { runOperation, type Operation } from "@/lib/operations/operation"
import { send } from "../../support/http/http-client"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { actorOf, givenPerson } from "../../support/data/people"
import { givenMemory, givenSecret, givenToken } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"
import { givenWorld, type Row, TABLE, type World } from "../../support/http/rights-table"

let world: World
let actors: Readonly<Record<string, Actor>>
let foreign: Actor
let boundElsewhere: Actor
let door: HttpDoor
let ended: readonly string[]
beforeAll(async () => {
  world = await givenWorld()
  const { team, projectId } = world
  const person = async (more: object) => actorOf(await givenPerson(more))
  actors = {
    viewer: await person({ team, role: "viewer" }),
    member: await person({ team, role: "member" }),
    lead: await person({ team, role: "lead" }),
    owner: await person({ team, role: "owner" }),
    "owner of the deployment": await person({ owner: true }),
    "token to read": givenToken(team, { rights: ["read"] }),
    "token to propose": givenToken(team, { rights: ["propose"] }),
    "token to sync": givenToken(team, { rights: ["sync"] }),
    "token to coach": givenToken(team, { rights: ["coach"] }),
    "token to administer": givenToken(team, { rights: ["admin"] }),
    "token of an agent": givenToken(team, { rights: ["propose"], agent: "unit-tester" }),
    "token bound to the project": givenToken(team, { rights: ["propose"], projectId }),
    "token with every right": givenToken(team, { rights: ["read", "propose", "sync", "coach", "admin"] }),
    "the machine's own token": givenToken(null, { rights: ["admin"] }),
  }
  foreign = await actorOf(await givenPerson({ team: (await givenMemory({})).team, role: "lead" }))
  const files = { [memoryPath("tender-tester")]: memoryOf("tender-tester", ["[2026-01-02] Nine holds"]) }
  await startAndWait(team, (await offerFiles(team, "/srv/tender", files, { project: "tender" })).run)
  const tender = await database().project.findFirstOrThrow({ where: { teamId: team.id, name: "tender" } })
  boundElsewhere = givenToken(team, { rights: ["propose", "sync", "coach"], projectId: tender.id })
  door = await openHttpDoor()
  const revoked = await givenSecret(team, { rights: ["admin"] })
  await database().accessToken.updateMany({
    where: { prefix: revoked.slice(0, 9) },
    data: { revokedAt: new Date() },
  })
  ended = [
    revoked,
    await givenSecret(team, { rights: ["admin"], expiresAt: new Date(Date.now() - 1000) }),
    `qd_${"x".repeat(43)}`,
  ]
})
afterAll(() => door.close())

/** True if the actor has the right that the operation declares, or the one that its row names instead. */
function mayAsk(operation: Operation, { verb, people, deployment, free }: Row, actor: Actor): boolean {
  if (free) return true
  if (people && actor.kind !== "person") return false
  return can(
    actor,
    verb?.verb ?? operation.right,
    deployment ? { teamId: null } : { teamId: world.team.id, projectId: world.projectId },
  )
}

const ALWAYS_ASKED = ["owner", "owner of the deployment", "token bound to the project"]
let asked: ReadonlySet<string> | null = null

/** The actors of this run: a random twelfth, and those whose rights differ most. All operations use the same ones, because some need the results of others. */
function sampledActors(): (readonly [string, Actor])[] {
  const all = Object.entries(actors)
  asked ??= new Set([...ALWAYS_ASKED, ...sampleOf(all, 12).map(([role]) => role)])
  return all.filter(([role]) => asked?.has(role))
}

/** True if a refusal depends on the actor. */
const isForRights = (refusal: string) => refusal === "forbidden" || refusal === "unauthenticated"

/** The first refusal in the outcomes of a bulk operation. */
function refusalIn(outcome: Awaited<ReturnType<typeof runOperation>>): string | null {
  if (!outcome.ok) return outcome.reason
  const { outcomes = [] } = outcome.value as { outcomes?: { refused: { reason: string } | null }[] }
  return outcomes.find((one) => one.refused)?.refused?.reason ?? null
}

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s",
  (name, operation) => {
    const row = TABLE[name]

    /** Reads and refused requests change nothing, so all of them share one input unless the input depends on the actor. */
    let left: unknown
    const inputFor = async (asked: Row, actor: Actor, changes: boolean): Promise<object> => {
      if (changes || asked.input.length > 1) return asked.input(world, actor)
      left ??= await asked.input(world, actor)
      return left as object
    }

    it("has a row in the table", () => {
      expect(Object.keys(TABLE)).toContain(name)
    })

    it("is allowed for all actors with the right, and for no others", async () => {
      if (!row) throw new Error(`${name}: give it a row in TABLE of tests/support/http/rights-table.ts`)
      const wrong: unknown[] = []
      const documented = new Set<string>(refusalsOf(operation))
      let allowed = 0
      for (const [role, actor] of sampledActors()) {
        const may = mayAsk(operation, row, actor)
        const refusal = refusalIn(
          await runOperation(operation, actor, await inputFor(row, actor, may && operation.method !== "GET")),
        )
        if (refusal !== null && !documented.has(refusal))
          wrong.push({ role, refusal, because: "the document does not say that it may be refused so" })
        if (may) allowed += 1
        // Only the first input is certain to succeed: later ones may be refused because the action is already done.
        const isRight = may
          ? refusal === null || (allowed > 1 && !isForRights(refusal))
          : refusal === "forbidden" || refusal === "not-found"
        if (!isRight) wrong.push({ role, may, refusal })
      }
      expect(wrong).toEqual([])
      expect(allowed).toBeGreaterThan(0)
    })

    it("rejects a request without a token", async () => {
      const { archive: _, ...body } = (row ? await inputFor(row, foreign, false) : {}) as Record<
        string,
        unknown
      >
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (__, part: string) =>
        encodeURIComponent(String(body[part] ?? "x")),
      )
      const reads = operation.method === "GET" || operation.method === "DELETE"
      const query = new URLSearchParams(
        Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
      )
      const { status } = await send(door.url, {
        method: operation.method,
        path: reads ? `${path}?${query.toString()}` : path,
        ...(reads ? {} : { body }),
      })
      expect(status).toBe(401)
    })

    it("returns the same response for another team's objects and unknown ones", async () => {
      if (!row || row.free || row.deployment) return
      const input = await inputFor(row, foreign, false)
      const [theirs, missing] = [
        await runOperation(operation, foreign, input),
        await runOperation(operation, foreign, elsewhere(input)),
      ]
      expect(plain(theirs)).toEqual(plain(missing))
      expect(refusalIn(theirs)).toBe("not-found")
    })

    it("shows a token bound to another project nothing of this one", async () => {
      if (!row || row.free || row.deployment || row.people) return
      const input = await inputFor(row, foreign, false)
      const shown = await runOperation(operation, boundElsewhere, input)
      expect(tracesIn(name, shown, input)).toEqual([])
      if (refusalIn(shown) === null) return
      const missing = await runOperation(operation, boundElsewhere, elsewhere(input, "no-such-project"))
      expect(plain(shown)).toEqual(plain(missing))
    })
  },
)

// One function authenticates every request, so one operation is enough.
it("rejects revoked, expired and unknown tokens", async () => {
  const statuses = ended.map(
    async (secret) => (await send(door.url, { method: "GET", path: "/teams", secret })).status,
  )
  expect(await Promise.all(statuses)).toEqual(ended.map(() => 401))
})

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Operations that return team and global memory with the name of the project that it was imported with. */
const READS_SHARED_MEMORY = new Set(["entry.read", "entry.search"])

/** Returns what tells of the project: its ids and texts in an outcome, unless the input has them. */
function tracesIn(operation: string, outcome: unknown, input: object): string[] {
  const { projectId, file, entries } = world
  const [told, asked] = [JSON.stringify(outcome), JSON.stringify(input)]
  const name = READS_SHARED_MEMORY.has(operation) ? [] : ['"ledger"', "in ledger"]
  return [projectId, file, ...entries.flatMap(({ id, text }) => [id, text]), ...name].filter(
    (trace) => told.includes(trace) && !asked.includes(trace),
  )
}

/** The same input with ids of things that do not exist, and of a team that does not exist, or a project. */
function elsewhere(input: object, project?: string): object {
  const { archive, ...rest } = input as Record<string, unknown>
  const other = JSON.parse(
    JSON.stringify(rest)
      .replaceAll(`"${world.team.slug}"`, '"no-such-team"')
      .replaceAll(ID, () => newId())
      .replaceAll('"no-such-team"', JSON.stringify(project === undefined ? "no-such-team" : world.team.slug))
      .replaceAll('"ledger', `"${project ?? "ledger"}`),
  ) as object
  return archive === undefined ? other : { ...other, archive }
}

const plain = (outcome: unknown): unknown =>
  JSON.parse(
    JSON.stringify(outcome)
      .replaceAll(ID, "an id")
      .replaceAll(/\bledger\b/g, "no-such-project"),
  )
