import { expect, type Page, test } from "@playwright/test"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { givenNoAlerts } from "../../support/conflicts/waiting"

const SHARED = [
  "The stub broker must listen on port 4222 or contract tests hang",
  "Freeze the clock in setup: time-zone tests are flaky near midnight UTC",
]
const notes = (agent: string, more: readonly string[]) =>
  [
    `# ${agent}`,
    "",
    "## Notes",
    "",
    ...[...more, `${agent} keeps its fixtures beside its tests`].map((text) => `- [2026-11-01] ${text}`),
    "",
  ].join("\n")

async function given(page: Page, role: "lead" | "viewer" = "lead"): Promise<{ id: string; slug: string }> {
  const team = await givenTeam()
  await givenNoAlerts(team)
  const ledger = ["unit-tester", "contract-tester", "risk-architect"].map((agent): [string, string] => [
    agentMemory(agent),
    notes(agent, SHARED),
  ])
  await importFolder(team, folderOf("ledger", Object.fromEntries(ledger)))
  await importFolder(team, folderOf("dispatch", { [agentMemory("router")]: notes("router", []) }))
  await signedIn(page.context(), await givenPerson({ team, role }))
  return team
}

/** A run as another process would have left it, or has it. */
async function givenRun(team: { id: string }, more: object): Promise<void> {
  const [id, took] = [newId(), { calls: 3, inputTokens: 12_400, outputTokens: 600, cost: 0.06 }]
  const run = {
    teamId: team.id,
    id,
    kind: "brief",
    method: "model",
    model: "openai:some-model",
    byKind: "person",
    byId: id,
    byName: "Mara Reyes",
    attempts: 1,
    tokenBudget: 500_000,
    estimate: {
      entries: 10,
      agents: 4,
      withheld: 0,
      calls: 7,
      inputTokens: 38_000,
      outputTokens: 3_200,
      cost: 0.18,
    },
    progress: { stage: "Reading testing", done: 3, total: 7, secondsLeft: 24, ...took },
  }
  await database().coachRun.create({ data: { ...run, state: "failed", ...more } })
}

const address = (team: { slug: string }, query = "") => `/t/${team.slug}/coach${query}`
const waiting = (page: Page) => page.getByRole("region", { name: "Waiting for review" })
/** The page hears keys once it is drawn. */
const heard = (page: Page) => page.waitForResponse(/\/api\/live/)

test("starts the first brief with one button, lists it live and opens it by keyboard; tells a member who may start one", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await given(page)
  const ready = heard(page)
  await page.goto(address(team))
  await expect(page.getByRole("heading", { name: "No briefs yet" })).toBeVisible()
  await ready
  await expectUsable(page, "the coach before its first brief")
  await page.getByRole("button", { name: "Create the first brief" }).click()
  await expect(waiting(page).getByRole("link", { name: /^Brief on/ })).toBeVisible()
  await expect(waiting(page).getByRole("row", { name: /built-in coach, text matching/ })).toContainText(
    /0 of \d+ reviewed/,
  )
  await expect(
    page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Coach/ }),
  ).toContainText("1")

  await page.keyboard.press("n")
  await expect(page).toHaveURL(/new=brief/)
  await expect(
    page.getByRole("button", { name: /^Analyze \d+ entries from 4 agents \(free\)$/ }),
  ).toBeVisible()
  await page.getByLabel("From").selectOption({ label: "dispatch" })
  await expect(page.getByRole("button", { name: /^Analyze 1 entry from 1 agent / })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("From")).toHaveValue("dispatch")
  await expect(page.getByRole("button", { name: /^Analyze 1 entry from 1 agent / })).toBeVisible()
  await expect(page.getByText("No data leaves this server")).toBeVisible()
  await page.getByRole("link", { name: "Close" }).click()
  await expect(page.getByRole("heading", { name: "New brief" })).toBeHidden()

  await page.keyboard.press("j")
  await expect(waiting(page).getByRole("link", { name: /^Brief on/ })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/coach\/[0-9a-f-]{36}/)

  const other = await browser.newPage({ viewport: { width: 375, height: 800 } })
  await signedIn(other.context(), await givenPerson({ team, role: "viewer" }))
  await other.goto(address(team, "?new=brief"))
  await expect(waiting(other).getByRole("link", { name: /^Brief on/ })).toBeVisible()
  await expect(other.getByText("Only leads can start the coach")).toBeVisible()
  await expect(other.getByRole("link", { name: "New brief" })).toHaveCount(0)
  await other.close()
})

test("shows the cost and failure reason of runs, cancels and restarts them, and starts an orientation for an unknown agent name", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await given(page)
  const { id: projectId } = await database().project.findFirstOrThrow({
    where: { teamId: team.id, slug: "ledger" },
  })
  await givenRun(team, {
    projectId,
    method: "extractive",
    model: null,
    message: "The memory of ledger was being replaced. The same may go well later: retry it then.",
    finishedAt: new Date(),
  })
  const held = newId()
  const anHourFromNow = new Date(Date.now() + 3_600_000)
  await database().lease.create({
    data: { key: `coach run ${held}`, holder: newId(), until: anHourFromNow },
  })
  await givenRun(team, {
    id: held,
    state: "running",
    startedAt: new Date(),
    openKey: Buffer.from(newId()),
  })
  const ready = heard(page)
  await page.goto(address(team, "?new=orientation"))
  await ready

  const run = page.getByRole("listitem").filter({ hasText: "Brief on all projects" })
  await expect(run).toContainText("Reading testing, 3 of 7, about 24 s left")
  await expect(run).toContainText(
    "model openai:some-model · 13,000 of about 41,000 tokens · $0.06 of about $0.18",
  )
  const failed = page.getByRole("listitem").filter({ hasText: "Failed: Brief on ledger" })
  await expect(failed).toContainText("The memory of ledger was being replaced")
  await page.getByLabel("Agent", { exact: true }).fill("newcomer")
  await expect(page.getByRole("button", { name: /^Analyze \d+ entries from 4 agents/ })).toBeVisible()
  await expectUsable(page, "the coach at work, with its panel")
  await page.setViewportSize({ width: 375, height: 800 })
  await expectUsable(page, "the coach at work at 375 px")
  await page.setViewportSize({ width: 1280, height: 800 })

  await run.getByRole("button", { name: /^Cancel/ }).click()
  await expect(run).toContainText("The run is being canceled")
  await database().coachRun.update({
    where: { teamId_id: { teamId: team.id, id: held } },
    data: { state: "cancelled", openKey: null, finishedAt: new Date() },
  })
  await expect(page.getByText("Canceled: Brief on all projects")).toBeVisible()
  await failed.getByRole("button", { name: /^Retry/ }).click()
  await expect(failed).toBeHidden()
  await expect(waiting(page).getByRole("row", { name: /Brief · ledger/ })).toBeVisible()

  await page.getByRole("button", { name: /^Analyze \d+ entries from 4 agents/ }).click()
  await expect(page).not.toHaveURL(/new=/)
  await expect(waiting(page).getByRole("link", { name: /newcomer/ })).toBeVisible()
  await page.getByLabel("Kind").selectOption({ label: "Briefs" })
  await expect(page).toHaveURL(/kind=brief/)
  await expect(waiting(page).getByRole("link", { name: /newcomer/ })).toBeHidden()
})
