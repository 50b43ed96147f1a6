import { expect, type Page, test } from "@playwright/test"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { runOperation } from "@/lib/operations/operation"
import { closeSession } from "@/lib/operations/sessions/close"
import { startSession } from "@/lib/operations/sessions/start"
import { givenAlert } from "../../support/alerts/alerts"
import { importFolder } from "../../support/imports/import-folder"
import { folderOf } from "../../support/imports/folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

const SEEDS = "Seeds are printed when a run fails"

/** Creates two testers, one of them with a session, in a project that has an open alert. */
async function given(page: Page) {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("ledger", {
      [memoryPath("unit-tester")]: memoryOf("unit-tester", [
        "[2026-11-02] Always freeze the clock before a test reads a date",
        `[2026-11-03] ${SEEDS}`,
      ]),
      [memoryPath("contract-tester")]: memoryOf("contract-tester", [
        "[2026-11-04] Always freeze the clock before a test reads a date",
      ]),
    }),
  )
  const on = { team: team.slug, project: "ledger", agent: "unit-tester", session: "s-1" }
  expectDone(await runOperation(startSession, systemActor(), { ...on, harness: "codex" }))
  expectDone(
    await runOperation(closeSession, systemActor(), {
      ...on,
      summary: "Balanced the books",
      outcome: "done",
    }),
  )
  const { id: agentId, projectId } = await database().agent.findFirstOrThrow({
    where: { teamId: team.id, name: "unit-tester" },
  })
  await givenAlert(team, { projectId, agentId, message: "The ledger is amiss", severity: "error" })
  await signedIn(page.context(), await givenPerson({ team, role: "lead" }))
  return team
}

test("navigates from the team to a project, an agent and its history, and seeds another agent from it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await given(page)
  await page.goto(`/t/${team.slug}/team`)
  await expect(page).toHaveURL(new RegExp(`/t/${team.slug}$`))
  await expect(page.getByRole("row", { name: /ledger/ })).toContainText(/\d open alerts?, error/)
  await page.getByRole("link", { name: "ledger", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1, name: "ledger" })).toBeVisible()
  await expect(page.getByRole("link", { name: /open alerts?$/ })).toHaveAttribute(
    "href",
    `/t/${team.slug}/inbox?tab=alerts&project=ledger`,
  )
  await expect(
    page.getByRole("table", { name: "Categories" }).getByRole("row", { name: /Testing/ }),
  ).toContainText("2")

  await page
    .getByRole("link", { name: /^unit-tester/ })
    .first()
    .click()
  await expect(page.getByRole("link", { name: "The ledger is amiss" })).toBeVisible()
  await page.getByRole("link", { name: "Knowledge" }).click()
  const box = page.getByRole("searchbox", { name: "Search entries of unit-tester" })
  await box.fill("printed when")
  await box.press("Enter")
  await expect(page.getByText(`1 of 2 entries`)).toBeVisible()
  await page.getByRole("link", { name: "History", exact: true }).click()
  const timeline = page.locator("#timeline")
  await expect(timeline.getByRole("listitem").filter({ hasText: "Balanced the books" })).toContainText(
    "in codex",
  )
  await timeline.getByRole("link", { name: "Deliveries", exact: true }).click()
  await expect(page).toHaveURL(/kinds=receipt/)
  await expect(timeline.getByRole("listitem").filter({ hasText: "Balanced the books" })).toHaveCount(0)
  await expect(timeline.getByText("codex loaded 1 file")).toBeVisible()

  await page.getByRole("link", { name: "Overview", exact: true }).click()
  await page.getByRole("link", { name: "Compare with…" }).click()
  const other = page.getByRole("combobox", { name: "Second agent" })
  const option = page.getByRole("option", { name: "contract-tester" })
  await expect(async () => {
    await other.fill("contract")
    await expect(option).toBeVisible({ timeout: 1_500 })
  }).toPass()
  await option.click()
  const only = page.getByRole("listitem").filter({ hasText: SEEDS })
  await expect(only).toBeVisible()
  await expect(page.getByText("identical")).toBeVisible()
  await page.getByRole("heading", { level: 1 }).click() // keys typed into the box are letters
  await expect(async () => {
    await page.keyboard.press("j")
    await expect(only).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press("s")
  await expect(only.getByText("waiting")).toBeVisible()
  expect(
    await database().proposal.findMany({
      where: { teamId: team.id },
      select: { text: true, agentName: true, state: true, reason: true },
    }),
  ).toEqual([
    {
      text: SEEDS,
      agentName: "contract-tester",
      state: "waiting",
      reason: "Known to unit-tester, missing from contract-tester",
    },
  ])
  await page.goto(`/t/${team.slug}/category/testing`)
  await expect(page.getByRole("link", { name: SEEDS })).toBeVisible()
  const name = page
    .getByRole("table", { name: "Members" })
    .getByRole("link", { name: "contract-tester" })
    .first()
  expect(await name.evaluate((link) => link.scrollWidth <= link.clientWidth)).toBe(true)
})
