import { expect, type Page, test } from "@playwright/test"
import { expectUsable } from "../support/pages/axe"
import { agentMemory, folderOf } from "../support/imports/folder"
import { importFolder } from "../support/imports/import-folder"
import { givenPerson, givenTeam } from "../support/data/people"
import { signedIn } from "../support/pages/visitor"
import { givenNoAlerts, statement } from "../support/conflicts/waiting"

const MIGRATE = "Always run the migrations before the seed script, otherwise the seed fails silently."
const UTC = "Decision: we store every timestamp in UTC from now on."
const BROKER = "The broker drops messages when its queue is full, so check the queue before a bulk import."

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const log = (days: number, lines: readonly string[]): [string, string] => [
  `memory/${daysAgo(days)}.md`,
  `# ${daysAgo(days)}\n\n## Notes\n\n${lines.map((line) => `- ${line}\n`).join("")}`,
]
/** Returns the given number of notes. Every third note repeats the one before it. */
const longNotes = (entries: number) =>
  [
    "# router",
    "",
    "## Notes",
    "",
    ...Array.from(
      { length: entries },
      (_, place) =>
        `- [2026-01-${String((place % 28) + 1).padStart(2, "0")}] ${statement(place - (place % 3 === 2 ? 1 : 0))}`,
    ),
    "",
  ].join("\n")

async function given(page: Page, role: "lead" | "viewer"): Promise<{ id: string; slug: string }> {
  const team = await givenTeam()
  await givenNoAlerts(team)
  const files = {
    "SOUL.md": "# Soul\n\nYou are calm.\n",
    "TOOLS.md": "# Tools\n\nUse the shell.\n",
    "USER.md": "# User\n\n- Never deploy on a Friday afternoon\n",
    "MEMORY.md": `# Memory\n\n## Lessons\n\n- [${daysAgo(60)}] Invoices are rounded half-even, never half-up\n`,
    ...Object.fromEntries([
      log(12, [MIGRATE, "Fixed the login bug", UTC, "Invoices are rounded half-even, never half-up."]),
      log(9, [MIGRATE.replace(",", ";"), BROKER, "Never deploy on a Friday afternoon"]),
    ]),
    [agentMemory("router")]: longNotes(200),
  }
  await importFolder(team, folderOf("ledger", files))
  await signedIn(page.context(), await givenPerson({ team, role }))
  return team
}

/** The page hears keys once it is drawn. */
const heard = (page: Page) => page.waitForResponse(/\/api\/live/)

test("proposes the selected log lines by keyboard, and does not suggest rejected lines again", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await given(page, "lead")
  const ready = heard(page)
  await page.goto(`/t/${team.slug}/memory/compact`)
  await ready
  const logs = page.getByRole("link", { name: /^Review 2 logs… MEMORY\.md$/ })
  await expect(logs).toBeVisible()
  await expect(async () => {
    await page.keyboard.press("j")
    await expect(logs).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press("Enter")

  await expect(page).toHaveURL(/\/compact\/[0-9a-f-]{36}\?kind=logs/)
  const propose = page.getByRole("button", { name: /^Propose: / })
  await expect(propose).toHaveText(/^Propose: 3 additions to MEMORY\.md/)
  const box = (text: string) => page.getByRole("checkbox", { name: text })
  const beside = page.getByRole("complementary", { name: "Details" })
  await expect(box(MIGRATE)).toBeChecked()
  await box(MIGRATE).focus()
  await expect(beside.getByRole("link")).toHaveText([
    `memory/${daysAgo(12)}.md:5`,
    `memory/${daysAgo(9)}.md:5`,
  ])
  await expectUsable(page, "what logs would add")

  // All but the one of the migrations are unticked: by its letter, and by the space bar.
  await page.keyboard.press("Shift+X")
  await expect(page.getByRole("button", { name: "Mark 2 logs as reviewed and keep nothing" })).toBeVisible()
  await page.keyboard.press("Shift+X")
  await expect(propose).toHaveText(/^Propose: 3 additions/)
  for (const text of [UTC, BROKER]) {
    await box(text).focus()
    await page.keyboard.press(text === UTC ? "x" : " ")
    await expect(box(text)).not.toBeChecked()
  }
  await expect(propose).toHaveText(/^Propose: 1 addition to MEMORY\.md/)
  await page.getByRole("button", { name: /^already known 1$/ }).click()
  await expect(page.getByRole("region", { name: "Not kept" }).getByRole("listitem")).toContainText(
    "Invoices are rounded half-even",
  )
  await page.keyboard.press("p")
  await expect(page.getByText("1 proposal added to the inbox")).toBeVisible()
  await page.getByRole("link", { name: "Review proposal" }).click()

  await expect(page.getByRole("article", { name: "Proposal" })).toContainText(MIGRATE)
  await page.keyboard.press("r")
  await expect(page.getByRole("button", { name: /^Reject with this reason/ })).toBeVisible()
  const decided = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/proposals"),
  )
  await page.keyboard.press("1")
  expect((await decided).ok()).toBe(true)

  await page.goto(`/t/${team.slug}/memory/compact`)
  await expect(page.getByRole("region", { name: "Earlier compactions" })).toContainText("1 rejected")
  await page.getByRole("link", { name: /^Review 2 logs again… MEMORY\.md$/ }).click()
  await expect(propose).toHaveText(/^Propose: 2 additions/)
  await expect(box(MIGRATE)).toHaveCount(0)
  await expect(page.getByRole("button", { name: /^rejected before 2$/ })).toBeVisible()
})

test("shows a viewer on a narrow screen what a trim and a compaction would do, without a way to propose", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const team = await given(page, "viewer")
  await page.goto(`/t/${team.slug}/memory/compact`)
  await page.getByRole("link", { name: /^Trim \d+ lines… / }).click()
  await expect(page.getByText(/^\d+ → \d+/)).toBeVisible()
  await expect(page.getByRole("button", { name: /^Propose/ })).toHaveCount(0)
  await page.goto(
    `/t/${team.slug}/memory/compact/new?${new URLSearchParams({ kind: "logs", project: "ledger", path: "MEMORY.md" })}`,
  )
  await expect(page.getByText("To propose changes, ask a team lead")).toBeVisible()
  await expectUsable(page, "logs at 375 px")
})
