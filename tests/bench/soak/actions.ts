import { createHash } from "node:crypto"
import type { ApiDocument, Documented } from "../../support/http/documented"
import type { Chance } from "../../support/imports/random-fleet"
import { archive, file, name, hostileRun, text } from "./hostile-input"
import { LONGEST_MS, type Tally } from "./instance"

export interface Soaked {
  readonly url: string
  readonly document: ApiDocument
  readonly tally: Tally
  /** Bearer tokens of each right, and the owner's. */
  readonly tokens: string[]
  readonly cookie: string
  readonly team: string
  /** IDs from earlier responses, to call operations on existing records. */
  readonly ids: string[]
}

const MOST_IDS = 2_000
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Operations never called, because they revoke the tokens or delete the team of the run. */
const LEFT_OUT = /^(?:access-token\.revoke|team\.(?:rename|delete)|member\.|command-line\.end)/

interface Request {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

async function send(
  soaked: Soaked,
  chance: Chance,
  request: Request,
): Promise<{ status: number; body: string }> {
  const token = request.what.startsWith("import") ? soaked.tokens[0] : chance.of(soaked.tokens)
  const started = performance.now()
  const answer = await fetch(`${soaked.url}${request.path}`, {
    method: request.method,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
    redirect: "manual",
    signal: AbortSignal.timeout(LONGEST_MS + 5_000),
    ...(request.body === undefined ? {} : { body: request.body as string }),
  })
    .then(async (response) => ({ status: response.status, body: await response.text() }))
    .catch((cause: Error) => ({
      status: 0,
      body: `${cause.message} ${(cause.cause as Error)?.message ?? ""}`,
    }))
  soaked.tally.note(request.what, { ...answer, ms: performance.now() - started })
  if (chance.one(4) === 0) {
    for (const id of answer.body.slice(0, 20_000).match(UUID) ?? []) soaked.ids.push(id)
    if (soaked.ids.length > MOST_IDS) soaked.ids.splice(0, soaked.ids.length - MOST_IDS)
  }
  return answer
}

const sendJson = (
  soaked: Soaked,
  chance: Chance,
  { what, method, path, body }: { what: string; method: string; path: string; body: unknown },
) =>
  send(soaked, chance, {
    what,
    method,
    path: `/api/v1${path}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })

/** Imports a fleet of hostile files in three steps; sometimes stops between them. */
async function importFleet(soaked: Soaked, chance: Chance): Promise<void> {
  const files = Array.from({ length: 1 + chance.one(40) }, () => file(chance))
  const opened = await sendJson(soaked, chance, {
    what: "import.open",
    method: "POST",
    path: "/imports",
    body: {
      team: soaked.team,
      project: chance.one(3) === 0 ? name(chance).slice(0, 80) : "soak",
      source: { kind: "client", name: `soak ${chance.one(5)}` },
      complete: chance.one(2) === 0,
      files: files.map(({ path, bytes }) => ({
        path,
        size: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      })),
    },
  })
  if (opened.status !== 200 && opened.status !== 201) return
  const { run, wanted } = JSON.parse(opened.body) as { run: string; wanted: string[] }
  if (chance.one(20) === 0) return
  const sent = files
    .filter(({ path }) => wanted.includes(path))
    .map(({ path, bytes }) => ({ path, content: Buffer.from(bytes).toString("base64") }))
  await sendJson(soaked, chance, {
    what: "import.send",
    method: "PUT",
    path: `/imports/${run}/files`,
    body: {
      team: soaked.team,
      files: sent,
    },
  })
  if (chance.one(2) === 0)
    await sendJson(soaked, chance, {
      what: "import.plan",
      method: "POST",
      path: `/imports/${run}/plan`,
      body: { team: soaked.team },
    })
  await sendJson(soaked, chance, {
    what: "import.start",
    method: "POST",
    path: `/imports/${run}/start`,
    body: { team: soaked.team },
  })
  if (chance.one(10) === 0)
    await sendJson(soaked, chance, {
      what: "import.cancel",
      method: "POST",
      path: `/imports/${run}/cancel`,
      body: { team: soaked.team },
    })
}

async function importArchive(soaked: Soaked, chance: Chance): Promise<void> {
  await send(soaked, chance, {
    what: "import.archive",
    method: "POST",
    path: `/api/v1/imports/archive?team=${soaked.team}&name=${inAddress(chance.of(["a.zip", "b.tgz", "c.tar.gz", name(chance).slice(0, 80)]))}`,
    headers: {
      "content-type": chance.of(["application/zip", "application/octet-stream", "application/gzip"]),
    },
    body: archive(chance),
  })
}

const REFERENCE = /^(?:run|file|id|entry|proposal|conflict|synthesis|claim|plan|alert|session)$/

/**
 * Returns the example input of an operation with some IDs replaced by known ones and other values by hostile
 * ones.
 */
function spoiledInput(
  soaked: Soaked,
  chance: Chance,
  one: Soaked["document"]["operations"][number],
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...one.example, team: soaked.team }
  for (const key of keysOf(one)) {
    if (key === "team" && chance.one(10) > 0) continue
    if (REFERENCE.test(key) && chance.one(5) > 0)
      input[key] = soaked.ids.length > 0 ? chance.of(soaked.ids) : name(chance)
    else if (chance.one(3) === 0) input[key] = hostileValue(chance)
  }
  return input
}

/** Calls any operation of the API with a partly replaced example. */
async function anyOperation(soaked: Soaked, chance: Chance): Promise<void> {
  const one = chance.of(soaked.document.operations.filter(({ id }) => !LEFT_OUT.test(id)))
  const input = spoiledInput(soaked, chance, one)
  const path = one.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    inAddress(String(input[key] ?? "x").slice(0, 300)),
  )
  const query = new URLSearchParams()
  for (const { name: key, in: place } of one.parameters) {
    const value = input[key]
    if (place === "query" && value !== undefined && value !== null)
      query.append(key, (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 2_000))
  }
  const members = Object.fromEntries(
    Object.keys(one.body?.properties ?? {}).flatMap((key) =>
      input[key] === undefined ? [] : [[key, input[key]]],
    ),
  )
  await send(soaked, chance, {
    what: one.id,
    method: one.method,
    path: `/api/v1${path}${query.size > 0 ? `?${query}` : ""}`,
    ...(one.body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(members) } : {}),
  })
}

/** URLs cannot contain lone surrogates: they become U+FFFD, as in a browser. */
const inAddress = (text: string): string => encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, "\ufffd"))

const keysOf = ({ parameters, body }: Documented): string[] => [
  ...parameters.filter(({ in: place }) => place !== "header").map((one) => one.name),
  ...Object.keys(body?.properties ?? {}),
]

const hostileValue = (chance: Chance): unknown =>
  chance.of<() => unknown>([
    () => text(chance, 20_000),
    () => hostileRun(chance, 5_000),
    () => name(chance),
    () =>
      chance.of([0, -1, 1e308, Number.MAX_SAFE_INTEGER, 1.5, null, true, [], {}, "9999-12-31", "0000-00-00"]),
    () => ({ constructor: name(chance), ["__proto__"]: { polluted: true } }),
    () => Array.from({ length: chance.one(50) }, () => name(chance)),
  ])()

const PAGES = [
  "/inbox",
  "/agents",
  "/memory",
  "/search",
  "/coach",
  "/sources",
  "/seed",
  "/memory/compact",
  "/health",
  "/settings/audit",
  "/settings/history",
  "/agents/growth/activity",
  "/agents/growth",
  "/agents/overlap",
  "/agents/delivery/files",
  "/agents/context",
]

async function anyPage(soaked: Soaked, chance: Chance): Promise<void> {
  const place = chance.of([
    () => chance.of(PAGES),
    () => `/agents/soak/${inAddress(name(chance))}`,
    () => `?project=${inAddress(name(chance))}`,
    () => `/category/${inAddress(name(chance))}`,
    () => `/memory/${chance.of([...soaked.ids, "x"])}`,
    () => `${chance.of(PAGES)}?q=${inAddress(hostileRun(chance, 500))}&agent=${inAddress(name(chance))}`,
  ])()
  await send(soaked, chance, {
    what: `page ${place.split("?")[0]?.split("/").slice(0, 2).join("/")}`,
    method: "GET",
    path: `/t/${soaked.team}${place}`,
    headers: { cookie: soaked.cookie, accept: "text/html", authorization: "" },
  })
}

async function callTool(soaked: Soaked, chance: Chance): Promise<void> {
  const tool = chance.of([
    "memory_search",
    "memory_read",
    "memory_context",
    "memory_propose",
    "memory_session_start",
    name(chance),
  ])
  const input = {
    agent: name(chance),
    project: "soak",
    query: text(chance, 2_000),
    content: text(chance, 20_000),
  }
  await send(soaked, chance, {
    what: `mcp ${tool.startsWith("memory_") ? tool : "unknown"}`,
    method: "POST",
    path: "/api/mcp",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: input },
    }),
  })
}

/** Performs one random request of an agent, a file or a page. */
export const act = (soaked: Soaked, chance: Chance): Promise<void> =>
  chance.of([
    importFleet,
    importFleet,
    importArchive,
    anyOperation,
    anyOperation,
    anyOperation,
    anyOperation,
    anyPage,
    anyPage,
    callTool,
  ])(soaked, chance)
