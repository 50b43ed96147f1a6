import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { showContext } from "@/lib/operations/context/context"
import { showHealth } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { startSession } from "@/lib/operations/sessions/start"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, putFiles } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { dayIn } from "../../support/alerts/watching"

const FINDINGS = Array.from({ length: 14 }, (_, place) => `Rate table ${place} is read once a day`)
const ADA = {
  "SOUL.md": "# Soul\n\nCalm and exact.\n",
  "USER.md": "# User\n\nMara likes short answers.\n",
  "MEMORY.md": `# Memory\n\n${FINDINGS.map((one) => `- ${one}\n`).join("")}`,
  [`memory/${dayIn(0)}.md`]: `- 10:30 - Moved the rates job to nine\n- Called the bank\n`,
  [`memory/${dayIn(-1)}.md`]: `- Moved the rates job to nine\n- Sorted invoices\n`,
  [`memory/${dayIn(-9)}.md`]: `- Tried the printer in vain\n`,
}

let team: Team
beforeEach(async () => {
  team = await givenTeam()
  const folder = join(givenFolder(), "ada")
  mkdirSync(folder)
  putFiles(folder, ADA)
  await importFolder(team, folder)
})

const contextOf = async (more: object = {}) =>
  expectDone(
    await runOperation(showContext, systemActor(), {
      team: team.slug,
      project: "ada",
      agent: "ada",
      ...more,
    }),
  )
const told = ({ entries }: Awaited<ReturnType<typeof contextOf>>) => entries.map(({ text }) => text)

describe("the context of an agent with a workspace", () => {
  it("begins with SOUL, USER and MEMORY.md in full, then the logs of today and yesterday", async () => {
    const context = await contextOf()
    expect(context.documents).toMatchObject([
      { path: "SOUL.md", text: "# Soul\n\nCalm and exact." },
      { path: "USER.md", text: "# User\n\nMara likes short answers." },
    ])
    expect(told(context)).toEqual([
      ...FINDINGS,
      "10:30 - Moved the rates job to nine",
      "Called the bank",
      "Sorted invoices",
    ])
    const places = ["Calm and exact.", "Mara likes short answers.", FINDINGS[0] ?? "", "Called the bank"].map(
      (words) => context.text.indexOf(words),
    )
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(context.files.map(({ path, revision }) => `${path} ${revision}`).slice(0, 3)).toEqual([
      "SOUL.md 1",
      "USER.md 1",
      "MEMORY.md 1",
    ])
  })

  it("removes duplicates between two logs that differ only in the time of day", async () => {
    const { entries } = await contextOf()
    const moved = entries.filter(({ text }) => text.includes("Moved the rates job"))
    expect(moved).toMatchObject([
      { path: `memory/${dayIn(0)}.md`, copies: [{ path: `memory/${dayIn(-1)}.md` }] },
    ])
  })

  it("includes older logs only with a task, and says so", async () => {
    const { leftOut } = await contextOf()
    expect(leftOut).toContainEqual(
      expect.objectContaining({
        path: `memory/${dayIn(-9)}.md`,
        kind: "older-log",
        why: "older daily log: included only for a related task",
      }),
    )
  })

  it("ranks by task if a session starts with one: no full files, and within the limit", async () => {
    const context = await contextOf({ task: "repair the printer" })
    expect(told(context)[0]).toBe("Tried the printer in vain")
    expect(context).toMatchObject({ documents: [], entries: { length: 10 } })
    expect(context.text).not.toContain("Calm and exact.")
  })

  it("stays within the budget, and lists left-out files", async () => {
    const { tokens, leftOut } = await contextOf({ budget: 150 })
    expect(tokens).toBeLessThanOrEqual(150)
    expect(leftOut.some(({ kind, path }) => kind === "budget" && path === "MEMORY.md")).toBe(true)
  })

  it("verifies the start order once a harness received it", async () => {
    const health = async () =>
      expectDone(await runOperation(showHealth, systemActor(), { team: team.slug })).checks.filter(
        ({ name }) => name.startsWith("start-order"),
      )
    expect(await health()).toMatchObject([{ name: "start-order", ok: false }])
    expectDone(
      await runOperation(startSession, systemActor(), {
        team: team.slug,
        project: "ada",
        agent: "claude-code",
        session: "s-1",
        harness: "claude-code",
      }),
    )
    expect(await health()).toMatchObject([
      { name: "start-order/claude-code", ok: true, message: "5 of 5 files confirmed for 1 agent" },
    ])
    const delivered = await database().$queryRaw<{ agent_name: string }[]>`
      SELECT agent_name FROM last_receipt WHERE team_id = ${team.id}::uuid`
    expect(delivered).toEqual([{ agent_name: "ada" }])
  })
})
