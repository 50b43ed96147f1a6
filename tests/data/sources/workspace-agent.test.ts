import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { showLoads } from "@/lib/operations/context/context"
import { showFleet } from "@/lib/operations/agents/fleet"
import { showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { showHealth } from "@/lib/operations/health/health"
import { placeImportItems, planImportRun } from "@/lib/operations/sources/imports"
import { runOperation } from "@/lib/operations/operation"
import { flush } from "@/lib/operations/sessions/flush-and-run-cache"
import { startSession } from "@/lib/operations/sessions/start"
import {
  importFolder,
  offerFiles,
  startAndWait,
  storedFile,
  type Team,
} from "../../support/imports/import-folder"
import { givenFolder, putFiles } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"

const ADA = {
  "SOUL.md": "# Soul\n\nCalm and exact.\n",
  "USER.md": "# User\n\nMara likes short answers.\n",
  "MEMORY.md": "# Memory\n\n- Rates are read once a day\n- Invoices go out on Fridays\n",
  "memory/2026-11-01.md": "# 2026-11-01\n\n- Moved the rates job to nine\n",
}

let team: Team
let folder: string
beforeEach(async () => {
  team = await givenTeam()
  folder = join(givenFolder(), "ada")
  mkdirSync(folder)
  putFiles(folder, ADA)
})

const owners = async () =>
  Object.fromEntries(
    (
      await database().memoryFile.findMany({
        where: { teamId: team.id },
        include: { agent: true },
        orderBy: { path: "asc" },
      })
    ).map(({ path, agent }) => [path, agent?.name ?? null]),
  )
const entries = () =>
  database().entry.findMany({
    where: { teamId: team.id },
    select: { id: true, text: true, agentId: true },
    orderBy: { id: "asc" },
  })
const allOf = (agent: string | null, more: readonly string[] = []) =>
  Object.fromEntries([...Object.keys(ADA), ...more].map((path) => [path, agent]))

/** Removes the agent from all records, as earlier imports stored them. */
async function withoutAgent(): Promise<void> {
  await database().$executeRaw`UPDATE memory_file SET agent_id = NULL WHERE team_id = ${team.id}::uuid`
  await database().$executeRaw`UPDATE entry SET agent_id = NULL WHERE team_id = ${team.id}::uuid`
  await database().$executeRaw`DELETE FROM agent WHERE team_id = ${team.id}::uuid`
}

describe("a folder that is one agent's workspace", () => {
  it("creates an agent with the folder's name, which is listed in Loads", async () => {
    await importFolder(team, folder)
    expect(await owners()).toEqual(allOf("ada"))
    const loads = expectDone(
      await runOperation(showLoads, systemActor(), { team: team.slug, project: "ada", agent: "ada" }),
    )
    expect(loads).toMatchObject({ known: true, cold: false })
    expect(loads.files.map(({ path }) => path)).toEqual(["SOUL.md", "USER.md", "MEMORY.md"])
    expect((await storedFile(team, "MEMORY.md")).format).toBe("memory-workspace")
  })

  it("has its length in characters where the load limit counts characters", async () => {
    const user = "# User\n\nMara mag kurze Sätze.\n"
    putFiles(folder, { "USER.md": user, "TOOLS.md": "# Tools\n", "HEARTBEAT.md": "# Heartbeat\n" })
    await importFolder(team, folder)
    const { files } = expectDone(
      await runOperation(showLoads, systemActor(), { team: team.slug, project: "ada", agent: "ada" }),
    )
    expect(files.find(({ path }) => path === "USER.md")).toMatchObject({
      limits: { characters: 12_000 },
      bytes: user.length + 1,
      characters: user.length,
    })
  })

  it("is listed in the fleet and in growth, and counts in health", async () => {
    await importFolder(team, folder)
    const of = { team: team.slug, project: "ada" }
    const { agents } = expectDone(await runOperation(showFleet, systemActor(), of))
    expect(agents).toMatchObject([{ name: "ada", project: { slug: "ada" } }])
    const growth = expectDone(await runOperation(showGrowth, systemActor(), of))
    expect(growth.agents.map(({ name, lines }) => [name, lines > 0])).toEqual([["ada", true]])
    const health = expectDone(await runOperation(showHealth, systemActor(), of))
    expect(health.parts.find(({ name }) => name === "present")?.score).toBe(100)
  })

  it("adds later logs to the agent", async () => {
    await importFolder(team, folder)
    await database().agent.updateMany({ where: { teamId: team.id }, data: { name: "lovelace" } })
    putFiles(folder, { "memory/2026-11-02.md": "- Slept\n" })
    await importFolder(team, folder)
    expect(await owners()).toEqual(allOf("lovelace", ["memory/2026-11-02.md"]))
  })

  it("creates the agent also for a client's folder and for an upload", async () => {
    await startAndWait(team, (await offerFiles(team, "laptop:/home/mara/ada", ADA)).run)
    expect(await owners()).toEqual(allOf("ada"))
  })

  it("belongs to an agent that a harness reported before", async () => {
    putFiles(folder, { "MEMORY.md": "# Memory\n" })
    rmSync(join(folder, "SOUL.md"))
    await importFolder(team, folder, { project: "office" })
    expect(await owners()).toMatchObject({ "MEMORY.md": null })
    const started = await runOperation(startSession, systemActor(), {
      team: team.slug,
      project: "office",
      agent: "clerk",
      session: "s-1",
      harness: "claude-code",
    })
    expectDone(started)
    putFiles(folder, ADA)
    await importFolder(team, folder, { project: "office" })
    expect(await owners()).toEqual(allOf("clerk"))
  })
})

describe("a harness that uses its own name in an agent's workspace", () => {
  const CLAUDE = { project: "ada", agent: "claude-code", session: "s-1" }

  it("receives the agent's memory, and its receipt counts for the agent", async () => {
    await importFolder(team, folder)
    const started = await runOperation(startSession, systemActor(), {
      team: team.slug,
      ...CLAUDE,
      harness: "claude-code",
    })
    expect(expectDone(started)).toMatchObject({
      agent: "ada",
      text: expect.stringContaining("Invoices go out on Fridays") as string,
    })
    const receipts = await database()
      .$queryRaw`SELECT agent_name, harness FROM last_receipt WHERE team_id = ${team.id}::uuid`
    expect(receipts).toEqual([{ agent_name: "ada", harness: "claude-code" }])
  })

  it("writes to the agent's daily log", async () => {
    await importFolder(team, folder)
    const flushed = await runOperation(flush, systemActor(), {
      team: team.slug,
      ...CLAUDE,
      content: "Half way through",
    })
    const today = new Date().toISOString().slice(0, 10)
    expect(expectDone(flushed)).toMatchObject({ path: `memory/${today}.md`, message: null })
    expect(await owners()).toMatchObject({ [`memory/${today}.md`]: "ada" })
  })
})

describe("a workspace that was stored without an agent", () => {
  it("moves to the agent with the next import, and entries keep their ids without a new revision", async () => {
    await importFolder(team, folder)
    await withoutAgent()
    const before = await entries()
    const { items } = await importFolder(team, folder)
    expect(items["MEMORY.md"]).toMatchObject({
      status: "changed",
      agent: "ada",
      reason: "now belongs to ada",
    })
    expect(await owners()).toEqual(allOf("ada"))
    const after = await entries()
    expect(after.map(({ id, text }) => ({ id, text }))).toEqual(before.map(({ id, text }) => ({ id, text })))
    expect(new Set(after.map(({ agentId }) => agentId)).size).toBe(1)
    expect(after[0]?.agentId).not.toBeNull()
    expect(await database().revision.count({ where: { teamId: team.id } })).toBe(Object.keys(ADA).length)
    const again = await importFolder(team, folder)
    expect(again.items["MEMORY.md"]).toMatchObject({ status: "same", agent: "ada" })
  })

  it("stays shared if a user removed the agent from the import", async () => {
    const { run } = await offerFiles(team, "/home/mara/ada", ADA)
    const of = { team: team.slug, run }
    expectDone(await runOperation(planImportRun, systemActor(), of))
    expectDone(
      await runOperation(placeImportItems, systemActor(), { ...of, paths: Object.keys(ADA), agent: null }),
    )
    await startAndWait(team, run)
    expect(await owners()).toEqual(allOf(null))
    const again = await startAndWait(team, (await offerFiles(team, "/home/mara/ada", ADA)).run)
    expect(again.items["MEMORY.md"]).toMatchObject({ status: "same", agent: null })
  })

  it("moves together with a change, and entries keep their ids", async () => {
    await importFolder(team, folder)
    await withoutAgent()
    const before = await entries()
    putFiles(folder, { "MEMORY.md": `${ADA["MEMORY.md"]}- Trains run hourly\n` })
    await importFolder(team, folder)
    expect(await owners()).toEqual(allOf("ada"))
    const kept = new Set((await entries()).map(({ id }) => id))
    expect(before.every(({ id }) => kept.has(id))).toBe(true)
  })
})
