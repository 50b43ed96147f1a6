import { expect as playwrightExpect, test } from "@playwright/test"
import { FORMATS } from "@/lib/formats"
import { expectUsable } from "../support/axe"
import { importFolder } from "../support/import-door"
import { agentMemory, BROKEN_JSON, folderOf, LATIN, notesOf } from "../support/folder"
import { givenPerson, givenTeam } from "../support/people"
import { signedIn } from "../support/visitor"

const expect = playwrightExpect.configure({ timeout: 20_000 })

const FILES = {
  [agentMemory("unit-tester")]: notesOf("unit-tester", 230),
  [agentMemory("latin")]: LATIN,
  "memory/teams/core/memory.json": BROKEN_JSON,
}

test("the inbox shows what the import found, with its line, and Enter opens the file there", async ({ page, context }) => {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/inbox`)
  const tabs = page.getByRole("navigation", { name: "What waits" })
  for (const tab of [/Waiting for you\s*3/, /Alerts\s*3/]) await expect(tabs.getByRole("link", { name: tab })).toBeVisible()
  for (const tag of ["broken", "set aside", "past the cut"]) await expect(page.locator("[data-item]").getByText(tag, { exact: true })).toBeVisible()

  // Keys do something once the script has come; past-cut is the last, so that pressing on stays there.
  await expect(async () => {
    await page.keyboard.press("j")
    await expect(page).toHaveURL(/item=past-cut/, { timeout: 300 })
  }).toPass()
  await expect(page.getByRole("heading", { name: "Lines that no agent sees" })).toBeVisible()
  await expect(page.getByText("The harness stops loading here, after 200 lines. 34 below are never seen.")).toBeVisible()
  await page.keyboard.press("k")
  await expect(page).not.toHaveURL(/item=past-cut/)
  await page.keyboard.press("j")
  await expect(page).toHaveURL(/item=past-cut/)
  await page.reload()
  await expect(page.getByRole("link", { name: "Open at line 201" })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/memory\//, { timeout: 2_000 })
  }).toPass()
  await expect(page).toHaveURL(/\/memory\/[0-9a-f-]{36}\?line=201/)
})

test("a kind is a view of its own, and a broken file names its line and column", async ({ page, context }) => {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await signedIn(context, await givenPerson({ team, role: "viewer" }))
  await page.goto(`/t/${team.slug}/inbox?tab=alerts`)
  // A filter does something once the script has come.
  const kind = page.getByLabel("Kind")
  await expect(async () => {
    if (!(await kind.isVisible())) await page.getByRole("button", { name: "Filters" }).click()
    await expect(kind).toBeVisible({ timeout: 500 })
  }).toPass()
  await kind.selectOption("broken")
  await expect(page).toHaveURL(/kind=broken/)
  await expect(page.getByRole("article").getByText(/memory\.json:3:\d+/)).toBeVisible()
  await kind.selectOption("set-aside")
  await page.getByRole("link", { name: "Open the import that set it aside" }).click()
  await expect(page.getByRole("cell", { name: /is not UTF-8/ })).toBeVisible()
})

test("before the first import it leads to the sources; with nothing found it is calm", async ({ page, context }) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/inbox`)
  await expect(page.getByText("Begin with the files that your agents keep")).toBeVisible()
  await page.getByRole("link", { name: "Import memory files" }).click()
  await expect(page.getByRole("heading", { name: "Sources" })).toBeVisible()

  const tidy = FORMATS.find((format) => format.id === "kaizen")?.scaffold({ agent: "unit-tester", project: "tidy", category: null, roles: [], date: "2026-02-01" })
  await importFolder(team, folderOf("tidy", { ".kaizen/agents/unit-tester/memory.md": tidy ?? "" }))
  await page.goto(`/t/${team.slug}/inbox`)
  await expect(page.getByText("Nothing waits for you")).toBeVisible()
})

for (const width of [375, 1280]) {
  test(`axe finds nothing to complain about at ${width} px, light and dark`, async ({ page, context }) => {
    const team = await givenTeam()
    const { run } = await importFolder(team, folderOf("ledger", FILES))
    await signedIn(context, await givenPerson({ team, role: "lead" }))
    await page.setViewportSize({ width, height: 800 })
    for (const path of ["inbox", "inbox?kind=broken&item=x", "sources", `sources/${run.run}`]) {
      await page.goto(`/t/${team.slug}/${path}`)
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
      await expectUsable(page, path)
    }
  })
}
