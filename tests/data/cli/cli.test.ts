import { randomBytes } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { namesOf } from "@/lib/cli/completion"
import { serverAt } from "@/lib/cli/infra/server"
import { database } from "../../support/data/writable"
import {
  type CommandInput,
  type CommandResult,
  quarterdeck as run,
} from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { importFolder, storedFile } from "../../support/imports/import-folder"
import { fleetOf, givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { givenTeam } from "../../support/data/people"

const ANN = memoryPath("ann")
const BEN = memoryPath("ben")
const STORE = "memory/teams/core/memory.json"
const token = `qd_${randomBytes(32).toString("base64url")}`

let door: HttpDoor
let team: { id: string; slug: string; name: string }

beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())
beforeEach(async () => {
  team = await givenTeam()
})

const quarterdeck = (args: readonly string[], asked: CommandInput = {}) =>
  run(args, { ...asked, env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token, ...asked.env } })

/** The JSON output of a command. Fails the test with its error if it failed. */
function done(ended: CommandResult): Record<string, unknown> {
  const { code, stderr } = ended
  expect({ code, stderr, ...(code === 0 ? {} : { stdout: ended.stdout }) }).toEqual({ code: 0, stderr: "" })
  return ended.json()
}

describe("quarterdeck import", () => {
  it("imports a folder and reports every file", async () => {
    const folder = givenFolder({
      [ANN]: memoryOf("ann", ["Ledger rounds to cents"]),
      [STORE]: '{"memory": [{"id": 1,}',
      [BEN]: Buffer.from([0xff]),
      "src/app.ts": "code",
    })
    const answer = done(
      await quarterdeck(["import", folder, "--team", team.slug, "--project", "ledger", "--json"]),
    )
    expect(answer).toMatchObject({
      run: expect.any(String) as string,
      files: { new: 2, changed: 0, same: 0, gone: 0, leftAlone: 1, setAside: 1 },
      entries: 1,
      byFormat: { kaizen: 1, "memory-protocol": 1 },
    })
    const items = Object.fromEntries((answer.items as { path: string }[]).map((item) => [item.path, item]))
    expect(items[ANN]).toMatchObject({
      status: "new",
      format: "kaizen",
      agent: "ann",
      scope: "project",
      entries: 1,
      project: "ledger",
    })
    expect(items[STORE]).toMatchObject({ status: "new", diagnostics: [{ line: 1, severity: "error" }] })
    expect(items[BEN]).toMatchObject({
      status: "set-aside",
      diagnostics: [{ line: 1, column: 1, code: "encoding-invalid" }],
    })
    expect(items["src/app.ts"]).toMatchObject({ status: "left-alone", entries: 0 })
    expect(Object.keys(items)).toHaveLength(4)
    expect((await storedFile(team, ANN)).project.name).toBe("ledger")
  })

  it("sends nothing on the second run, and only changes on the third", async () => {
    const folder = givenFolder(fleetOf(120))
    done(await quarterdeck(["import", folder, "--team", team.slug, "--json"]))
    door.asked.length = 0
    expect(done(await quarterdeck(["import", folder, "--team", team.slug, "--json"]))).toMatchObject({
      files: { new: 0, changed: 0, same: 108, gone: 0, leftAlone: 12 },
    })
    expect(door.asked.filter((one) => one.startsWith("PUT"))).toEqual([])
    putFiles(folder, { [memoryPath("agent-0000")]: memoryOf("agent-0000", ["Another"]) })
    expect(done(await quarterdeck(["import", folder, "--team", team.slug, "--json"]))).toMatchObject({
      files: { changed: 1, same: 107 },
    })
    expect(door.asked.filter((one) => one.startsWith("PUT"))).toHaveLength(1)
  })

  it("sends large folders in batches", async () => {
    const folder = givenFolder(
      Object.fromEntries(
        Array.from({ length: 3 }, (_, place) => [
          memoryPath(`big-${place}`),
          memoryOf("big", [`${"x".repeat(1_500_000)}${place}`]),
        ]),
      ),
    )
    door.asked.length = 0
    expect(done(await quarterdeck(["import", folder, "--team", team.slug, "--json"]))).toMatchObject({
      files: { new: 3 },
    })
    expect(door.asked.filter((one) => one.startsWith("PUT")).length).toBeGreaterThan(2)
  })

  it("previews changes with --dry-run and writes nothing", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]) })
    const answer = done(await quarterdeck(["import", folder, "--team", team.slug, "--dry-run", "--json"]))
    expect(answer).toMatchObject({
      files: { new: 1 },
      entries: 1,
      items: [{ path: ANN, status: "new", entries: 1 }],
    })
    const rows = async () => [
      await database().memoryFile.count({ where: { teamId: team.id } }),
      await database().importRun.count({ where: { teamId: team.id } }),
      await database().source.count({ where: { teamId: team.id } }),
    ]
    expect(await rows()).toEqual([0, 0, 0])
    const teams = await database().team.count()
    const events = await database().auditEvent.count()
    const elsewhere = await quarterdeck(["import", folder, "--team", "Not there yet", "--dry-run"])
    expect(elsewhere.stdout).toMatch(/^Importing .* into a new team would result in 1 memory file/)
    expect(await database().team.count()).toBe(teams)
    expect(await database().auditEvent.count()).toBe(events)
  })

  it("predicts with --dry-run exactly what an import does", async () => {
    const files = {
      ...fleetOf(12),
      "notes/MEMORY.md": "- [Builds](builds.md) — how they run\n",
      "notes/builds.md": "- Builds run nightly\n",
      "src/app.ts": "code",
      [BEN]: Buffer.from([0xff]),
    }
    const folder = givenFolder(files)
    const outcome = async (...more: string[]) => {
      const { files, entries, byFormat, items } = (
        await quarterdeck(["import", folder, "--team", team.slug, "--json", ...more])
      ).json()
      const known = (items as { path: string; written: boolean }[]).map((item) => ({
        ...item,
        written: false,
      }))
      return { files, entries, byFormat, items: known.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
    }
    expect(await outcome("--dry-run")).toEqual(await outcome())
    putFiles(folder, { [memoryPath("agent-0001")]: memoryOf("agent-0001", ["Changed"]) })
    expect(await outcome("--dry-run")).toEqual(await outcome())
  })

  it("imports files in the format of --as, and remembers it for the next import", async () => {
    const folder = givenFolder({ "notes/a.md": "- Ledger rounds to cents\n", "docs/b.md": "- No memory\n" })
    const nothing = await quarterdeck(["import", folder, "--team", team.slug])
    expect(nothing).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^No memory found in .*: 2 files ignored/) as string,
    })
    const named = ["import", folder, "--team", team.slug, "--json"]
    expect(done(await quarterdeck([...named, "--as", "claude-auto-memory", "notes/**"]))).toMatchObject({
      files: { new: 1, leftAlone: 1 },
      byFormat: { "claude-auto-memory": 1 },
    })
    putFiles(folder, { "notes/c.md": "- Ledger is closed on Fridays\n" })
    expect(done(await quarterdeck(named))).toMatchObject({ files: { new: 1, same: 1, leftAlone: 1 } })
    expect(await quarterdeck([...named, "--as", "claude-auto-memry"])).toMatchObject({ code: 2 })
    expect(await quarterdeck([...named, "notes/**"])).toMatchObject({ code: 2 })
  })

  it("prints a table, and the positions of problems", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]), [STORE]: '{\n "memory": [{"id": 1,}' })
    const { code, stdout } = await quarterdeck(["import", folder, "--team", team.slug])
    expect(code).toBe(0)
    expect(stdout).toMatch(/kaizen +1 +1/)
    expect(stdout).toMatch(/memory\/teams\/core\/memory\.json:2:\d+: /)
    expect((await quarterdeck(["import", folder, "--team", team.slug])).stdout).toMatch(
      /^Nothing changed since the last import of .* into team .*: \d+ memory files with/,
    )
    expect((await quarterdeck(["import", folder, "--team", team.slug, "--dry-run"])).stdout).toMatch(
      /^Nothing has changed since the last import/,
    )
  })

  it("counts the same problems as the inbox, and names their files", async () => {
    const folder = givenFolder({
      [ANN]: `${memoryOf("ann", ["One"])}\n## Accumulated Findings\n\n\n- \n`,
      [STORE]: '{"version":"1.0","entries":[{"id":"mem-1","content":7}]}',
    })
    const { stdout } = await quarterdeck(["import", folder, "--team", team.slug])
    const { items } = done(await quarterdeck(["import", folder, "--team", team.slug, "--json"])) as {
      items: { path: string; diagnostics: { severity: string }[] }[]
    }
    const problems = await database().memoryFile.aggregate({
      where: { teamId: team.id },
      _sum: { problems: true },
    })
    expect(items.flatMap((one) => one.diagnostics.filter((each) => each.severity !== "info"))).toHaveLength(
      problems._sum.problems ?? -1,
    )
    expect(problems._sum.problems).toBeGreaterThan(0)
    expect([...stdout.matchAll(/^\S+:\d+:\d+: /gm)]).toHaveLength(problems._sum.problems ?? -1)
  })

  it("is cancelled by Ctrl-C", async () => {
    const folder = givenFolder(fleetOf(2500))
    const ended = await quarterdeck(["import", folder, "--team", team.slug, "--json"], {
      onStart: (child) => {
        const interrupt = async () => {
          while ((await database().memoryFile.count({ where: { teamId: team.id } })) === 0) await pause(10)
          child.kill("SIGINT")
        }
        void interrupt()
      },
    })
    expect(ended.code).toBe(1)
    expect(ended.json()).toMatchObject({ refused: { reason: "cancelled" } })
    expect(await database().importRun.findFirst({ where: { teamId: team.id } })).toMatchObject({
      state: "cancelled",
    })
  })
})

describe("quarterdeck export", () => {
  it("returns every imported byte", async () => {
    const files = {
      ...fleetOf(60),
      [ANN]: `\uFEFF${memoryOf("ann", ["One"]).replaceAll("\n", "\r\n")}`,
      [BEN]: memoryOf("ben", ["Two 記憶 👩‍🚀"]).trimEnd(),
    }
    const memory = Object.entries(files).filter(([path]) => !path.endsWith(".txt"))
    done(await quarterdeck(["import", givenFolder(files), "--team", team.slug, "--json"]))
    const target = join(givenFolder(), "made", "here")
    expect(done(await quarterdeck(["export", target, "--team", team.slug, "--json"]))).toEqual({
      files: memory.length,
      written: memory.length,
      unchanged: 0,
    })
    for (const [path, content] of memory)
      expect(readFileSync(join(target, path)), path).toEqual(Buffer.from(content))
    expect(
      readdirSync(target, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toHaveLength(memory.length)
    expect(done(await quarterdeck(["export", target, "--team", team.slug, "--json"]))).toEqual({
      files: memory.length,
      written: 0,
      unchanged: memory.length,
    })
    writeFileSync(join(target, ANN), "changed")
    expect(done(await quarterdeck(["export", target, "--team", team.slug, "--json"]))).toEqual({
      files: memory.length,
      written: 1,
      unchanged: memory.length - 1,
    })
    expect(readFileSync(join(target, ANN), "utf8")).toBe(files[ANN])
  })

  it("reads a large store in pages", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 520 }, (_, place) => [
        memoryPath(`a${place}`),
        place < 2 ? "x".repeat(3_000_000) : `# ${place}\n`,
      ]),
    )
    await importFolder(team, givenFolder(files))
    door.asked.length = 0
    expect(done(await quarterdeck(["export", givenFolder(), "--team", team.slug, "--json"]))).toMatchObject({
      files: 520,
      written: 520,
    })
    expect(door.asked.filter((one) => one === "GET /export").length).toBeGreaterThan(3)
  })

  it("never writes through a link that leaves the folder, and then writes nothing else either", async () => {
    await importFolder(
      team,
      givenFolder({ [ANN]: memoryOf("ann", ["One"]), [BEN]: memoryOf("ben", ["Two"]) }),
    )
    const [outside, target] = [givenFolder(), givenFolder()]
    mkdirSync(join(target, ".kaizen"))
    symlinkSync(outside, join(target, ".kaizen/agents"))
    const ended = await quarterdeck(["export", target, "--team", team.slug, "--json"])
    expect(ended.code).toBe(1)
    expect(ended.json()).toMatchObject({
      refused: { reason: "invalid", message: expect.stringContaining("points outside") as string },
    })
    expect([...readdirSync(outside), ...readdirSync(join(target, ".kaizen"))]).toEqual(["agents"])
  })

  it("rejects stored paths that leave the folder", async () => {
    await importFolder(team, givenFolder({ [ANN]: memoryOf("ann", ["One"]) }))
    const target = givenFolder()
    for (const path of ["../out.md", "/tmp/out.md", "a/../../out.md", "C:/out.md", "a//b.md", "./a.md"]) {
      await database().memoryFile.updateMany({ where: { teamId: team.id }, data: { path } })
      expect(await quarterdeck(["export", target, "--team", team.slug, "--json"]), path).toMatchObject({
        code: 1,
      })
    }
    expect(readdirSync(target)).toEqual([])
  })

  it("asks for a project if two projects have the same path", async () => {
    const folder = givenFolder({ [ANN]: memoryOf("ann", ["One"]) })
    await importFolder(team, folder, { project: "first" })
    await importFolder(team, folder, { project: "second" })
    const target = givenFolder()
    const ended = await quarterdeck(["export", target, "--team", team.slug, "--json"])
    expect(ended.code).toBe(1)
    expect(ended.json()).toMatchObject({
      refused: { reason: "conflict", message: expect.stringMatching(/first, second.*--project/) as string },
    })
    expect(
      done(await quarterdeck(["export", target, "--team", team.slug, "--project", "second", "--json"])),
    ).toEqual({ files: 1, written: 1, unchanged: 0 })
  })
})

describe("quarterdeck read and search", () => {
  beforeEach(async () => {
    await importFolder(
      team,
      givenFolder({
        [ANN]: memoryOf("ann", ["[2026-01-05] Invoices are rounded to zyzzyva cents", "Retries are safe"]),
        [BEN]: memoryOf("ben", ["The zyzzyva job runs at four"]),
      }),
      { project: team.slug },
    )
  })

  it("reads the entries of a project, an agent or a section, with their lines", async () => {
    const all = done(await quarterdeck(["read", "project", team.slug, "--json"])).entries as object[]
    expect(all).toHaveLength(3)
    expect(all[0]).toMatchObject({
      id: expect.any(String) as string,
      text: "Invoices are rounded to zyzzyva cents",
      date: "2026-01-05",
      path: ANN,
      line: 11,
      state: "current",
      section: "Accumulated Findings",
    })
    expect(
      done(await quarterdeck(["read", "project", team.slug, "--agent", "ben", "--json"])).entries,
    ).toHaveLength(1)
    expect(
      (await quarterdeck(["read", "project", team.slug, "--section", "Nowhere", "--json"])).json().entries,
    ).toEqual([])
    expect((await quarterdeck(["read", "project", team.slug])).stdout).toContain(`${ANN}:11`)
  })

  it("finds entries by words and cites file and line", async () => {
    const found = done(await quarterdeck(["search", "zyzzyva", "--project", team.slug, "--json"]))
    expect(found).toMatchObject({ total: 2 })
    expect((found.hits as object[])[0]).toMatchObject({
      path: expect.any(String) as string,
      line: expect.any(Number) as number,
      score: expect.any(Number) as number,
      project: team.slug,
    })
    expect(
      done(
        await quarterdeck([
          "search",
          "zyzzyva",
          "--project",
          team.slug,
          "--agent",
          "ben",
          "--limit",
          "1",
          "--json",
        ]),
      ),
    ).toMatchObject({ total: 1, hits: [{ agent: "ben", path: BEN }] })
    expect((await quarterdeck(["search", "zyzzyva", "cents", "--project", team.slug])).stdout).toMatch(
      new RegExp(`${ANN.replaceAll(".", "\\.")}:11 .*rounded`),
    )
    const [hit] = found.hits as { id: string; path: string; line: number }[]
    expect((await quarterdeck(["search", "zyzzyva", "--project", team.slug, "--ids"])).stdout).toContain(
      `${hit?.id}  ${hit?.path}:${hit?.line}`,
    )
    expect((await quarterdeck(["search", "nothingofthekind"])).stdout).toBe("No results.\n")
  })

  it("escapes terminal control sequences in memory", async () => {
    await importFolder(
      team,
      givenFolder({ [ANN]: "## What Worked\n- zyzzyva \u001B]0;owned\u0007 \u202Egnp.exe\n" }),
      { project: `${team.slug}-x` },
    )
    const { stdout } = await quarterdeck(["read", "project", `${team.slug}-x`])
    expect(stdout).toContain("zyzzyva")
    // eslint-disable-next-line no-control-regex -- none of them may be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })

  it("rejects an unknown project", async () => {
    const ended = await quarterdeck(["read", "project", "no-such-project", "--json"])
    expect(ended.code).toBe(1)
    expect(ended.json()).toMatchObject({
      refused: { reason: "not-found", message: expect.stringContaining("no-such-project") as string },
    })
  })
})

describe("quarterdeck", () => {
  it("prints usage and exits with 2 on a usage error, and prints help", async () => {
    for (const [args, said] of [
      [["import"], "import DIR"],
      [["serach", "x"], "Did you mean quarterdeck search?"],
      [[], "no command given"],
    ] as const) {
      expect(await quarterdeck(args)).toEqual(
        expect.objectContaining({ code: 2, stdout: "", stderr: expect.stringContaining(said) as string }),
      )
    }
    expect(await quarterdeck(["--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("QUARTERDECK_URL") as string,
    })
    const [asked, helped] = await Promise.all([
      quarterdeck(["token", "create", "--help"]),
      quarterdeck(["help", "token", "create"]),
    ])
    expect(asked.stdout).toBe(helped.stdout)
    expect((await quarterdeck(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+/)
  })

  it("exits with 3 and a suggestion if the server is unreachable", async () => {
    const ended = await quarterdeck(["search", "x", "--json"], {
      env: { QUARTERDECK_URL: "http://127.0.0.1:9" },
    })
    expect(ended.code).toBe(3)
    expect(ended.stderr).toMatch(/npm start.*QUARTERDECK_URL/)
    expect(ended.json()).toMatchObject({ refused: { reason: "unavailable" } })
  })

  it("prints names for shell completion, and nothing without a server", async () => {
    await importFolder(team, givenFolder({ [ANN]: memoryOf("ann", ["One"]) }), { project: team.slug })
    const server = serverAt(door.url, () => ({ token, from: "the test" }))
    for (const [kind, name] of [
      ["team", team.slug],
      ["project", team.slug],
      ["agent", "ann"],
    ] as const)
      expect(await namesOf(server, kind, name.slice(0, 2), 60_000)).toContain(name)
    expect(
      await namesOf(
        serverAt(door.url, () => ({ token: "qd_wrong", from: "the test" })),
        "team",
        "",
        60_000,
      ),
    ).toEqual([])
    expect(
      await quarterdeck(["completion", "names", "project"], {
        env: { QUARTERDECK_URL: "http://127.0.0.1:9" },
      }),
    ).toMatchObject({ code: 0, stdout: "", stderr: "" })
  })

  it("names the origin of a rejected token", async () => {
    expect(await quarterdeck(["search", "x"], { env: { QUARTERDECK_TOKEN: "qd_wrong" } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/QUARTERDECK_TOKEN/) as string,
    })
  })

  it("reads address and token from the home of a local server", async () => {
    const home = givenFolder({ "owner.token": `${token}\n`, address: `${door.url}\n` })
    const local = (env: Record<string, string>) => run(["search", "x", "--json"], { env })
    expect(await local({ QUARTERDECK_HOME: home })).toMatchObject({ code: 0 })
    expect(await local({ QUARTERDECK_HOME: home, PORT: new URL(door.url).port })).toMatchObject({ code: 0 })
    expect(await local({ QUARTERDECK_HOME: givenFolder(), QUARTERDECK_URL: door.url })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("owner.token") as string,
    })
    expect(await local({ QUARTERDECK_URL: "http://quarterdeck.example" })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("another machine") as string,
    })
  })
})
