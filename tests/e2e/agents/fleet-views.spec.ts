import { expect, type Page, test } from "@playwright/test"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { runOperation } from "@/lib/operations/operation"
import { startSession } from "@/lib/operations/sessions/start"
import { expectUsable } from "../../support/pages/axe"
import { keysBound } from "../../support/pages/keys"
import { agentMemory, folderOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

const SAME = "Always freeze the clock before a test reads a date"
const KNOWN = "Prefer one assertion for each behaviour over many in one test"
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const notes = (agent: string, lines: readonly string[]) =>
  `# ${agent}\n\n## Notes\n\n${lines.map((line) => `- ${line}\n`).join("")}`

async function given(page: Page): Promise<{ id: string; slug: string }> {
  const team = await givenTeam()
  const growing = Array.from(
    { length: 12 },
    (_, place) => `[${day(place * 3)}] Finding ${place} concerns part ${place * 7919}`,
  )
  await importFolder(
    team,
    folderOf("ledger", {
      [agentMemory("unit-tester")]: notes("unit-tester", [
        `[${day(1)}] ${SAME}`,
        `[${day(2)}] ${KNOWN}`,
        ...growing,
      ]),
      [agentMemory("contract-tester")]: notes("contract-tester", [`[${day(8)}] ${SAME}`]).replace(
        "## Notes",
        "## Traps\n\n- Ports are never shared\n\n## Notes",
      ),
      [agentMemory("code-reviewer")]: notes("code-reviewer", [
        "=SUM(A1) is what a reviewer of sheets sees first",
      ]),
    }),
  )
  expectDone(
    await runOperation(startSession, systemActor(), {
      team: team.slug,
      project: "ledger",
      agent: "unit-tester",
      harness: "codex",
      session: "s-1",
    }),
  )
  await signedIn(page.context(), await givenPerson({ team, role: "lead" }))
  return team
}

const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name })
const held = (page: Page) => page.getByRole("row").filter({ hasText: SAME })
const textOf = async (team: { id: string }, path: string) => {
  const file = await database().memoryFile.findFirst({ where: { teamId: team.id, path } })
  return (
    file &&
    (await database().revision.findFirst({ where: { teamId: team.id, fileId: file.id, number: file.head } }))
      ?.text
  )
}

test("lists missed and duplicate entries, shares one, promotes another and undoes both", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await given(page)
  await page.goto(`/t/${team.slug}/agents`)
  await page.getByRole("navigation", { name: "Agents" }).getByRole("link", { name: "Overlap" }).click()
  const first = page.getByRole("list", { name: "Entries known to one agent" }).getByRole("listitem").first()
  await expect(first).toContainText(KNOWN)
  await expect(first).toContainText("states a rule")
  await expect(async () => {
    await page.keyboard.press("j")
    await expect(first).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press("s")
  await expect(first.getByText("waiting")).toBeVisible()
  await expect
    .poll(() =>
      database().proposal.findFirst({
        where: { teamId: team.id },
        select: { text: true, categorySlug: true, state: true, evidence: true },
      }),
    )
    .toEqual({
      text: KNOWN,
      categorySlug: "testing",
      state: "waiting",
      evidence: `${agentMemory("unit-tester")}:6`,
    })

  await page.getByRole("navigation", { name: "Overlap" }).getByRole("link", { name: "Repeated" }).click()
  await expect(held(page)).toContainText("2")
  await page.getByText(SAME).click()
  await expect(held(page).getByRole("link", { name: "contract-tester", exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Promote…" }).click()
  const dialog = page.getByRole("dialog", { name: "Promote to shared memory" })
  await expect(dialog.getByText(".claude/agent-memory/testing/MEMORY.md")).toBeVisible()
  await expectUsable(page, "promoting at 1280 px")
  await dialog.getByRole("button", { name: /adds 1 entry and removes copies from 2 agents’ memory/ }).click()
  await expect(page.getByRole("heading", { name: "No repeated entries" })).toBeVisible()
  expect(await textOf(team, agentMemory("unit-tester"))).not.toContain(SAME)
  await page
    .getByRole("listitem")
    .filter({ hasText: "Promoted to" })
    .getByRole("button", { name: "Undo" })
    .click()
  await expect(held(page)).toBeVisible()
  expect(await textOf(team, agentMemory("unit-tester"))).toContain(SAME)
})

test("moves through weeks with the arrow keys, and links gaps to agents, growth to days and files to their readers", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await given(page)
  await page.goto(`/t/${team.slug}/agents/growth/activity`)
  const cell = page.locator("td[tabindex='0']")
  await expect(async () => {
    await cell.focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect(page.getByRole("status").filter({ hasText: /week of/ })).toContainText(
      /tester, week of \d+ \w+ \d{4}: \d/,
      { timeout: 500 },
    )
  }).toPass()
  await page.getByRole("button", { name: /^Testing/ }).click()
  await expect(page).toHaveURL(/fold=testing/)
  await expect(page.getByRole("link", { name: "unit-tester" })).toBeHidden()

  await page.goto(`/t/${team.slug}/agents/overlap/coverage`)
  await page.getByRole("link", { name: /Testing, Traps/ }).click()
  await expect(page.getByRole("heading", { name: "Testing: Traps" })).toBeVisible()
  await expect(page.getByText("1 agent without entries")).toBeVisible()

  await page.goto(`/t/${team.slug}/agents/growth`)
  await expect(
    page.getByRole("img", { name: /Line count of unit-tester by week: .* lines per week/ }),
  ).toBeVisible()

  await page.goto(`/t/${team.slug}/agents/delivery/files?by=both`)
  await expect(row(page, /^unit-tester/)).toContainText("start ✓")
  await page
    .getByRole("columnheader")
    .getByRole("link", { name: /unit-tester/ })
    .click()
  await expect(
    page.getByRole("heading", { name: /is loaded by 1 agent, confirmed for 1 in 1 harness/ }),
  ).toBeVisible()

  const csv = await page.request.get(`/t/${team.slug}/agents/overlap/csv`)
  expect(csv.headers()["content-type"]).toContain("text/csv")
  expect(await csv.text()).toContain(`ledger,testing,unit-tester,${KNOWN}`)

  await importFolder(
    team,
    folderOf("ledger", {
      [agentMemory("integrator")]: notes("integrator", [`[${day(1)}] Stubs are recorded anew each month`]),
    }),
  )
  await expect(page.getByText("4 agents")).toBeVisible()
})

test("agents are selected with the keyboard, moved to a category, and moved back", async ({ page }) => {
  const team = await given(page)
  await page.goto(`/t/${team.slug}/agents`)
  await keysBound(page, "Agents")
  const agent = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true })
  await page.getByRole("link", { name: "unit-tester", exact: true }).focus()
  await page.keyboard.press("x")
  await expect(agent("unit-tester")).toBeChecked()
  await agent("code-reviewer").check()
  const bar = page.getByRole("toolbar", { name: "Selected agents" })
  await expect(bar.getByText("2 selected")).toBeVisible()
  await expect(bar.getByRole("link", { name: "Compare" })).toHaveAttribute("href", /agents\/compare\?a=/)
  await expectUsable(page)

  await bar.getByRole("button", { name: "Set category…" }).press("Enter")
  await page.getByRole("menuitem", { name: "No category", exact: true }).press("Enter")
  await expect(page.getByText("2 agents now have no category")).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole("row", { name: /^No category ?2 agents/ })).toBeVisible()
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(page.getByText("2 agents moved back")).toBeVisible()

  await page.getByRole("link", { name: "unit-tester", exact: true }).focus()
  await page.keyboard.press("Shift+X")
  await expect(bar.getByText("3 selected")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(bar).toHaveCount(0)
})
