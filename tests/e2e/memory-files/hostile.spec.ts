import { expect, type Page, test } from "@playwright/test"
import { groupBy } from "@/lib/memory/text/aggregates"
import { givenHostileTeam, type HostileTeam } from "../../support/hostile/hostile-team"
import { PAYLOADS } from "../../support/hostile/payloads"
import { type Watch, watchFor } from "../../support/hostile/watch"
import { pagesOfApp } from "../../support/pages/pages"
import { sampleOf } from "../../support/thorough"
import { opensBy, signedIn } from "../../support/pages/visitor"

// In one worker, one after the other: what they look at takes longest to arrange.
test.describe.configure({ mode: "default" })

let hostile: HostileTeam
let watch: Watch
test.beforeEach(async ({ context, baseURL }) => {
  hostile ??= await givenHostileTeam()
  watch = await watchFor(context, baseURL ?? "")
  await signedIn(context, hostile.person)
})

/** How many payloads the page shows as text. */
const payloadsShown = (page: Page) =>
  page.evaluate(() => document.body.innerText.split("quarterdeckRan").length - 1)

/** Opens a page of the team, waits until it shows as many payloads and its scripts have come, and looks what they did. */
async function look(page: Page, path: string, least: number): Promise<void> {
  await page.goto(`/t/${hostile.team.slug}/${path}`)
  await expect.poll(() => payloadsShown(page), { message: path }).toBeGreaterThanOrEqual(least)
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main *")].some((one) =>
      Object.keys(one).some((key) => key.startsWith("__reactProps")),
    ),
  )
  await watch.nothingHappened(page, path)
}

test("there are more than two hundred payloads", () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThan(200)
})

test("detects a page that renders the payloads as markup", async ({ page, context, baseURL }) => {
  await context.route("**/naive", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<title>naive</title><main>${PAYLOADS.slice(20, 70).join("\n")}</main>`,
    }),
  )
  await page.goto(`${baseURL}/naive`)
  await expect
    .poll(async () => Object.values(await watch.notice(page)).map((one) => one.length > 0))
    .toEqual([true, false, true])
  await context.route("**/strict", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": "default-src 'none'" },
      body: `<main>${PAYLOADS.slice(20, 70).join("\n")}</main>`,
    }),
  )
  await page.goto(`${baseURL}/strict`)
  await expect
    .poll(async () => Object.values(await watch.notice(page)).map((one) => one.length > 0))
    .toEqual([false, true, true])
})

test("the inbox runs no injected script, sends no request and renders no markup from memory", async ({
  page,
}) => {
  await look(page, "inbox", 20)
  for (const [number, id] of sampleOf(hostile.proposals, 4).entries()) {
    await page.goto(`/t/${hostile.team.slug}/inbox?item=${id}`)
    const pane = page.getByRole("article", { name: "Proposal" })
    await expect(pane.getByText("Checks")).toBeVisible()
    await expect.poll(() => payloadsShown(page)).toBeGreaterThan(20)
    await watch.nothingHappened(page, `proposal ${id}`)
    if (number > 1) continue // the panels of all are the same
    for (const [key, title] of [
      ["e", /^Edit/],
      ["m", /^Merge/],
      ["r", /^Reject/],
    ] as const) {
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

test("conflicts run no injected script, send no request and render no markup from memory", async ({
  page,
}) => {
  for (const [place, id] of sampleOf([...hostile.conflicts.entries()], 4)) {
    await page.goto(`/t/${hostile.team.slug}/inbox?tab=conflicts&item=${id}`)
    await expect(page.getByRole("article", { name: "Conflict" }).getByText("Detection")).toBeVisible()
    await expect.poll(() => payloadsShown(page)).toBeGreaterThan(place === 0 ? 200 : 20)
    await watch.nothingHappened(page, `conflict ${id}`)
    for (const [key, title] of place === 0
      ? ([["m", /^Merge/]] as const)
      : ([
          ["m", /^Merge/],
          ["3", /^Keep both/],
        ] as const)) {
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

test("shows a typed reason as plain text in the toast and in the decided list", async ({ page }) => {
  await look(page, "inbox?tab=proposals", 20)
  const form = page.getByRole("form", { name: /^Reject/ })
  await opensBy(page, "r", form)
  await form.getByRole("textbox").fill(PAYLOADS.slice(20, 40).join(" ").slice(0, 1_900))
  await page.keyboard.press("Control+Enter")
  await expect(page.getByText(/^Rejected/).first()).toBeVisible()
  await watch.nothingHappened(page, "after a rejection")
  await look(page, "inbox?tab=decided", 10)
})

type Looks = (at: HostileTeam) => readonly [query: string, least: number][]
const once =
  (query = "", least = 1): Looks =>
  () => [[query, least]]

/** Every page that shows memory, by route, with the minimum number of payloads on it, or the reason why this test skips it. */
const PAGES: Readonly<Record<string, Looks | string>> = {
  ...Object.fromEntries(
    [
      "/",
      "/[place]/[[...rest]]",
      "/connect",
      "/docs",
      "/docs/[guide]",
      "/docs/api",
      "/docs/api/[operation]",
      "/docs/api/shapes",
      "/join",
      "/new-team",
      "/reset",
      "/sign-in",
      "/sign-out",
      "/t/[team]/[...rest]",
      "/welcome",
    ].map((route) => [route, "shows nothing of a team; addresses are tried below"]),
  ),
  "/t/[team]": ({ project }) => [
    ["", 2],
    [`?project=${project}`, 2],
  ],
  "/t/[team]/category/[slug]": once("", 2),
  "/t/[team]/coach": once("?new=orientation"),
  "/t/[team]/coach/[synthesis]": once("", 15),
  "/t/[team]/coach/[synthesis]/print": once("", 15),
  "/t/[team]/memory/compact": once(),
  "/t/[team]/memory/compact/[file]": once("?kind=logs", 5),
  "/t/[team]/agents/context": once("?agent=unit-tester", 5),
  "/t/[team]/agents": once("", 2),
  "/t/[team]/agents/[project]/[agent]": once("", 2),
  "/t/[team]/agents/[project]/[agent]/history": once(),
  "/t/[team]/agents/[project]/[agent]/knows": once("", 20),
  "/t/[team]/agents/growth/activity": once(),
  "/t/[team]/agents/compare": ({ project }) => [[`?a=${project}/unit-tester&b=${project}/unit-tester`, 1]],
  "/t/[team]/agents/overlap/coverage": once(),
  "/t/[team]/agents/growth": once(),
  "/t/[team]/agents/delivery/files": once(),
  "/t/[team]/agents/overlap": once(),
  "/t/[team]/agents/overlap/repeated": once(),
  "/t/[team]/health": once(),
  "/t/[team]/inbox": "has tests of its own, above",
  "/t/[team]/inbox/category/[slug]": once("", 5),
  "/t/[team]/memory": once("", 3),
  "/t/[team]/memory/[file]": () => [
    ["", 90],
    ["?line=200", 90],
    ["?view=raw", 90],
    ["?view=history", 5],
    ["?line=9", 90],
    ["?view=about", 1],
    ["?view=entry&line=9", 1],
    ["?view=blame", 90],
  ],
  "/t/[team]/agents/delivery": once(),
  "/t/[team]/search": () => [
    ["?q=quarterdeckRan", 10],
    ["?q=onerror", 10],
    [`?q=${encodeURIComponent(PAYLOADS.slice(20, 40).join(" "))}`, 5],
  ],
  "/t/[team]/seed": once(),
  "/t/[team]/seed/[plan]": once("", 5),
  "/t/[team]/sources/migrate": ({ project }) => [[`?project=${project}`, 1]],
  "/t/[team]/sources/migrate/[migration]": once(),
  "/t/[team]/seed/new": ({ project }) => [[`?project=${project}&agent=newcomer`, 1]],
  "/t/[team]/settings/categories": once("", 2),
  "/t/[team]/settings": once("", 2),
  "/t/[team]/settings/account": once(),
  "/t/[team]/settings/audit": once("", 2),
  "/t/[team]/settings/instance": once(),
  "/t/[team]/settings/history": once(),
  "/t/[team]/settings/history/[revert]": "shows what its preview does",
  "/t/[team]/settings/history/preview": ({ run }) => [[`?run=${run}`, 1]],
  "/t/[team]/settings/history/restore": once("?at=2026-01-01"),
  "/t/[team]/settings/notifications": once("", 2),
  "/t/[team]/settings/policies": once(),
  "/t/[team]/settings/tokens": once("", 2),
  "/t/[team]/sources": once(),
  "/t/[team]/sources/imports": once(),
  "/t/[team]/sources/write-back": once(),
  "/t/[team]/sources/[run]": once("", 2),
  "/t/[team]/sources/write-back/[source]": once(),
  "/t/[team]/memory/verify": once(),
}

test("every page of the application is tested or has a reason to be skipped", () => {
  expect(Object.keys(PAGES).toSorted()).toEqual(pagesOfApp())
})

const GROUPS = ["memory", "inbox", "search", "agents", "settings", "sources", "seed", "coach"]
for (const [group, pages] of groupBy(
  Object.entries(PAGES),
  ([route]) => GROUPS.find((one) => route.split("/")[3] === one) ?? "other pages",
))
  test(`in ${group} nothing runs, nothing is asked for, and nothing becomes markup`, async ({ page }) => {
    const { sources } = (await (
      await page.request.get(`/api/v1/sources?team=${hostile.team.slug}`)
    ).json()) as { sources: { id: string }[] }
    const { run, project, synthesis, plan, migration } = hostile
    const at: Record<string, string> = {
      slug: "testing",
      agent: "unit-tester",
      source: sources[0]?.id ?? "",
      run,
      project,
      synthesis,
      plan,
      migration,
    }
    for (const [route, looks] of sampleOf(pages, 4)) {
      if (typeof looks === "string") continue
      const path = route
        .slice("/t/[team]/".length)
        .replace("[file]", route.includes("/compact/") ? hostile.logged : hostile.file)
        .replaceAll(/\[(\w+)\]/g, (_, part: string) => at[part] ?? "")
      for (const [query, least] of looks(hostile)) await look(page, `${path}${query}`, least)
    }
  })

test("nor does it in the palette, in the switcher, and in the page's title", async ({ page }) => {
  await look(page, "memory", 3)
  await page.keyboard.press("ControlOrMeta+k")
  const palette = page.getByRole("combobox", { name: "Search or jump to…" })
  for (const typed of ["img", "<svg/onload=quarterdeckRan(1)>", "onerror"]) {
    await palette.fill(typed)
    await expect(page.getByRole("option").first()).toBeVisible()
    await watch.nothingHappened(page, `palette: ${typed}`)
  }
  await look(page, `memory/${hostile.file}`, 90)
  expect(await page.title()).toMatch(/Quarterdeck$/)
})

test("nor from an address", async ({ page }) => {
  const some = (from: number, count: number) =>
    encodeURIComponent(
      PAYLOADS.slice(from, from + count)
        .join(" ")
        .toWellFormed(),
    )
  const { team } = hostile
  const paths = [0, 40, 80, 120, 160, 200].map((from) => `/t/${team.slug}/search?q=${some(from, 40)}`)
  const all = [
    ...paths,
    `/t/${team.slug}/inbox?q=${some(0, 10)}&item=${some(20, 1)}&project=${some(21, 1)}&kind=${some(22, 1)}`,
    `/t/${team.slug}/memory?q=${some(0, 10)}&folder=${some(20, 2)}`,
    `/t/${team.slug}/memory/${some(20, 1)}`,
    `/t/${some(20, 1)}/inbox`,
    `/t/${team.slug}/fleet?project=${some(20, 1)}`,
    `/t/${team.slug}/category/${some(20, 1)}`,
    `/t/${team.slug}/${some(20, 1)}`,
    `/join?key=${some(20, 2)}`,
    `/reset?key=${some(20, 2)}`,
    `/sign-in?next=${some(120, 1)}&error=${some(20, 2)}`,
  ]
  for (const path of sampleOf(all, 4)) {
    await page.goto(path)
    await expect(page.getByRole("heading").first()).toBeVisible()
    await watch.nothingHappened(page, path.slice(0, 120))
  }
})
