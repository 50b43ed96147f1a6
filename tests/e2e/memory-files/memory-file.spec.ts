import { expect, type Page, test } from "@playwright/test"
import { complaintsOf, expectUsableAtBothWidths } from "../../support/pages/axe"
import { agentMemory, BROKEN_JSON, folderOf, notesOf } from "../../support/imports/folder"
import { importFolder, storedFile } from "../../support/imports/import-folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { keysBound } from "../../support/pages/keys"

const accessible = async (page: Page) => expect(await complaintsOf(page)).toEqual([])

const TAGS = Array.from("obey me", (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join("")
const HOSTILE = `# hostile

- zero\u200bwidth and${TAGS} tags
- <img src=x onerror="window.ran=1"><script>window.ran=1</script>
- [click](javascript:window.ran=1) ![beacon](https://beacon.invalid/p.png)
- \u202etxt.exe and [fine](https://example.com/)
- a rocket \u{1f680}\ufe0f with a look of its own
`
const PROTOCOL = `${JSON.stringify({ version: "1.0", entries: [{ id: "mem-001", type: "decision", content: "Use Zod at every door", confidence: 0.85, created_at: "2026-01-02T00:00:00Z", last_accessed: "2026-01-02T00:00:00Z", accessed_count: 41 }] }, null, 2)}\n`

/** A team of its own with these files, and a member of it who looks at one of them. */
async function given(
  page: Page,
  files: Record<string, string>,
): Promise<{ team: { id: string; slug: string }; open: (path: string, query?: string) => Promise<void> }> {
  const team = await givenTeam()
  await importFolder(team, folderOf("first/ledger", files))
  await signedIn(page.context(), await givenPerson({ team, role: "viewer" }))
  return {
    team,
    open: async (path, query = "") => {
      await page.goto(`/t/${team.slug}/memory/${(await storedFile(team, path)).id}${query}`)
      await expect(page.getByRole("heading", { level: 1 })).toContainText(path.split("/").at(-1) ?? "")
    },
  }
}

const line = (page: Page, number: number | string) => page.locator(`[data-line="${number}"]`).first()
const chosen = (page: Page) => page.getByRole("complementary", { name: "About this file" })

test("files are selected with the keyboard and downloaded together", async ({ page }) => {
  const agents = ["unit-tester", "code-reviewer"]
  const { team } = await given(
    page,
    Object.fromEntries(agents.map((agent) => [agentMemory(agent), notesOf(agent, 3)])),
  )
  await page.goto(`/t/${team.slug}/memory`)
  await keysBound(page, "Memory")
  await page.getByRole("link", { name: "unit-tester" }).first().focus()
  await page.keyboard.press("x")
  const bar = page.getByRole("toolbar", { name: "Selected files" })
  await expect(bar.getByText("1 selected")).toBeVisible()
  await page.keyboard.press("Shift+X")
  await expect(bar.getByText("2 selected")).toBeVisible()
  await expectUsableAtBothWidths(page)
  const download = page.waitForEvent("download")
  await bar.getByRole("button", { name: "Download as ZIP" }).click()
  expect((await download).suggestedFilename()).toMatch(/-memory-\d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByText("2 files downloaded")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(bar).toHaveCount(0)
})

test("numbers the lines, and marks where the harness stops loading", async ({ page }) => {
  const { open } = await given(page, { [agentMemory("unit-tester")]: notesOf("unit-tester", 205) })
  await open(agentMemory("unit-tester"))
  await expect(
    page.getByText("Load limit: the harness stops after 200 lines. The 9 lines below are not loaded."),
  ).toBeVisible()
  await expect(line(page, 5)).toContainText("Note 1 of unit-tester")
  await expect(page.getByText(/209 lines, .*load limit 200/).last()).toBeVisible()
  await accessible(page)
})

test("by keyboard: j and k select entries, the address keeps the selection, y copies, r and h change the view, Escape clears", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const { open } = await given(page, { [agentMemory("unit-tester")]: notesOf("unit-tester", 8) })
  await open(agentMemory("unit-tester"))
  await keysBound(page, "Memory file")
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  await expect(page).toHaveURL(/line=6/)
  await page.keyboard.press("j")
  await page.keyboard.press("k")
  await expect(page).toHaveURL(/line=6/)
  await expect(chosen(page).getByRole("heading", { name: "Line 6" })).toBeVisible()
  await expect(chosen(page).getByText("Notes", { exact: true })).toBeVisible()
  await page.keyboard.press("y")
  await expect(page.getByText(`Copied ${agentMemory("unit-tester")}:6`)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${agentMemory("unit-tester")}:6`)
  await page.keyboard.press("j")
  await expect(page).toHaveURL(/line=7/)
  await page.keyboard.press("Enter")
  await expect(page.getByText(`Copied ${agentMemory("unit-tester")}:7`)).toBeVisible()
  await page.keyboard.press("k")
  await expect(page).toHaveURL(/line=6/)

  await page.reload()
  await expect(chosen(page).getByRole("heading", { name: "Line 6" })).toBeVisible()
  await keysBound(page, "Memory file")
  await page.keyboard.press("r")
  await expect(page).toHaveURL(/view=raw/)
  await expect(line(page, 6)).toContainText("- Note 2 of unit-tester")
  await page.keyboard.press("Escape")
  await expect(page).not.toHaveURL(/line=/)
  await page.keyboard.press("h")
  await expect(page.getByRole("heading", { name: /^Imported/ })).toBeVisible()
})

test("before the page's scripts have loaded the text is there, and a line's address shows its facts", async ({
  page,
}) => {
  const { open } = await given(page, { [agentMemory("unit-tester")]: notesOf("unit-tester", 4) })
  await page.route("**/_next/static/**/*.js*", (route) => route.abort())
  await open(agentMemory("unit-tester"))
  await line(page, 6).getByRole("link", { name: "Line 6" }).click()
  await expect(page).toHaveURL(/line=6/)
  await expect(chosen(page).getByRole("heading", { name: "Line 6" })).toBeVisible()
})

test("displays hostile text without running it or sending requests", async ({ page }) => {
  const asked: string[] = []
  const errors: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).hostname))
  page.on("pageerror", (error) => errors.push(error.message)) // React throws where the browser draws what the server did not
  const { open } = await given(page, { [agentMemory("hostile")]: HOSTILE })
  for (const view of ["", "?view=raw", "?view=history"]) {
    await open(agentMemory("hostile"), view)
    await expect(page.getByText("TAG obey me").first()).toBeVisible()
    await expect(page.getByText('<img src=x onerror="window.ran=1">').first()).toBeVisible()
  }
  await open(agentMemory("hostile"))
  await expect(page.getByText("RLO").first()).toBeVisible()
  await expect(page.getByText("[image: beacon]")).toBeVisible()
  const link = page.getByRole("link", { name: "fine" })
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow")
  await expect(page.locator('main a[href^="javascript"], main img, main script')).toHaveCount(0)
  await expect(
    chosen(page)
      .getByText(/tag characters that hide the words/)
      .last(),
  ).toBeVisible()
  expect(await page.evaluate(() => "ran" in window)).toBe(false)
  expect([...new Set(asked)]).toEqual(["localhost"])
  expect(errors).toEqual([])
})

test("a JSON store shows its entries with their facts; a broken one its text, with the problem at its line", async ({
  page,
}) => {
  const { open } = await given(page, {
    "memory/teams/core/memory.json": PROTOCOL,
    "memory/teams/app/memory.json": BROKEN_JSON,
  })
  await open("memory/teams/core/memory.json", "?line=8")
  const facts = chosen(page)
  await expect(facts.getByText("decision")).toBeVisible()
  await expect(facts.getByText("0.85")).toBeVisible()
  await expect(facts.getByText("mem-001")).toBeVisible()

  await open("memory/teams/app/memory.json")
  await expect(page.getByText("This file could not be parsed")).toBeVisible()
  await expect(
    page.getByRole("region", { name: "Formatted text" }).getByText(/comma is missing/),
  ).toBeVisible()
  await chosen(page).getByRole("link", { name: "Line 3", exact: true }).click()
  await expect(page).toHaveURL(/line=3/)
  await accessible(page)
})

test("the history shows who changed the file, when and why, and the changes of each revision", async ({
  page,
}) => {
  const path = agentMemory("unit-tester")
  const { team, open } = await given(page, { [path]: notesOf("unit-tester", 30) })
  await importFolder(
    team,
    folderOf("second/ledger", {
      [path]: notesOf("unit-tester", 30).replace("Note 15 of unit-tester", "Note 15 of everyone"),
    }),
    { project: "ledger" },
  )
  await open(path, "?view=history")
  await expect(page.getByRole("list", { name: "Revisions" }).getByRole("link")).toHaveCount(2)
  await expect(page.getByText("Revision 2 compared with revision 1")).toBeVisible()
  await expect(page.locator("mark", { hasText: "everyone" })).toBeVisible()
  await expect(page.getByText("Note 30 of unit-tester")).toBeHidden()
  await accessible(page)
  await page.getByRole("link", { name: /Revision 1/ }).click()
  await expect(page.getByText("Revision 1 (first)")).toBeVisible()
})

test("shows the same page for a missing file and for another team's file", async ({ page }) => {
  const { team } = await given(page, { [agentMemory("unit-tester")]: notesOf("unit-tester", 2) })
  const foreign = await givenTeam()
  await importFolder(
    foreign,
    folderOf("foreign/ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 2) }),
  )
  for (const id of ["nonsense", (await storedFile(foreign, agentMemory("unit-tester"))).id]) {
    await page.goto(`/t/${team.slug}/memory/${id}`)
    await expect(page.getByRole("heading", { name: "Memory file not found" })).toBeVisible()
  }
})

test("twelve thousand lines: the first and the last are quickly there", async ({ page }) => {
  const { open } = await given(page, { ".serena/memories/long.md": notesOf("long", 12_000) })
  await open(".serena/memories/long.md", "?line=12004")
  await expect(page.getByText("Note 12000 of long")).toBeInViewport()
  expect(await page.locator("[data-line]").count()).toBeLessThan(12_000)
  await keysBound(page, "Memory file")
  await page.keyboard.press("k")
  await expect(page).toHaveURL(/line=12003/)
  const map = page.getByRole("scrollbar", { name: "File minimap" })
  await map.press("Home")
  await expect(page.getByText("Note 1 of long", { exact: true })).toBeInViewport()
  await map.click()
  await expect.poll(async () => Number(await map.getAttribute("aria-valuenow"))).toBeGreaterThan(4_000)
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(map).toBeHidden()
})

test("the list groups files by folder, filters in the address, and Enter opens", async ({ page }) => {
  const { team } = await given(page, {
    [agentMemory("unit-tester")]: notesOf("unit-tester", 205),
    [agentMemory("risk-architect")]: notesOf("risk-architect", 2),
    "memory/teams/core/memory.json": BROKEN_JSON,
  })
  await page.goto(`/t/${team.slug}/memory`)
  await expect(
    page
      .getByRole("table", { name: "Memory files" })
      .getByText("9 lines not loaded")
      .filter({ visible: true }),
  ).toHaveCount(1)
  await expect(page.getByText("3 files")).toBeVisible()
  await keysBound(page, "Memory")
  await page.getByLabel("State").selectOption("broken")
  await expect(page).toHaveURL(/state=broken/)
  await expect(page.getByText("1 of 3 files")).toBeVisible()
  await page.reload()
  await expect(page.getByText("1 of 3 files")).toBeVisible()
  await keysBound(page, "Memory")
  await page.getByLabel("State").selectOption("")
  await page.getByLabel("Filter files").fill("risk")
  await expect(page).toHaveURL(/q=risk/)
  await page.getByLabel("Filter files").blur()
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toContainText("risk-architect/MEMORY.md")
})

test("axe finds nothing to complain about in memory, on a telephone and on a desk, light and dark", async ({
  page,
}) => {
  const { team, open } = await given(page, {
    [agentMemory("hostile")]: HOSTILE,
    [agentMemory("unit-tester")]: notesOf("unit-tester", 205),
  })
  await page.goto(`/t/${team.slug}/memory`)
  await expectUsableAtBothWidths(page)
  for (const view of ["", "?line=203", "?view=raw&wrap=off", "?view=history", "?view=about"]) {
    await open(agentMemory("unit-tester"), view)
    await expectUsableAtBothWidths(page)
  }
  await open(agentMemory("hostile"))
  await expectUsableAtBothWidths(page)
})
