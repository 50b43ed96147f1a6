import { expect as playwrightExpect, type Page, test } from "@playwright/test"
import { givenHostileTeam, type HostileTeam } from "../support/hostile/hostile-team"
import { PAYLOADS } from "../support/hostile/payloads"
import { type Watch, watchFor } from "../support/hostile/watch"
import { signedIn } from "../support/visitor"

const expect = playwrightExpect.configure({ timeout: 20_000 })

// In one worker, one after the other: what they look at takes longest to arrange.
test.describe.configure({ mode: "default" })

let hostile: HostileTeam
let watch: Watch
test.beforeEach(async ({ context, baseURL }) => {
  test.setTimeout(120_000)
  hostile ??= await givenHostileTeam()
  watch = await watchFor(context, baseURL ?? "")
  await signedIn(context, hostile.person)
})

/** How many payloads the page shows as text. */
const payloadsShown = (page: Page) => page.evaluate(() => document.body.innerText.split("quarterdeckRan").length - 1)

/** Opens a page of the team, waits until it shows as many payloads and its scripts have come, and looks what they did. */
async function look(page: Page, path: string, least: number): Promise<void> {
  await page.goto(`/t/${hostile.team.slug}/${path}`)
  await expect.poll(() => payloadsShown(page), { message: path }).toBeGreaterThanOrEqual(least)
  await page.waitForFunction(() => [...document.querySelectorAll("main *")].some((one) => Object.keys(one).some((key) => key.startsWith("__reactProps"))))
  await watch.nothingHappened(page, path)
}

test("there are more than two hundred payloads", () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThan(200)
})

test("a page that takes them for markup is noticed", async ({ page, context, baseURL }) => {
  await context.route("**/naive", (route) => route.fulfill({ contentType: "text/html", body: `<title>naive</title><main>${PAYLOADS.slice(20, 70).join("\n")}</main>` }))
  await page.goto(`${baseURL}/naive`)
  await expect.poll(async () => Object.values(await watch.notice(page)).map((one) => one.length > 0)).toEqual([true, false, true])
  await context.route("**/strict", (route) => route.fulfill({ contentType: "text/html", headers: { "content-security-policy": "default-src 'none'" }, body: `<main>${PAYLOADS.slice(20, 70).join("\n")}</main>` }))
  await page.goto(`${baseURL}/strict`)
  await expect.poll(async () => Object.values(await watch.notice(page)).map((one) => one.length > 0)).toEqual([false, true, true])
})

test("in the inbox nothing runs, nothing is asked for, and nothing becomes markup", async ({ page }) => {
  await look(page, "inbox", 20)
  for (const [number, id] of hostile.proposals.entries()) {
    await page.goto(`/t/${hostile.team.slug}/inbox?item=${id}`)
    const pane = page.getByRole("article", { name: "The proposal" })
    await expect(pane.getByText("Before you decide")).toBeVisible()
    await expect.poll(() => payloadsShown(page)).toBeGreaterThan(20)
    await watch.nothingHappened(page, `proposal ${id}`)
    if (number > 2) continue // the panels of all are the same
    for (const [key, title] of [["e", /^Edit/], ["m", /^Merge/], ["r", /^Reject/]] as const) {
      // A key does something once the page's scripts have come.
      await expect(async () => {
        await page.keyboard.press(key)
        await expect(page.getByRole("form", { name: title })).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await watch.nothingHappened(page, `${key} of ${id}`)
      await page.keyboard.press("Escape")
      await expect(page.getByRole("form", { name: title })).toBeHidden()
    }
  }
  await look(page, "inbox?tab=decided", 5)
})

test("in conflicts nothing runs, nothing is asked for, and nothing becomes markup", async ({ page }) => {
  for (const [place, id] of hostile.conflicts.entries()) {
    await page.goto(`/t/${hostile.team.slug}/inbox?tab=conflicts&item=${id}`)
    await expect(page.getByRole("article", { name: "The conflict" }).getByText("How it was found")).toBeVisible()
    await expect.poll(() => payloadsShown(page)).toBeGreaterThan(place === 0 ? 200 : 20)
    await watch.nothingHappened(page, `conflict ${id}`)
    for (const [key, title] of place === 0 ? ([["m", /^Merge/]] as const) : ([["m", /^Merge/], ["3", /^Keep both/]] as const)) {
      // A key does something once the page's scripts have come.
      await expect(async () => {
        await page.keyboard.press(key)
        await expect(page.getByRole("form", { name: title })).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await watch.nothingHappened(page, `${key} of ${id}`)
      await page.keyboard.press("Escape")
      await expect(page.getByRole("form", { name: title })).toBeHidden()
    }
  }
})

test("what a curator types for a reason stays words, too, in the toast and among what was decided", async ({ page }) => {
  await look(page, "inbox", 20)
  await page.keyboard.press("r")
  const form = page.getByRole("form", { name: /^Reject/ })
  await form.getByRole("textbox").fill(PAYLOADS.slice(20, 40).join(" ").slice(0, 1_900))
  await page.keyboard.press("Control+Enter")
  await expect(page.getByText(/^Rejected/).first()).toBeVisible()
  await watch.nothingHappened(page, "after a rejection")
  await look(page, "inbox?tab=decided", 10)
})

const PAGES: Record<string, (at: HostileTeam) => readonly [path: string, least: number][]> = {
  "the flow and the proposals of a category": () => [["inbox/flow", 1], ["inbox/category/testing", 5]],
  "memory": ({ file }) => [["memory", 3], [`memory/${file}`, 90], [`memory/${file}?line=200`, 90], [`memory/${file}?view=raw`, 90], [`memory/${file}?view=history`, 5], [`memory/${file}?line=9`, 90], [`memory/${file}?view=about`, 1]],
  "search": () => [["search?q=quarterdeckRan", 10], ["search?q=onerror", 10], [`search?q=${encodeURIComponent(PAYLOADS.slice(20, 40).join(" "))}`, 5]],
  "the fleet": ({ project }) => [["fleet", 2], [`fleet/${project}/unit-tester`, 2], ["category/testing", 2]],
  "sources and settings": ({ run }) => [["sources", 1], [`sources/${run}`, 2], ["settings", 2], ["settings/tokens", 2], ["settings/policies", 1], ["settings/account", 1]],
}
for (const [name, pages] of Object.entries(PAGES))
  test(`in ${name} nothing runs, nothing is asked for, and nothing becomes markup`, async ({ page }) => {
    for (const [path, least] of pages(hostile)) await look(page, path, least)
  })

test("nor does it in the palette, in the switcher, and in the page's title", async ({ page }) => {
  await look(page, "memory", 3)
  await page.keyboard.press("ControlOrMeta+k")
  const palette = page.getByRole("combobox", { name: "Search memory, jump to…" })
  for (const typed of ["img", "<svg/onload=quarterdeckRan(1)>", "onerror"]) {
    await palette.fill(typed)
    await expect(page.getByRole("option").first()).toBeVisible()
    await watch.nothingHappened(page, `palette: ${typed}`)
  }
  await look(page, `memory/${hostile.file}`, 90)
  expect(await page.title()).toMatch(/Quarterdeck$/)
})

test("nor from an address", async ({ page }) => {
  const some = (from: number, count: number) => encodeURIComponent(PAYLOADS.slice(from, from + count).join(" ").toWellFormed())
  const { team } = hostile
  const paths = [0, 40, 80, 120, 160, 200].map((from) => `/t/${team.slug}/search?q=${some(from, 40)}`)
  const all = [
    ...paths, `/t/${team.slug}/inbox?q=${some(0, 10)}&item=${some(20, 1)}&project=${some(21, 1)}&kind=${some(22, 1)}`, `/t/${team.slug}/memory?q=${some(0, 10)}&folder=${some(20, 2)}`, `/t/${team.slug}/memory/${some(20, 1)}`,
    `/t/${some(20, 1)}/inbox`, `/t/${team.slug}/fleet?project=${some(20, 1)}`, `/t/${team.slug}/category/${some(20, 1)}`, `/t/${team.slug}/${some(20, 1)}`, `/join?key=${some(20, 2)}`, `/reset?key=${some(20, 2)}`, `/sign-in?next=${some(120, 1)}&error=${some(20, 2)}`,
  ]
  for (const path of all) {
    await page.goto(path)
    await expect(page.getByRole("heading").first()).toBeVisible()
    await watch.nothingHappened(page, path.slice(0, 120))
  }
})
