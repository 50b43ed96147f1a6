import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenMemory } from "../../support/proposals"
import { dayIn } from "../../support/alerts/watching"

const token = `qd_${randomBytes(32).toString("base64url")}`
let door: HttpDoor
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())

const quarterdeck = (...args: readonly string[]) =>
  run(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })

it("quarterdeck compaction lists due files, previews proposals, creates them, and reports pending ones", async () => {
  const project = `p${randomBytes(6).toString("hex")}`
  const log = `memory/${dayIn(-9)}.md`
  await givenMemory(
    {
      "SOUL.md": "# Soul\n",
      "TOOLS.md": "# Tools\n",
      "MEMORY.md": `# Memory\n\n## Lessons\n\n- [${dayIn(-12)}] Invoices have no gaps\n`,
      [log]: `# ${dayIn(-9)}\n\n- Always run the migrations before the seed script, otherwise the seed fails silently.\n- Fixed the login bug\n`,
    },
    { project },
  )
  const listed = await quarterdeck("compaction", "--project", project)
  expect([listed.code, listed.stderr]).toEqual([0, ""])
  expect(listed.stdout).toMatch(
    new RegExp(`^${project}  MEMORY\\.md\\n  due  logs: 1 daily log since ${dayIn(-9)}, none read yet`),
  )
  const asked = ["compact", "--project", project, "--file", "MEMORY.md"]
  const shown = await quarterdeck(...asked, "--dry-run", "--json")
  expect(shown.json()).toMatchObject({
    kind: "logs",
    considered: 2,
    additions: [{ section: "Lessons", cites: [{ path: log, line: 3 }] }],
  })
  expect((await quarterdeck(...asked, "--dry-run")).stdout).toContain(`  ${log}:3`)
  const made = (await quarterdeck(...asked, "--json")).json() as { proposals: string[]; compaction: string }
  expect(made).toMatchObject({
    kind: "logs",
    proposals: [expect.any(String)],
    already: [],
    compaction: expect.any(String),
  })
  expect((await quarterdeck(...asked, "--kind", "logs", "--all")).stdout).toContain(
    "No proposals.\n\n1 proposal already pending.",
  )
  expect((await quarterdeck("compaction", "--project", project)).stdout).toContain(
    "The daily log has been read",
  )
})

it("rejects two memories at once, a kind without a memory, and a log in place of a memory", async () => {
  const project = `p${randomBytes(6).toString("hex")}`
  await givenMemory(
    { "SOUL.md": "# Soul\n", "TOOLS.md": "# Tools\n", [`memory/${dayIn(-9)}.md`]: "# Log\n\n- Fixed it\n" },
    { project },
  )
  expect(await quarterdeck("compaction", "--agent", "a", "--file", "b")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--agent and --file cannot be combined") as string,
  })
  expect(await quarterdeck("compaction", "--project", project, "--kind", "logs")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no memory given: use --agent or --file") as string,
  })
  expect(
    await quarterdeck("compaction", "--project", project, "--file", `memory/${dayIn(-9)}.md`),
  ).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is a daily log, and logs are never changed") as string,
  })
})
