import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory } from "../../support/proposals"

const ANN = memoryPath("ann")
const STORE = "memory/projects/shop/memory.json"
const token = `qd_${randomBytes(32).toString("hex")}`
let door: HttpDoor
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())

const quarterdeck = (...args: string[]) =>
  run(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })

it("restores a forgotten entry by its key, and an earlier revision of a file", async () => {
  const entry = { id: "mem-001", type: "decision", content: "Invoices are rounded to cents", confidence: 0.9 }
  const memory = await givenMemory(
    {
      [ANN]: memoryOf("ann", ["Retries are safe"]),
      [STORE]: `${JSON.stringify({ version: "1.0", entries: [entry] }, null, 2)}\n`,
    },
    { project: "shop" },
  )
  const before = (await memory.file(STORE)).text
  const place = ["--project", "shop", "--team", memory.team.slug]
  const forgotten = await quarterdeck("forget", "--id", "mem-001", "--reason", "They are not", ...place)
  expect(forgotten.stderr).toBe("")
  expect((await memory.file(STORE)).text).not.toContain("rounded")
  const restored = await quarterdeck("restore", "mem-001", ...place)
  expect(restored.stdout, restored.stderr).toContain("restored")
  expect((await memory.file(STORE)).text).toBe(before)
  expect((await quarterdeck("restore", "mem-001", ...place)).stderr).toContain("is already current")

  await quarterdeck(
    "forget",
    "--id",
    (await memory.file(ANN)).entries[0]?.id ?? "",
    "--reason",
    "They are not",
  )
  const back = await quarterdeck("restore", ANN, "--revision", "1", ...place, "--json")
  expect(back.json(), back.stderr).toMatchObject({ path: ANN, revision: 3 })
  expect((await memory.file(ANN)).text).toContain("Retries are safe")
})
