import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { OPERATIONS } from "@/lib/operations/list"
import { newId } from "@/lib/db/infra/identifiers"
import { database } from "@/lib/db/infra/client"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { cookieName, createSessionCookie } from "@/lib/auth/session-cookie"
import { givenPerson } from "../../support/data/people"
import { givenMemory, givenSecret } from "../../support/proposals"

const PATH = memoryPath("unit-tester")

let door: HttpDoor
let team: { id: string; slug: string }
let file: string
let reader: string
let lead: Readonly<Record<string, string>>

beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters"
  door = await openHttpDoor()
  const memory = await givenMemory({
    [PATH]: memoryOf("unit-tester", [
      "[2026-01-02] One holds",
      "[2026-01-03] Two holds",
      "[2026-01-04] Three holds",
    ]),
  })
  team = memory.team
  file = (await memory.file(PATH)).id
  reader = await givenSecret(team, { rights: ["read"] })
  lead = {
    cookie: `${cookieName("login")}=${await createSessionCookie(await givenPerson({ team, role: "lead" }))}`,
    "content-type": "application/json",
  }
})
afterAll(() => door.close())
afterEach(() => delete process.env.QUARTERDECK_RATE_LIMIT)

const ask = (path: string, more: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(`${door.url}/api/v1${path}`, {
    ...more,
    headers: {
      authorization: `Bearer ${reader}`,
      ...headers,
      ...(more.headers as Record<string, string> | undefined),
    },
  })
const asLead = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${door.url}/api/v1${path}`, { method, body: JSON.stringify(body), headers: { ...lead, ...headers } })
const problemOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { title: string; type: string; detail: string }),
})
const adding = (text: string) => ({
  reason: "why",
  changes: [{ kind: "add", section: "Accumulated Findings", text, date: "2026-11-22" }],
})

it("accepts a write based on the current version, and rejects an outdated one with all texts for a merge", async () => {
  const read = await ask(`/files/${file}?team=${team.slug}`)
  const tag = read.headers.get("etag") ?? ""
  expect(tag).toMatch(/^"\d+\.[\w-]{22}"$/)
  expect(
    (await ask(`/files/${file}?team=${team.slug}`, {}, { "if-none-match": `"other", W/${tag}` })).status,
  ).toBe(304)

  const written = await asLead("PUT", `/files/${file}`, adding("Four holds"), { "if-match": tag })
  expect(written.status).toBe(200)
  const late = await asLead("PUT", `/files/${file}`, adding("Five holds"), { "if-match": tag })
  expect(await problemOf(late)).toMatchObject({
    status: 412,
    title: "stale",
    type: "/docs/api#stale",
    revision: 2,
    theirs: expect.stringContaining("Four holds") as string,
  })
  expect((await ask(`/files/${file}?team=${team.slug}`, {}, { "if-none-match": tag })).status).toBe(200)
  expect(
    (
      await asLead("PUT", `/files/${file}`, adding("Six holds"), {
        "if-match": written.headers.get("etag") ?? "",
      })
    ).status,
  ).toBe(200)
})

it("accepts one strong entity tag as If-Match, and rejects it for operations without a comparison", async () => {
  const put = async (headers: Record<string, string>, body: object = {}) =>
    (await asLead("PUT", `/files/${file}`, { ...adding(`It holds ${newId()}`), ...body }, headers)).status
  expect([
    await put({}),
    await put({ "if-match": '"nonsense"' }),
    await put({ "if-match": '"1", "2"' }),
    await put({ "if-match": 'W/"1"' }),
    await put({ "if-match": '"2"' }, { base: 1 }),
  ]).toEqual([422, 412, 422, 412, 422])
  const nowhere = await asLead("POST", "/proposals", { team: team.slug }, { "if-match": '"1"' })
  expect(await problemOf(nowhere)).toMatchObject({
    status: 422,
    detail: expect.stringContaining("If-Match") as string,
  })
})

it("accepts one of many concurrent writers of the same policies", async () => {
  const tag = (await ask(`/policies?team=${team.slug}`)).headers.get("etag") ?? ""
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      asLead(
        "PATCH",
        "/policies",
        { team: team.slug, place: "scope:project", set: { days: 20 + place } },
        { "if-match": tag },
      ),
    ),
  )
  expect(outcomes.map((one) => one.status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
})

it("answers HEAD and OPTIONS, lists the allowed methods, and rejects other content types", async () => {
  const head = await ask(`/files/${file}?team=${team.slug}`, { method: "HEAD" })
  expect([head.status, await head.text(), head.headers.get("etag") !== null]).toEqual([200, "", true])
  const options = await fetch(`${door.url}/api/v1/files/${file}`, { method: "OPTIONS" })
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, PUT, HEAD, OPTIONS"])
  expect([options, head].map((one) => one.headers.get("access-control-allow-origin"))).toEqual([null, null])
  const wrong = await ask(`/files/${file}`, { method: "DELETE" })
  expect([await problemOf(wrong), wrong.headers.get("allow")]).toMatchObject([
    { status: 405, type: "/docs/api#method" },
    "GET, PUT, HEAD, OPTIONS",
  ])
  const form = await ask("/proposals", { method: "POST", body: new URLSearchParams({ content: "x" }) })
  expect(await problemOf(form)).toMatchObject({ status: 415, type: "/docs/api#content-type" })
  expect(
    (
      await ask("/imports/archive?name=a.zip", {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      })
    ).status,
  ).toBe(415)
  expect((await ask("/nowhere")).status).toBe(404)
})

it("rejects unknown fields in the query and in the body before it changes anything", async () => {
  const asked = await ask(`/entries?team=${team.slug}&budgt=3&secton=x`)
  expect(await problemOf(asked)).toMatchObject({
    status: 400,
    title: "invalid",
    type: "/docs/api#unknown-member",
    unknown: ["budgt", "secton"],
    detail: expect.stringMatching(
      /^budgt: unknown field \(accepted: .*\); secton: unknown field \(did you mean section\?\)$/,
    ) as string,
  })
  const before = await database().proposal.count()
  const proposal = {
    team: team.slug,
    project: "ledger",
    file: PATH,
    changes: [
      {
        kind: "add",
        section: "Accumulated Findings",
        text: `It holds ${newId()}`,
        date: "2026-11-22",
        dat: "2026-11-22",
      },
    ],
  }
  expect(await problemOf(await asLead("POST", "/proposals", proposal))).toMatchObject({
    status: 400,
    detail: "changes.0.dat: unknown field (did you mean date?)",
  })
  expect(await database().proposal.count()).toBe(before)
  const lenient = await asLead("POST", "/proposals", proposal, { prefer: "respond-async, handling=lenient" })
  expect([lenient.status, lenient.headers.get("preference-applied"), await lenient.json()]).toMatchObject([
    200,
    "handling=lenient",
    { state: "waiting" },
  ])
  expect(
    (
      await asLead(
        "POST",
        "/proposals",
        { ...proposal, changes: [{ kind: "add", section: null, date: null, text: `It holds ${newId()}` }] },
        { prefer: "handling=lenient" },
      )
    ).headers.get("preference-applied"),
  ).toBeNull()
})

it("rejects undeclared fields for every operation", async () => {
  const statuses = await Promise.all(
    OPERATIONS.map(
      async ({ name, method, path }) =>
        [
          name,
          (
            await fetch(`${door.url}/api/v1${path.replaceAll(/\{\w+\}/g, "x")}?no-such-member=1`, {
              method,
              headers: lead,
            })
          ).status,
        ] as const,
    ),
  )
  expect(statuses.filter(([, status]) => status !== 400)).toEqual([])
})

it("returns a request id, or the caller's own", async () => {
  expect((await ask("/teams", {}, { "x-request-id": "of-the-caller-1" })).headers.get("x-request-id")).toBe(
    "of-the-caller-1",
  )
  expect((await ask("/teams", {}, { "x-request-id": "<b>" })).headers.get("x-request-id")).toMatch(
    /^[0-9a-f-]{36}$/,
  )
})

it("reads entries page by page, each once, across the files and projects of all visible teams", async () => {
  const pages: string[][] = []
  for (let next: string | null = "?limit=2"; next !== null;) {
    const response: Response = await ask(`/entries${next}`)
    const { entries } = (await response.json()) as { entries: { id: string }[] }
    pages.push(entries.map((one) => one.id))
    const link: string | null = response.headers.get("link")
    next = link === null ? null : `?${/\?([^>]+)>/.exec(link)?.[1] ?? ""}`
  }
  const all = await database().entry.findMany({
    where: { teamId: team.id },
    orderBy: { position: "asc" },
    select: { id: true },
  })
  expect(pages.flat()).toEqual(all.map((one) => one.id))
  expect(pages.length).toBeGreaterThan(2)
  for (const cursor of [
    "x",
    "eyJ9",
    Buffer.from(JSON.stringify([newId(), "a", newId(), 1])).toString("base64url"),
  ]) {
    expect(await problemOf(await ask(`/entries?after=${cursor}`))).toMatchObject({
      status: 422,
      detail: expect.stringMatching(/^after: invalid cursor\. Send `next` from the previous page/) as string,
    })
  }
})

it("rate limits a frequent caller, returns the wait time, and serves other callers", async () => {
  process.env.QUARTERDECK_RATE_LIMIT = "7"
  const hasty = await givenSecret(team, { rights: ["read"] })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask("/teams", {}, { authorization: `Bearer ${hasty}` })),
  )
  expect(answers.map((one) => one.status).toSorted()).toEqual([
    ...Array.from({ length: 7 }, () => 200),
    ...Array.from({ length: 5 }, () => 429),
  ])
  const [allowed, refused] = [answers.find((one) => one.ok), answers.find((one) => !one.ok)]
  expect(allowed?.headers.get("ratelimit-limit")).toBe("7")
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await problemOf(refused as Response)).toMatchObject({
    status: 429,
    title: "too-many",
    type: "/docs/api#too-many",
  })
  expect(
    (await ask("/teams", {}, { authorization: `Bearer ${await givenSecret(team, { rights: ["read"] })}` }))
      .status,
  ).toBe(200)
})

it("rate limits invalid tokens by network address, but not a valid token from the same address", async () => {
  process.env.QUARTERDECK_RATE_LIMIT = "5"
  const from = { "x-forwarded-for": "198.51.100.7" }
  const guesses = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      ask("/teams", {}, { ...from, authorization: `Bearer qd_${String(place).repeat(43)}` }),
    ),
  )
  expect(guesses.map((one) => one.status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect(guesses.find((one) => one.status === 401)?.headers.get("www-authenticate")).toBe("Bearer")
  expect(
    (
      await ask(
        "/teams",
        {},
        { ...from, authorization: `Bearer ${await givenSecret(team, { rights: ["read"] })}` },
      )
    ).status,
  ).toBe(200)
  process.env.QUARTERDECK_RATE_LIMIT = "0"
  expect((await ask("/teams", {}, { ...from, authorization: "Bearer qd_x" })).status).toBe(401)
})
