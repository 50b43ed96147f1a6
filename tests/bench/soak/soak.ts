import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createSessionCookie } from "@/lib/auth/session-cookie"
import { database } from "@/lib/db/infra/client"
import { ApiDocument } from "../../support/http/documented"
import { givenPerson, givenTeam } from "../../support/data/people"
import { Chance } from "../../support/imports/random-fleet"
import type { Figure } from "../figures"
import { act, type Soaked } from "./actions"
import { processMemory, Tally } from "./instance"

/** Maximum time of a health check during the attack. */
const HEALTH_MS = 2_000
const CLIENTS = 6
const RIGHTS = ["admin", "propose", "read", "sync", "coach"]

/**
 * Attacks a running Quarterdeck for some minutes with hostile files, names, bodies and operations. Returns
 * the results.
 */
export async function soakFigures(
  url: string,
  { minutes, seed, pid }: { minutes: number; seed: number; pid: number },
): Promise<Figure[]> {
  const soaked = await prepared(url)
  const end = Date.now() + minutes * 60_000
  const watched = watch(url, pid, end)
  const client = async (place: number) => {
    const chance = new Chance(seed * 1_000 + place)
    while (Date.now() < end && isAlive(pid)) await act(soaked, chance)
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)))
  const { health, memory, deaths } = await watched
  const { tally } = soaked
  for (const [what, { count, example }] of tally.failures) console.error(`${count} × ${what}: ${example}`)
  if (deaths === 0) for (const line of await whatWasSetAside(soaked.team)) console.error(line)
  const failed = [...tally.failures.values()].reduce((sum, one) => sum + one.count, 0)
  const asked = [...tally.byStatus.values()].reduce((sum, one) => sum + one, 0)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  return [
    {
      what: `requests in ${minutes} minutes, seed ${seed}`,
      value: `${asked}: ${[...tally.byStatus].map(([status, count]) => `${status} ${count}×`).join(", ")}`,
      bar: "",
      holds: null,
    },
    {
      what: "answers of 5xx other than 503, and none at all",
      value: String(failed),
      bar: "0",
      holds: failed === 0,
    },
    { what: "deaths of the server", value: String(deaths), bar: "0", holds: deaths === 0 },
    {
      what: "health: slowest answer, and answers missed",
      value: `${Math.round(health.slowest)} ms, ${health.missed}`,
      bar: "≤ 2 s, 0",
      holds: health.slowest <= HEALTH_MS && health.missed === 0,
    },
    {
      what: "operations over 30 s; the slowest",
      value: `${tally.overLimit}; ${tally.slowest.what} ${Math.round(tally.slowest.ms)} ms`,
      bar: "0",
      holds: tally.overLimit === 0,
    },
    {
      what: "memory of the server, and with its children",
      value: `${megabytes(memory.largest)}, ${megabytes(memory.whole)}`,
      bar: "≤ 600 MB",
      holds: memory.largest <= 600 * 1024 * 1024,
    },
  ]
}

async function prepared(url: string): Promise<Soaked> {
  const home = process.env.E2E_HOME ?? ""
  process.env.NEXTAUTH_SECRET = (
    JSON.parse(readFileSync(join(home, "secrets.json"), "utf8")) as { NEXTAUTH_SECRET: string }
  ).NEXTAUTH_SECRET
  const owner = readFileSync(join(home, "owner.token"), "utf8").trim()
  const team = await givenTeam()
  const cookie = `quarterdeck.login=${await createSessionCookie(await givenPerson({ team, role: "lead" }))}`
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${owner}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const tokens = await Promise.all(
    RIGHTS.map(async (right) =>
      String(
        (await ask(`/teams/${team.slug}/access-tokens`, { name: `soak ${right}`, rights: [right] })).token,
      ),
    ),
  )
  return {
    url,
    cookie,
    tokens: [owner, ...tokens],
    team: team.slug,
    document: new ApiDocument((await ask("/openapi.json")) as never),
    tally: new Tally(),
    ids: [],
  }
}

/** Checks health twice a second and samples the memory of processes. */
async function watch(url: string, pid: number, end: number) {
  const health = { slowest: 0, missed: 0 }
  const memory = { largest: 0, whole: 0 }
  while (Date.now() < end) {
    const started = performance.now()
    const answered = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    )
    const ms = performance.now() - started
    health.slowest = Math.max(health.slowest, ms)
    if (answered?.status !== 200) health.missed += 1
    if (!isAlive(pid)) return { health, memory, deaths: 1 }
    const now = processMemory(pid)
    memory.largest = Math.max(memory.largest, now.largest)
    memory.whole = Math.max(memory.whole, now.whole)
    await pause(500)
  }
  return { health, memory, deaths: 0 }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Reasons why files were quarantined, without numbers and names. */
async function whatWasSetAside(slug: string): Promise<string[]> {
  const team = await database().team.findUniqueOrThrow({ where: { slug } })
  const rows = await database().$queryRaw<{ reason: string; files: number }[]>`
    SELECT regexp_replace(coalesce(reason, 'no reason'), '[0-9]+|"[^"]*"', '…', 'g') AS reason, count(*)::int AS files
    FROM import_item WHERE team_id = ${team.id}::uuid AND status = 'set-aside' GROUP BY 1 ORDER BY 2 DESC LIMIT 60`
  return rows.map(({ reason, files }) => `set aside ${files} ×: ${reason}`)
}
