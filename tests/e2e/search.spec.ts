import { expect, type Page, test } from "@playwright/test"
import { expectUsableAtBothWidths } from "../support/pages/axe"
import { agentMemory, folderOf } from "../support/imports/folder"
import { importFolder } from "../support/imports/import-folder"
import { givenPerson, givenTeam } from "../support/data/people"
import { signedIn } from "../support/pages/visitor"
import { keysBound } from "../support/pages/keys"

const FILES = {
  [agentMemory("unit-tester")]:
    "# unit-tester\n\n## Patterns\n\n- The stub broker listens on port 4222\n- Freeze the clock in setup\n- 服务调用经过事件总线\n- <b>broker</b> <img src=x onerror=alert(1)>\n",
  [agentMemory("risk-architect")]:
    "# risk-architect\n\n## Risks\n\n- The event bus redelivers after a restart of the broker\n- A bus for each event is too many\n",
}

async function given(page: Page): Promise<{ slug: string }> {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await signedIn(page.context(), await givenPerson({ team, role: "viewer" }))
  return team
}

const box = (page: Page) => page.getByRole("searchbox", { name: "Search memory" })
const hits = (page: Page) => page.locator("main li", { has: page.locator("a[data-hit]") })

test("updates results while typing, cites file and line, and links to them", async ({ page }) => {
  const team = await given(page)
  await page.goto(`/t/${team.slug}/search`)
  await expect(page.getByRole("heading", { name: "Search what agents know" })).toBeVisible()
  await keysBound(page, "Everywhere")
  await box(page).pressSequentially("broker")
  await expect(page).toHaveURL(/q=broker/)
  await expect(hits(page)).toHaveCount(3)
  await expect(box(page)).toBeFocused()
  await expect(page.locator("mark", { hasText: "broker" }).first()).toBeVisible()
  await page.getByRole("link", { name: "unit-tester/MEMORY.md:5" }).click()
  await expect(page).toHaveURL(/line=5/)
  await expect(page.getByRole("heading", { name: "Line 5" })).toBeVisible()
})

test("finds phrases and prefixes, excludes terms, and searches scripts without spaces", async ({ page }) => {
  const team = await given(page)
  for (const [typed, many] of [
    ['"event bus"', 1],
    ["event bus", 2],
    ["redeliver*", 1],
    ["broker -stub", 2],
    ["事件", 1],
    ["broker agent:risk-architect", 1],
  ] as const) {
    await page.goto(`/t/${team.slug}/search?q=${encodeURIComponent(typed)}`)
    await expect(hits(page), typed).toHaveCount(many)
  }
})

test("by keyboard: slash to the box, j and k from hit to hit, Enter opens", async ({ page }) => {
  const team = await given(page)
  await page.goto(`/t/${team.slug}/search?q=broker`)
  await keysBound(page, "Search")
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  await page.keyboard.press("k")
  await expect(page.locator("a[data-hit]").first()).toBeFocused()
  await page.keyboard.press("/")
  await expect(box(page)).toBeFocused()
  await box(page).blur()
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/memory\/[0-9a-f-]{36}\?line=\d+/)
})

test("narrows results by facets and query, shows filters as chips, and suggests alternatives without results", async ({
  page,
}) => {
  const team = await given(page)
  await page.goto(`/t/${team.slug}/search?q=broker`)
  await page
    .getByRole("region", { name: "Agent", exact: true })
    .getByRole("link", { name: "risk-architect 1" })
    .click()
  await expect(page).toHaveURL(/agent=risk-architect/)
  await expect(hits(page)).toHaveCount(1)
  const chips = page.getByRole("list", { name: "Filters" })
  await chips.getByRole("link", { name: /agent: risk-architect/ }).click()
  await expect(hits(page)).toHaveCount(3)
  await page.goto(`/t/${team.slug}/search?q=${encodeURIComponent("clock -agent:unit-tester agnet:x")}`)
  await expect(page.getByText("agnet: is not a filter")).toBeVisible()
  await page.goto(`/t/${team.slug}/search?q=${encodeURIComponent("clock -agent:unit-tester")}`)
  await expect(page.getByRole("heading", { name: "No results for these words and filters" })).toBeVisible()
  await page.getByRole("link", { name: "Search without filters" }).click()
  await expect(hits(page)).toHaveCount(1)
})

test("corrects a misspelled word, shows the correction, and offers the exact search", async ({ page }) => {
  const team = await given(page)
  await page.goto(`/t/${team.slug}/search?q=brokr`)
  await expect(page.getByText("Showing results for broker. No results for brokr.")).toBeVisible()
  await expect(hits(page)).toHaveCount(3)
  await page.getByRole("link", { name: "Search for the exact words" }).click()
  await expect(page.getByRole("heading", { name: "No results for these words" })).toBeVisible()
})

test("the box works before the page's scripts have loaded", async ({ page }) => {
  const team = await given(page)
  await page.route("**/_next/static/**/*.js*", (route) => route.abort())
  await page.goto(`/t/${team.slug}/search`)
  await box(page).fill("clock")
  await box(page).press("Enter")
  await expect(hits(page)).toHaveCount(1)
})

test("on a narrow screen a sheet narrows down", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const team = await given(page)
  await page.goto(`/t/${team.slug}/search?q=broker`)
  await expect(page.getByRole("region", { name: "Agent", exact: true })).toBeHidden()
  await page.getByRole("button", { name: "Filters" }).click()
  await page
    .getByRole("region", { name: "Agent", exact: true })
    .getByRole("link", { name: /risk-architect/ })
    .click()
  await expect(hits(page)).toHaveCount(1)
  await expect(page.getByRole("region", { name: "Agent", exact: true })).toBeHidden()
})

test("axe finds nothing to complain about in search, on a telephone and on a desk, light and dark", async ({
  page,
}) => {
  const team = await given(page)
  for (const query of ["", "?q=broker", "?q=nowhere&type=decision"]) {
    await page.goto(`/t/${team.slug}/search${query}`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
    await expectUsableAtBothWidths(page)
  }
})

test("a lead verifies selected results with the keyboard, and undoes it", async ({ page }) => {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await signedIn(page.context(), await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/search?q=broker`)
  await keysBound(page, "Selection")
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  await expect(page.getByRole("toolbar", { name: "Selected results" }).getByText("2 selected")).toBeVisible()
  await page.keyboard.press("v")
  await expect(page.getByText("2 entries verified")).toBeVisible()
  const verified = hits(page).getByText("verified", { exact: true })
  await expect(verified).toHaveCount(2)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(verified).toHaveCount(0)
})

test("a viewer cannot select results", async ({ page }) => {
  const team = await given(page)
  await page.goto(`/t/${team.slug}/search?q=broker`)
  await expect(hits(page)).toHaveCount(3)
  await expect(page.getByRole("checkbox", { name: /^Select/ })).toHaveCount(0)
})
