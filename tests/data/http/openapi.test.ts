import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { personActor } from "@/lib/auth/create-actor"
import { cookieName, createSessionCookie } from "@/lib/auth/session-cookie"
import type { Actor } from "@/lib/memory/teams/actor"
import { OPERATIONS } from "@/lib/operations/list"
import { brokenInputs } from "../../support/http/broken-inputs"
import { ApiDocument, callDocumented, type Documented } from "../../support/http/documented"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenPerson } from "../../support/data/people"
import { givenWorld, TABLE, type World } from "../../support/http/rights-table"

const RUNS = Number(process.env.PROPERTY_RUNS ?? 1)

let door: HttpDoor
let document: ApiDocument
let world: World
let actor: Actor
let signedIn: Readonly<Record<string, string>>
const inputs = new Map<string, Readonly<Record<string, unknown>>>()

beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters"
  door = await openHttpDoor()
  const response = await fetch(`${door.url}/api/v1/openapi.json`)
  expect(response.headers.get("content-type")).toBe("application/json")
  document = new ApiDocument((await response.json()) as ConstructorParameters<typeof ApiDocument>[0])
  world = await givenWorld()
  const owner = await givenPerson({ team: world.team, role: "owner", owner: true })
  actor = personActor(owner)
  signedIn = { cookie: `${cookieName("login")}=${await createSessionCookie(owner)}` }
})
afterAll(() => door.close())

const documented = (name: string): Documented =>
  document.operations.find((one) => one.id === name) ?? expect.fail(`${name} is not documented`)

/** A valid input that succeeded before, in which one value is then made invalid. */
async function inputFor(name: string): Promise<Readonly<Record<string, unknown>>> {
  const known = inputs.get(name)
  if (known) return known
  const row = TABLE[name]
  const made = {
    ...(row
      ? await row.input(world, actor)
      : expect.fail(`${name}: give it a row in TABLE of tests/support/http/rights-table.ts`)),
  } as Readonly<Record<string, unknown>>
  inputs.set(name, made)
  return made
}

it("documents exactly the existing operations", () => {
  expect(document.operations.map((one) => one.id).toSorted()).toEqual(
    OPERATIONS.map((one) => one.name).toSorted(),
  )
})

/** Repeats a read with its entity tag. */
async function whenKnown(
  one: Documented,
  input: Readonly<Record<string, unknown>>,
  tag: string | null,
): Promise<string | null> {
  if (tag === null || one.method !== "GET") return null
  const { status } = await callDocumented(door.url, one, input, { ...signedIn, "if-none-match": tag })
  return status === 304 ? null : `${one.id}: what is known already is answered ${status}`
}

/** Calls an operation with its documented example, with existing IDs and paths. */
async function whenExample(one: Documented): Promise<string | null> {
  const row = TABLE[one.id]
  if (!one.example || !row) return null
  const fresh = (await row.input(world, actor)) as Readonly<Record<string, unknown>>
  const { base: _, ...declared } = OPERATIONS.find(({ name }) => name === one.id)?.example ?? {}
  if (Object.keys(declared).length === 0) return null
  const placed = Object.fromEntries(
    Object.entries(fresh).filter(
      ([member]) =>
        one.path.includes(`{${member}}`) ||
        ["team", "project", "base"].includes(member) ||
        (PLACES.includes(member) && member in declared),
    ),
  )
  const { status, body } = await callDocumented(door.url, one, { ...declared, ...placed }, signedIn)
  return status === 200 ? null : `${one.id}: its example is answered ${status}: ${JSON.stringify(body)}`
}

describe.each(OPERATIONS.map((one) => [one.name]))("%s", (name) => {
  it("answers as documented without credentials, with sufficient rights, page by page and for invalid input", async () => {
    const one = documented(name)
    const wrong: (string | null)[] = []
    const input = await inputFor(name)

    const toNobody = await callDocumented(door.url, one, input)
    wrong.push(
      toNobody.status === 401
        ? document.wrongWith(one, 401, toNobody.body)
        : `${name}: nobody is answered ${toNobody.status}`,
    )

    const done = await callDocumented(door.url, one, input, signedIn)
    wrong.push(
      done.status === 200
        ? document.wrongWith(one, 200, done.body)
        : `${name}: what is plausible is answered ${done.status}: ${JSON.stringify(done.body)}`,
    )

    wrong.push(await whenKnown(one, input, done.headers.get("etag")))
    wrong.push(await whenExample(one))
    wrong.push(...(await pagesOf(one, input)), ...(await whenBroken(one, input)))
    expect(wrong.filter((each) => each !== null)).toEqual([])
  })
})

/** Members that refer to stored records and differ in each store. The rest of an example works unchanged. */
const PLACES = ["agent", "category", "file", "entry", "session", "alerts", "item"]

const CURSORS = ["after", "cursor", "before"]

/**
 * For a list: pages of one row follow each other, are the same when repeated, and invalid cursors are
 * refused.
 */
async function pagesOf(
  one: Documented,
  input: Readonly<Record<string, unknown>>,
): Promise<(string | null)[]> {
  const cursor = CURSORS.find((name) => one.parameters.some((parameter) => parameter.name === name))
  if (one.method !== "GET" || cursor === undefined) return []
  const wrong: (string | null)[] = []
  let next: unknown
  const seen = new Set<unknown>()
  for (let page = 0; page < 3; page += 1) {
    const answered = await callDocumented(
      door.url,
      one,
      { ...input, limit: 1, ...(next === undefined ? {} : { [cursor]: next }) },
      signedIn,
    )
    wrong.push(document.wrongWith(one, answered.status, answered.body))
    next = (answered.body as { next?: unknown }).next
    if (next === null || next === undefined) break
    if (seen.has(next)) wrong.push(`${one.id}: the page after ${String(next)} is the same page`)
    seen.add(next)
    if (
      !(answered.headers.get("link") ?? "").includes(
        `${cursor}=${new URLSearchParams({ x: String(next as string) }).toString().slice(2)}`,
      )
    )
      wrong.push(`${one.id}: its Link does not lead to the next page`)
  }
  const { status } = await callDocumented(door.url, one, { ...input, [cursor]: "~no cursor~" }, signedIn)
  return [...wrong, status === 422 ? null : `${one.id}: what is no cursor is answered ${status}`]
}

async function whenBroken(
  one: Documented,
  input: Readonly<Record<string, unknown>>,
): Promise<(string | null)[]> {
  const broken = brokenInputs(one, input)
  if (broken === null) return []
  const failed = await fc.check(
    fc.asyncProperty(broken, async ({ at, input: bad }) => {
      const { status, body } = await callDocumented(door.url, one, bad, signedIn)
      if (status < 400 || status > 499) throw new Error(`${one.id}: ${at}, and is answered ${status}`)
      const why = document.wrongWith(one, status, body)
      if (why !== null) throw new Error(`${at}: ${why}`)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  return failed.failed
    ? [
        `${String((failed.errorInstance as Error | null)?.message)} (seed ${failed.seed}, path ${failed.counterexamplePath ?? ""})`,
      ]
    : []
}
