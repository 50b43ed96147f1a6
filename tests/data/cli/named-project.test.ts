import { afterAll, beforeAll, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { sampleTeam } from "@/lib/operations/samples/load-and-remove"
import { quarterdeck } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { offerFiles, startAndWait, type Team } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenTeam } from "../../support/data/people"
import { givenSecret } from "../../support/proposals"

/**
 * An own team and a sample team have a project of the same name. Only the sample has `dispatch`; later two
 * own teams have `shared`.
 */

const ANN = memoryPath("ann")
const STORE = "memory/projects/ledger/memory.json"
const store = (id: string, content: string) =>
  `${JSON.stringify({ version: "1.0", entries: [{ id, type: "decision", content, confidence: 0.9 }] }, null, 2)}\n`

let door: HttpDoor
let machine: string
let own: Team & { readonly name: string }
const fill = async (team: Team, project: string, files: Record<string, string>) =>
  startAndWait(team, (await offerFiles(team, `/srv/${project}`, files, { project })).run)
beforeAll(async () => {
  door = await openHttpDoor()
  machine = await givenSecret(null, { rights: ["admin"] })
  own = await givenTeam("Acme")
  const sample = { slug: "platform", ...(await sampleTeam(systemActor(), "Platform")) }
  await fill(own, "ledger", {
    [ANN]: memoryOf("ann", ["[2026-11-02] Acme rounds half even"]),
    [STORE]: store("mem-100", "Acme posts at noon"),
  })
  await fill(sample, "ledger", {
    [ANN]: memoryOf("ann", ["[2026-11-02] Samples round half up"]),
    [STORE]: store("mem-001", "Samples post at night"),
  })
  await fill(sample, "dispatch", { [ANN]: memoryOf("ann", ["[2026-11-02] Samples ring twice"]) })
})
afterAll(() => door.close())

const run = (...args: string[]) =>
  quarterdeck(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: machine } })
const COMMANDS: readonly (readonly string[])[] = [
  ["read", "project"],
  ["rank", "--project"],
  ["context", "ann", "--project"],
  ["search", "round*", "--project"],
  ["propose", "--agent", "ann", "--content", "Cents are whole", "--confidence", "0.9", "--project"],
]

it.each(COMMANDS)(
  "%s %s prefers a project of the user's own team over a sample's, and says so",
  async (...words) => {
    const ended = await run(...words, "ledger", "--json")
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stderr).toContain(
      "using project ledger in Acme. A project with that name also exists in Platform. Set team to choose between them",
    )
    const json = JSON.stringify(ended.json())
    expect(json).toContain(`"team":"${own.slug}"`)
    expect(json).not.toContain("Samples")
    const named = await run(...words, "ledger", "--team", "platform", "--json")
    expect([named.stderr, JSON.stringify(named.json())]).toEqual([
      "",
      expect.stringContaining('"team":"platform"'),
    ])
  },
)

it("resolves a name that only a sample has to the sample", async () => {
  expect((await run("read", "project", "dispatch")).stdout).toContain("Samples ring twice")
  expect(
    (
      await run("token", "create", "--name", "ring", "--right", "propose", "--project", "dispatch", "--json")
    ).json(),
  ).toMatchObject({ team: "platform", token: expect.any(String) as string })
})

it("forgets nothing in a sample by key alone, only in the user's single project, and names the project", async () => {
  const other = await run("forget", "--id", "mem-001", "--scope", "project", "--reason", "Old")
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringContaining("entry not found: mem-001 in ledger (Acme)"),
  ])
  const forgotten = await run("forget", "--id", "mem-100", "--scope", "project", "--reason", "Old")
  expect(forgotten.stdout).toContain(
    ` is forgotten as of revision 2 of its file\n${own.slug}/ledger  ${STORE}:4  Acme posts at noon\n`,
  )
  const [id = ""] = forgotten.stdout.split(" ")
  expect((await run("restore", id, "--json")).json()).toMatchObject({
    id,
    state: "current",
    text: "Acme posts at noon",
    team: own.slug,
    project: "ledger",
    path: STORE,
    line: 4,
  })
  expect(
    (
      await run(
        "forget",
        "--id",
        "mem-001",
        "--project",
        "ledger",
        "--team",
        "platform",
        "--reason",
        "Old",
        "--json",
      )
    ).json(),
  ).toMatchObject({
    text: "Samples post at night",
    team: "platform",
    project: "ledger",
    path: STORE,
    line: 4,
  })
})

it("rejects a key alone with several writable projects, and a name that several of the user's teams have", async () => {
  await fill(await givenTeam("Beacon"), "ledger", { [STORE]: store("mem-200", "Beacon posts at dawn") })
  const several = await run("forget", "--id", "mem-200", "--reason", "Old")
  expect(several.stderr).toContain("Specify the project (--project ledger) or the entry's ID")
  expect(several.stderr).toMatch(
    /beacon\/ledger {2}memory\/projects\/ledger\/memory\.json:4 {2}Beacon posts at dawn/,
  )
  for (const words of [...COMMANDS, ["forget", "--id", "mem-200", "--reason", "Old", "--project"]])
    expect((await run(...words, "ledger")).stderr, words[0]).toContain(
      "several projects are named ledger (ledger in Acme, ledger in Beacon). Choose a team",
    )
  expect(
    (await run("forget", "--id", "mem-200", "--reason", "Old", "--project", "ledger", "--team", "beacon"))
      .stdout,
  ).toContain("beacon/ledger")
})
