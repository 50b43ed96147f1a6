import { expect, test } from "@playwright/test"
import { database } from "../../support/data/writable"
import { FORMATS } from "@/lib/formats/all-formats"
import { expectUsableAtBothWidths } from "../../support/pages/axe"
import { importFolder } from "../../support/imports/import-folder"
import { agentMemory, BROKEN_JSON, folderOf, LATIN, notesOf } from "../../support/imports/folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { opensByClick, signedIn } from "../../support/pages/visitor"
import { checkAlerts } from "../../support/alerts/check-alerts"

const FILES = {
  [agentMemory("unit-tester")]: notesOf("unit-tester", 230),
  [agentMemory("latin")]: LATIN,
  "memory/teams/core/memory.json": BROKEN_JSON,
}

test("steps through alerts by key, gives each its own address, and opens the file at the line with Enter", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await checkAlerts(team)
  await signedIn(context, await givenPerson({ team, role: "viewer" }))
  await page.goto(`/t/${team.slug}/inbox?tab=alerts&severity=error`)
  const listed = page.locator("[data-item]")
  for (const tag of ["parse errors", "quarantined", "truncated"])
    await expect(listed.getByText(tag, { exact: true })).toBeVisible()
  await expect(listed).toHaveCount(3)
  // Keys do something once the script has come.
  await expect(async () => {
    await page.keyboard.press("j")
    await expect(page).toHaveURL(/item=/, { timeout: 300 })
  }).toPass()
  const cut = listed.filter({ hasText: "truncated" })
  await cut.click()
  await expect(page.getByRole("heading", { name: "Lines not loaded" })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`item=${(await cut.getAttribute("data-item")) ?? "-"}`))
  await page.reload()
  await expect(page.getByRole("link", { name: "Open at line 201" })).toBeVisible()
  await expect(
    page.getByText("You do not have permission to review items. Ask a team lead to review them."),
  ).toBeVisible()
  await expect(async () => {
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/memory\//, { timeout: 2_000 })
  }).toPass()
  await expect(page).toHaveURL(/\/memory\/[0-9a-f-]{36}\?line=201/)
})

test("shows each kind as a view, and the line and column of a parse error", async ({ page, context }) => {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await checkAlerts(team)
  await signedIn(context, await givenPerson({ team, role: "viewer" }))
  await page.goto(`/t/${team.slug}/inbox?tab=alerts`)
  // A filter does something once the script has come.
  const kind = page.getByRole("combobox", { name: "Kind" })
  await opensByClick(page.getByRole("button", { name: "Filters" }), kind)
  await kind.selectOption("malformed")
  await expect(page).toHaveURL(/kind=malformed/)
  await expect(page.getByRole("article").getByText(/memory\.json:3:\d+/)).toBeVisible()
  await kind.selectOption("set-aside")
  await expect(
    page
      .getByRole("article")
      .getByText(/not valid UTF-8/)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole("link", { name: "Open sources" })).toBeVisible()
})

test("links to the sources before the first import, and shows the empty state once everything is decided", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/inbox`)
  await expect(page.getByText("Import your agents’ memory files")).toBeVisible()
  await page.getByRole("link", { name: "Import memory files" }).click()
  await expect(page.getByRole("heading", { name: "Sources" })).toBeVisible()

  const tidy = FORMATS.find((format) => format.id === "kaizen")?.scaffold({
    agent: "unit-tester",
    project: "tidy",
    category: null,
    roles: [],
    date: "2026-02-01",
  })
  await importFolder(team, folderOf("tidy", { ".kaizen/agents/unit-tester/memory.md": tidy ?? "" }))
  await checkAlerts(team)
  await database().alert.updateMany({ where: { teamId: team.id }, data: { state: "acknowledged" } })
  await page.goto(`/t/${team.slug}/inbox`)
  await expect(page.getByText("You’re all caught up")).toBeVisible()
})

test("axe finds nothing to complain about, on a telephone and on a desk, light and dark", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  const { run } = await importFolder(team, folderOf("ledger", FILES))
  await checkAlerts(team)
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  for (const path of ["inbox", "inbox?kind=malformed&item=x", "sources", `sources/${run.run}`]) {
    await page.goto(`/t/${team.slug}/${path}`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
    await expectUsableAtBothWidths(page, path)
  }
})
