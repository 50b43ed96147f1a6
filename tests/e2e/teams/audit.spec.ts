import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"

test.use({ storageState: join(process.env.E2E_HOME ?? "", "owner-login.json") })

const LOG = "/t/platform/settings/audit"
const rows = (page: Page) => page.getByRole("main").locator("ol > li")

test("finds events by kind and name, and keeps the search in the address", async ({ page }) => {
  await page.goto(LOG)
  await page.getByLabel("Event", { exact: true }).selectOption("proposal.create")
  await page.getByLabel("Name", { exact: true }).fill("unit-tester")
  await page.getByLabel("Name", { exact: true }).press("Enter")
  await expect(page).toHaveURL(/kind=proposal\.create&.*by=unit-tester/)
  await expect(rows(page).first()).toContainText(/^\d\d:\d\dunit-tester proposed a change to /)
  await page.reload()
  await expect(page.getByLabel("Event", { exact: true })).toHaveValue("proposal.create")
  await expect(page.getByRole("main").getByRole("status").last()).toContainText(/^\d+ of \d+ events/)
  const found = await rows(page).count()
  await page.getByRole("link", { name: "Clear" }).click()
  await expect(page).toHaveURL(new RegExp(`${LOG}$`))
  await expect.poll(() => rows(page).count()).toBeGreaterThan(found)
})

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Kolkata" })

  test("shows an event in the reader's time zone, and in UTC on hover", async ({ page }) => {
    await page.goto(LOG)
    const time = rows(page).first().locator("time")
    const at = new Date((await time.getAttribute("datetime")) ?? "")
    const local = new Date(at.getTime() + 5.5 * 3_600_000)
    await expect(time).toHaveText(local.toISOString().slice(11, 16))
    await expect(time).toHaveAttribute("title", new RegExp(`${at.toISOString().slice(11, 19)} UTC$`))
  })
})

test("links back to all events from an empty or invalid search", async ({ page }) => {
  await page.goto(`${LOG}?subject=zzqqxx`)
  await page.getByRole("link", { name: "Show all events" }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.goto(`${LOG}?from=soon`)
  await expect(page.getByText("must be a date such as")).toBeVisible()
  await page.getByRole("link", { name: "Clear search" }).click()
  await expect(rows(page).first()).toBeVisible()
})

test("links an event to its file, and shows all its stored data by keyboard", async ({ page }) => {
  await page.goto(`${LOG}?kind=proposal.create`)
  const row = rows(page).first()
  await row.locator("summary").focus()
  await page.keyboard.press("Enter")
  await expect(row.getByText("Position in chain")).toBeVisible()
  await expect(row.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await row.getByRole("link").first().click()
  await expect(page).toHaveURL(/\/t\/platform\/memory/)
})

test("verifies the chain on request, and exports it as lines", async ({ page }) => {
  await page.goto(LOG)
  await expect(page.getByText(/^[\d,]+ events?, chain verified$/)).toBeVisible()
  await page.getByRole("button", { name: "Verify chain" }).click()
  await expect(page.getByText(/^[\d,]+ events?, chain verified$/)).toBeVisible()
  const waiting = page.waitForEvent("download")
  await page.getByRole("link", { name: "Export as JSON Lines" }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^audit-platform-\d{4}-\d\d-\d\d\.jsonl$/)
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { link: string; hash: string })
  expect(lines.map((one) => one.link)).toEqual(lines.map((_, place) => String(place + 1)))
})

test("shows repeated events of one actor once, with their number, and lists each by keyboard", async ({
  page,
}) => {
  await page.goto(`${LOG}?kind=samples.load`)
  const row = rows(page)
    .filter({ hasText: /loaded the samples: receipts\s*\d+/ })
    .first()
  await expect(row).toHaveCount(1)
  const times = Number(/receipts\s*(\d+)/.exec((await row.textContent()) ?? "")?.[1])
  expect(times).toBeGreaterThan(1)
  await row.locator("summary").first().focus()
  await page.keyboard.press("Enter")
  await expect(row.getByRole("listitem")).toHaveCount(times)
  await row.getByRole("listitem").last().locator("summary").focus()
  await page.keyboard.press("Enter")
  await expect(row.getByRole("listitem").last().getByText("Position in chain")).toBeVisible()
})
