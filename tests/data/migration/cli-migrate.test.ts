import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { filesThere } from "../../support/data/migrations"
import { givenMemory } from "../../support/proposals"

const token = `qd_${randomBytes(32).toString("base64url")}`
let door: HttpDoor
let world: Awaited<ReturnType<typeof givenMemory>>
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
  world = await givenMemory({
    ".claude/agent-memory/structure-architect/MEMORY.md": "# Structure\n\n- Mine alone\n",
    ".claude/agent-memory/risk-architect/MEMORY.md": "# Risk\n\n- Risky\n",
  })
})
afterAll(() => door.close())

const quarterdeck = (...args: string[]) =>
  run(["migrate", ...args, "--team", world.team.slug], {
    env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token },
  })

it("previews a migration, runs it, lists it and undoes it", async () => {
  const before = await filesThere(world.team)
  const shown = await quarterdeck("--project", "ledger", "--to", "D", "--dry-run")
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /Architecture: A to D\n {2}made .*architecture\/MEMORY\.md {2}11 lines\n(?:.*\n)+.*2 entries: 2 moved, 0 merged, 0 unchanged, 0 lost\. Nothing was written\./,
    ) as string,
  })
  expect(await filesThere(world.team)).toEqual(before)
  const { migration } = (
    await quarterdeck(
      "--project",
      "ledger",
      "--to",
      "D",
      "--category",
      "architecture",
      "--reason",
      "one memory",
      "--json",
    )
  ).json() as { migration: string }
  expect(Object.keys(await filesThere(world.team))).toEqual([
    "ledger/.claude/agent-memory/architecture/MEMORY.md",
  ])
  expect((await quarterdeck("list")).stdout).toMatch(/ledger {2}A to D {2}3 files {2}2 entries/)
  expect(await quarterdeck("undo", migration)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Undid the migration in 3 files.") as string,
  })
  expect(await filesThere(world.team)).toEqual(before)
  expect(await quarterdeck("undo", migration)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the migration was already undone by") as string,
  })
  expect(await quarterdeck("--project", "ledger", "--to", "A")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the category already has this layout") as string,
  })
  expect(await quarterdeck("--to", "A")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--project is missing") as string,
  })
})
