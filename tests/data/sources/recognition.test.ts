import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { planImportRun, takeImportItems } from "@/lib/operations/sources/imports"
import { mapImportTeamId } from "@/lib/operations/sources/team-id-choices"
import { importUnderWay } from "@/lib/operations/import/background"
import { takeDirectory } from "@/lib/operations/import/read-source"
import { runOperation } from "@/lib/operations/operation"
import {
  importFolder,
  offerFiles,
  showRun,
  startAndWait,
  storedFile,
  type Team,
} from "../../support/imports/import-folder"
import { givenFolder } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

const INDEX = Array.from(
  { length: 249 },
  (_, line) => `- [Lesson ${line}](lesson.md) — ${"words ".repeat(18)}`,
)

describe("memory outside its usual folder", () => {
  it("has the load limit of its format", async () => {
    const folder = givenFolder({
      "MEMORY.md": INDEX.join("\n"),
      "lesson.md": "---\nname: Lesson\ndescription: One\ntype: feedback\n---\n\nTest first.\n",
      "src/main.ts": "export {}",
    })
    await importFolder(team, folder, { project: "p" })
    const index = await storedFile(team, "MEMORY.md")
    expect(index).toMatchObject({ format: "claude-auto-memory", role: "index" })
    expect(index.cut).toBeLessThanOrEqual(201)
    expect((await storedFile(team, "lesson.md")).format).toBe("claude-auto-memory")
  })

  it("is recognized by an index that has not changed since", async () => {
    const files = {
      "src/main.ts": "export {}",
      "MEMORY.md": "- [Builds](builds.md)\n- [Later](later.md)\n",
      "builds.md": "- Builds run nightly\n",
    }
    await startAndWait(team, (await offerFiles(team, "/srv/shop", files)).run)
    const more = { ...files, "later.md": "- Come later\n" }
    const { run, wanted } = await offerFiles(team, "/srv/shop", more)
    expect(wanted).toEqual(["later.md"])
    const { items } = await startAndWait(team, run)
    expect(items["later.md"]).toMatchObject({ status: "new", format: "claude-auto-memory" })
  })

  it("with several ids below one root belongs to as many projects", async () => {
    const store = (text: string) =>
      `{"version":"1.0","entries":[{"id":"mem-1","type":"decision","content":"${text}"}]}`
    const folder = givenFolder({
      "memory/projects/apple/memory.json": store("Apples are red"),
      "memory/projects/zebra/memory.json": store("Zebras are striped"),
    })
    const { items } = await importFolder(team, folder)
    expect(Object.values(items).map((item) => item.project)).toEqual(["apple", "zebra"])
  })

  it("of other teams is reported until a user chooses their team or excludes it", async () => {
    const other = await givenTeam()
    const store = (text: string) =>
      `{"version":"1.0","entries":[{"id":"mem-1","type":"decision","content":"${text}"}]}`
    const pathOf = (id: string) => `memory/teams/${id}/memory.json`
    const filesWith = (text: string) =>
      Object.fromEntries([team.slug, "core", "web", "pay"].map((id) => [pathOf(id), store(text)]))
    const offer = async (text: string) => (await offerFiles(team, "/srv/teams", filesWith(text))).run
    const plan = async (run: string) =>
      expectDone(await runOperation(planImportRun, systemActor(), { team: team.slug, run })).teamIds

    const run = await offer("Deploys wait")
    expect(await plan(run)).toEqual(["core", "pay", "web"].map((id) => ({ id, paths: [pathOf(id)] })))
    const map = (id: string, to: string) =>
      runOperation(mapImportTeamId, systemActor(), { team: team.slug, run, id, to })
    for (const [id, to] of [
      ["core", team.slug],
      ["web", "none"],
      ["pay", other.slug],
    ] as const)
      expect(expectDone(await map(id, to))).toEqual({ files: 1 })
    expect(await map("nowhere", "none")).toMatchObject({ ok: false, reason: "invalid" })
    const { items } = await startAndWait(team, run)
    expect(items[pathOf("core")]).toMatchObject({ status: "new", scope: "team" })
    expect(items[pathOf("web")]).toMatchObject({ status: "left-alone" })
    expect(items[pathOf("pay")]).toMatchObject({
      status: "left-alone",
      reason: expect.stringContaining("another team") as string,
    })

    const later = await offer("Deploys wait for Ana")
    expect(await plan(later)).toEqual([])
    await startAndWait(team, later)
    const passedOn = await database().importRun.findMany({
      where: { teamId: other.id },
      orderBy: { id: "asc" },
    })
    expect(passedOn).toHaveLength(2)
    for (const one of passedOn) await importUnderWay(one.id)
    expect((await storedFile(other, pathOf("pay"))).head).toBe(2)
    expect(await database().memoryFile.count({ where: { teamId: team.id, path: pathOf("pay") } })).toBe(0)
  })
})

describe("an ignored file", () => {
  const FILES = { "notes/a.md": "- Ledger rounds to cents\n", "notes/b.md": "- It is closed on Fridays\n" }

  const take = async (run: string, paths: string[], more: object = {}) =>
    runOperation(takeImportItems, systemActor(), {
      team: team.slug,
      run,
      paths,
      format: "claude-auto-memory",
      ...more,
    })

  it("is imported in a given format at once if the directory can be read, and by the next import", async () => {
    const folder = givenFolder(FILES)
    const plan = async () => {
      const run = expectDone(
        await takeDirectory(systemActor(), { teamId: team.id, projectName: null, directory: folder }),
      )
      expectDone(await planImportRun.run(systemActor(), { team: team.slug, run }))
      return run
    }
    const first = await plan()
    expect((await showRun(team, first)).items["notes/a.md"]).toMatchObject({ status: "left-alone" })
    expect(expectDone(await take(first, ["notes/a.md"]))).toEqual({ taken: 1, waiting: [] })
    const { items } = await showRun(team, first)
    expect(items["notes/a.md"]).toMatchObject({ status: "new", format: "claude-auto-memory", entries: 1 })
    expect(items["notes/b.md"]).toMatchObject({ status: "left-alone" })
    await startAndWait(team, first)
    expect((await storedFile(team, "notes/a.md")).parts).toMatchObject([{ text: "Ledger rounds to cents" }])
    expect((await showRun(team, await plan())).items["notes/a.md"]).toMatchObject({ status: "same" })
  })

  it("of a client is imported with the attached bytes, or by the next import", async () => {
    const { run } = await offerFiles(team, "/srv/notes", FILES)
    expectDone(await planImportRun.run(systemActor(), { team: team.slug, run }))
    const content = Buffer.from(FILES["notes/a.md"]).toString("base64")
    const taken = await take(run, ["notes/a.md", "notes/b.md"], { files: [{ path: "notes/a.md", content }] })
    expect(expectDone(taken)).toEqual({ taken: 1, waiting: ["notes/b.md"] })
    const again = await offerFiles(team, "/srv/notes", FILES)
    expect(again.wanted).toEqual(["notes/a.md", "notes/b.md"])
    const { items } = await startAndWait(team, again.run)
    expect(Object.values(items).map((item) => item.status)).toEqual(["new", "new"])
  })

  it("that was stored in another format is parsed again in the given one", async () => {
    const files = { "MEMORY.md": "- Ledger rounds to cents\n" }
    await startAndWait(team, (await offerFiles(team, "/srv/notes", files)).run)
    expect((await storedFile(team, "MEMORY.md")).format).toBe("memory-workspace")
    await database().source.updateMany({
      where: { teamId: team.id },
      data: { takenAs: [{ pattern: "MEMORY.md", format: "claude-auto-memory" }] },
    })
    const { items } = await startAndWait(team, (await offerFiles(team, "/srv/notes", files)).run)
    expect(items["MEMORY.md"]).toMatchObject({ status: "changed", format: "claude-auto-memory" })
    expect((await storedFile(team, "MEMORY.md")).limits).toMatchObject({ lines: 200 })
  })

  it("is quarantined with a secret, and nothing of it is stored", async () => {
    const secret = `token = "ghp_${"a1B2".repeat(9)}"\n`
    const { run } = await offerFiles(team, "/srv/notes", { "notes/a.md": secret })
    expectDone(await planImportRun.run(systemActor(), { team: team.slug, run }))
    const content = Buffer.from(secret).toString("base64")
    expectDone(await take(run, ["notes/a.md"], { files: [{ path: "notes/a.md", content }] }))
    expect((await showRun(team, run)).items["notes/a.md"]).toMatchObject({ status: "set-aside" })
    expect(await database().importItem.count({ where: { teamId: team.id, content: { not: null } } })).toBe(0)
  })
})
