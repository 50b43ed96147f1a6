import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { inputFieldsOf } from "@/lib/api/request-input"
import { answerRest } from "@/lib/api/rest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { newSecret } from "@/lib/db/infra/secrets"
import { OPERATIONS } from "@/lib/operations/list"
import type { Operation } from "@/lib/operations/operation"
import { givenNamedTeam, type NamedTeam } from "../../support/hostile/named-team"
import { ALL_HOSTILE_NAMES } from "../../support/hostile/names"

const token = `qd_${newSecret()}`
const folder = mkdtempSync(join(tmpdir(), "quarterdeck-names-"))
let world: NamedTeam

beforeAll(async () => {
  await registerMachineToken(token)
  world = await givenNamedTeam(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const READS = OPERATIONS.filter(({ method }) => method === "GET")
const WRITES = OPERATIONS.filter(({ method }) => method !== "GET")

it("reads a fleet with hostile names through every operation", async () => {
  const failures: string[] = []
  for (const operation of READS) failures.push(...(await failuresOf(operation, known())))
  expect(failures).toEqual([])
})

it("accepts a hostile name in each field of each read", async () => {
  const failures: string[] = []
  for (const operation of READS)
    for (const field of Object.keys(inputFieldsOf(operation)))
      for (const name of namesFor(operation, field))
        failures.push(...(await failuresOf(operation, { ...known(), [field]: name })))
  expect(failures).toEqual([])
})

it("accepts a hostile name in each field of each write, and as a field name", async () => {
  const failures: string[] = []
  for (const operation of WRITES) {
    for (const field of Object.keys(inputFieldsOf(operation)))
      for (const name of namesFor(operation, field))
        failures.push(...(await failuresOf(operation, { ...operation.example, ...known(), [field]: name })))
    for (const name of ["constructor", "__proto__", "toString"])
      failures.push(...(await failuresOf(operation, { ...known(), [name]: { [name]: 1 } })))
  }
  expect(failures).toEqual([])
})

/**
 * Returns two names inherited from Object.prototype and one other. Fields get different ones, so that all are
 * used.
 */
function namesFor(operation: Operation, field: string): string[] {
  const place =
    READS.indexOf(operation) +
    WRITES.indexOf(operation) +
    Object.keys(inputFieldsOf(operation)).indexOf(field)
  const other = ALL_HOSTILE_NAMES[(place * 7) % ALL_HOSTILE_NAMES.length] ?? ""
  return ["constructor", "__proto__", other]
}

const known = () => ({
  team: world.team.slug,
  project: world.project,
  agent: "constructor",
  file: world.file,
})

/**
 * Sends one request and returns its failure: a 5xx response that is not a documented 503, or a response
 * without JSON.
 */
async function failuresOf(operation: Operation, given: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { method, name } = operation
  const fields = inputFieldsOf(operation)
  const inPath = new Set<string>()
  const path = operation.path
    .split("/")
    .slice(1)
    .map((part) => {
      if (!part.startsWith("{")) return part
      const field = part.slice(1, -1)
      inPath.add(field)
      return String(Object.hasOwn(given, field) ? given[field] : "constructor")
    })
  const rest = Object.entries(given).filter(
    ([field]) => !inPath.has(field) && (method !== "GET" || Object.hasOwn(fields, field)),
  )
  const url = new URL("http://localhost/api/v1")
  const hasBody = method !== "GET" && method !== "DELETE"
  if (!hasBody)
    for (const [field, value] of rest)
      url.searchParams.set(field, typeof value === "string" ? value : JSON.stringify(value))
  const request = new Request(url, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
  })
  const response = await answerRest(request, path)
  const text = await response.text()
  const failed = response.status === 500 || (response.status > 500 && response.status !== 503)
  return failed
    ? [`${name} ${JSON.stringify(given).slice(0, 160)}: ${response.status} ${text.slice(0, 200)}`]
    : []
}
