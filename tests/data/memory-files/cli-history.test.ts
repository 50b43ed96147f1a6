import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { reviewProposals } from "@/lib/operations/proposals/decisions/review"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenProposal } from "../../support/proposals"

const ANN = memoryPath("ann")
const token = `qd_${randomBytes(32).toString("hex")}`
let door: HttpDoor

beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())

const quarterdeck = (...args: string[]) =>
  run(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })

it("prints the history of a file and of an entry, and the author of each line", async () => {
  const memory = await givenMemory(
    { [ANN]: memoryOf("ann", ["Invoices are rounded to cents", "Retries are safe"]) },
    { project: "shop" },
  )
  const { entries } = await memory.file(ANN)
  const id = entries[1]?.id ?? ""
  expectDone(await runOperation(forgetEntry, memory.lead, { entry: id, reason: "they are not" }))

  const file = await quarterdeck("history", "ann/memory.md", "--project", "shop", "--json")
  expect(JSON.parse(file.stdout)).toMatchObject({
    path: ANN,
    total: 2,
    revisions: [{ number: 2, added: 0, cut: 1, by: memory.lead.name }, { number: 1 }],
  })
  const entry = await quarterdeck("history", id)
  expect(entry.stdout).toContain("forgotten")
  expect(entry.stdout).toContain("Retries are safe  (they are not)")
  const blamed = await quarterdeck("blame", ANN, "--project", "shop")
  expect(blamed.stdout).toContain("- Invoices are rounded to cents")

  const none = await quarterdeck("history", "nobody.md", "--json")
  expect([none.code, JSON.parse(none.stdout).refused]).toEqual([
    1,
    { reason: "not-found", message: "memory file not found: nobody.md" },
  ])
  expect((await quarterdeck("history", ANN, "--limit", "many")).code).toBe(2)
})

it("names all proposers of a revision and who approved it", async () => {
  const memory = await givenMemory({ [ANN]: memoryOf("ann", ["Retries are safe"]) }, { project: "till" })
  const proposals = await Promise.all(
    ["ann", "bob"].map((author) =>
      givenProposal(memory.team, { project: "till", file: ANN, content: `Noted by ${author}`, author }),
    ),
  )
  const items = await Promise.all(
    proposals.map(async ({ id }) => ({
      proposal: id,
      shown: expectDone(await runOperation(showProposal, memory.lead, { proposal: id })).shown,
    })),
  )
  expectDone(await runOperation(reviewProposals, memory.lead, { items, verdict: "approve" }))
  const { stdout } = await quarterdeck("history", ANN, "--project", "till")
  expect(stdout).toMatch(new RegExp(`^2 .*ann, bob, approved by ${memory.lead.name} `))
})
