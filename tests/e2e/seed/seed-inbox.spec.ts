import { expect, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { runOperation } from "@/lib/operations/operation"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { opensBy, signedIn } from "../../support/pages/visitor"
import { givenNoAlerts } from "../../support/conflicts/waiting"

const KNOWN = [
  "Modules talk through their public index files alone",
  "Keep layers one way: pages, operations, memory",
  "The importer owns every path that a format reads",
  "Circular imports are refused by the build",
  "Prefer a new module to a flag in an old one",
]
const memory = (agent: string, lines: readonly string[]) =>
  [`# ${agent}`, "", "## Patterns", "", ...lines.map((text) => `- [2026-11-01] ${text}`), ""].join("\n")

test("lists a seed plan in the inbox, applies and undoes it by key, and restores a dropped one", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await givenTeam()
  await givenNoAlerts(team)
  await importFolder(
    team,
    folderOf("ledger", {
      [agentMemory("architect")]: memory("architect", KNOWN),
      [agentMemory("tester")]: memory("tester", ["Freeze the clock in setup"]),
    }),
  )
  const lead = await givenPerson({ team, role: "lead" })
  const actor = await actorOf(lead)
  for (const agent of ["structure-architect", "data-architect"])
    expectDone(
      await runOperation(planSeeding, actor, {
        team: team.slug,
        project: "ledger",
        agents: [agent],
        from: [{ agent: "architect" }],
      }),
    )
  await signedIn(page.context(), lead)
  const ready = page.waitForResponse(/\/api\/live/)
  await page.goto(`/t/${team.slug}/inbox`)
  await ready

  const pane = page.getByRole("article", { name: "Seed plan" })
  const verdict = page.getByRole("region", { name: "Decision" })
  const rail = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Inbox/ })
  const row = (agent: string) =>
    page.getByRole("link", {
      name: new RegExp(`^Seed plan: Seed ${agent}: \\d entries from architect, \\d+ of 100 lines`),
    })
  await expect(row("structure-architect")).toBeVisible()
  await expect(rail).toContainText("2")
  await row("structure-architect").click()
  await expect(pane).toContainText("Modules talk through their public index files alone")
  await expect(
    verdict.getByRole("button", { name: /^Apply: writes \d entries \(\d+ of 100 lines\) to / }),
  ).toBeEnabled()
  await expectUsable(page, "a seed plan in the inbox")

  const files = () =>
    database().memoryFile.findMany({
      where: { teamId: team.id, path: { contains: "structure-architect" }, state: "present" },
      select: { path: true, entries: true },
    })
  await page.keyboard.press("a")
  await expect(row("structure-architect")).toBeHidden()
  await expect
    .poll(files)
    .toEqual([{ path: expect.stringContaining("structure-architect"), entries: expect.any(Number) }])
  await expect(rail).toContainText("1")
  const undone = page.waitForResponse((response) => response.url().includes("/undo"))
  await page.keyboard.press("u")
  expect((await undone).ok()).toBe(true)
  await expect.poll(files).toEqual([])

  await page.goto(`/t/${team.slug}/inbox?tab=seed`)
  await expect(pane).toContainText("Seed data-architect")
  await opensBy(page, "r", page.getByRole("button", { name: /^Agent should start fresh/ }))
  await page.keyboard.press("1")
  await expect(row("data-architect")).toBeHidden()
  await expect
    .poll(() =>
      database().seedPlan.count({
        where: { teamId: team.id, state: "dropped", reason: "Agent should start fresh" },
      }),
    )
    .toBe(1)
  await page.keyboard.press("u")
  await expect.poll(() => database().seedPlan.count({ where: { teamId: team.id, state: "waiting" } })).toBe(1)
  await expect(pane).toContainText("Seed data-architect")

  await page.setViewportSize({ width: 375, height: 800 })
  await expectUsable(page, "a seed plan at 375 px")
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press("e")
  await expect(page).toHaveURL(/\/seed\/[0-9a-f-]{36}$/)
})
