import { expect, type Page, test } from "@playwright/test"
import { importFolder } from "../../support/imports/import-folder"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

const FILES = {
  [agentMemory("unit-tester")]: notesOf("unit-tester", 3),
  ".claude/agent-memory/testing/MEMORY.md":
    "# Testing Category Memory\n\n## Shared Patterns\n\n- Fixtures are frozen\n\n## Coordinator Notes\n",
}

async function givenPolicies(page: Page, role: "lead" | "member" = "lead") {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await signedIn(page.context(), await givenPerson({ team, role }))
  return `/t/${team.slug}/settings/policies`
}

const rowOf = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Policies by scope" })
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name, exact: true }) })

/** The first row after the head is the team’s. */
const defaultsOf = (page: Page) =>
  page.getByRole("region", { name: "Policies by scope" }).getByRole("row").filter({ hasText: "Defaults" })

const openEqual = async (page: Page) => {
  const scopes = page.getByRole("group").filter({ hasText: /scopes? uses? the defaults/ })
  if ((await scopes.getAttribute("open")) === null) await scopes.locator("summary").click()
}

test("a lead sets a team policy, and every memory below inherits it unless it overrides it", async ({
  page,
}) => {
  const address = await givenPolicies(page)
  await page.goto(address)
  await expect(page.locator("#settings").getByText("1 person, default")).toBeVisible()
  await page.getByRole("button", { name: "Override Required approvals" }).click()
  await expect(page.getByLabel("Required approvals", { exact: true })).toBeFocused()
  await page.getByLabel("Required approvals", { exact: true }).selectOption("2 people")
  await page.getByRole("button", { name: "Save Required approvals" }).click()
  await expect(defaultsOf(page)).toContainText("Required approvals: 2 people")
  await expect(rowOf(page, "Project memory")).toHaveCount(0)

  await openEqual(page)
  await page.getByRole("link", { name: "Category Testing", exact: true }).click()
  await expect(page).toHaveURL(/place=category%3Atesting#settings/)
  await expect(page.getByRole("heading", { level: 2, name: "Category Testing" })).toBeVisible()
  await page.getByRole("button", { name: "Override Required approvals" }).click()
  await page.getByLabel("Required approvals", { exact: true }).selectOption("1 person")
  await page.getByRole("button", { name: "Save Required approvals" }).click()
  await expect(
    rowOf(page, "Category Testing").getByRole("cell", { name: "Required approvals: 1 person", exact: true }),
  ).toBeVisible()
  await page.reload()
  await page
    .getByRole("button", { name: /^Reset to inherited: Required approvals, 2 people, inherited from Team/ })
    .click()
  await expect(rowOf(page, "Category Testing")).toHaveCount(0)
  await expect(page.locator("#settings").getByText(/^2 people, inherited from Team/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Override Required approvals" })).toBeFocused()
})

test("focuses the new control if its button was pressed before scripts had loaded", async ({ page }) => {
  const address = await givenPolicies(page)
  let load = () => {}
  const isLoaded = new Promise<void>((resolve) => (load = resolve))
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await isLoaded
    await route.continue()
  })
  await page.goto(address, { waitUntil: "commit" })
  await page.getByRole("button", { name: "Override Required approvals" }).click()
  const control = page.getByLabel("Required approvals", { exact: true })
  await expect(control).toBeVisible()
  load()
  await expect(control).toBeFocused()
})

test("rejects an invalid value at its field, and keeps the typed text", async ({ page }) => {
  await page.goto(await givenPolicies(page))
  await page.getByRole("button", { name: "Override Proposal expiry" }).click()
  const days = page.getByLabel("Proposal expiry", { exact: true })
  await days.fill("400")
  await page.getByRole("button", { name: "Save Proposal expiry" }).click()
  await expect(page.getByText("A whole number from 1 to 365")).toBeVisible()
  await expect(days).toHaveValue("400")
  await expect(days).toHaveAttribute("aria-invalid", "true")
  await days.fill("14")
  await days.press("Enter")
  await expect(defaultsOf(page)).toContainText("Proposal expiry: after 14 days")
})

test("describes the effect of a rule in a sentence before and after it applies", async ({ page }) => {
  await page.goto(await givenPolicies(page))
  await expect(page.getByText("Off. People review every proposal.")).toBeVisible()
  await page.getByText("Add rule…").click()
  await expect(
    page.getByRole("status").filter({
      hasText:
        "Additions with a confidence of 0.9 or more from any agent are approved automatically. Each approval is marked and can be undone.",
    }),
  ).toBeVisible()
  await page.getByRole("checkbox", { name: "additions" }).uncheck()
  await page.getByRole("button", { name: "Save rule" }).click()
  await expect(page.getByText("Choose at least one kind")).toBeVisible()
  await expect(
    page.getByRole("status").filter({ hasText: "No proposals are approved automatically." }),
  ).toBeVisible()
  await page.getByRole("checkbox", { name: "additions" }).check()
  await page.getByLabel("Agents", { exact: true }).fill("unit-tester")
  await page.getByLabel("Minimum confidence", { exact: true }).fill("0.95")
  await expect(
    page.getByText(
      "Additions with a confidence of 0.95 or more from unit-tester are approved automatically.",
    ),
  ).toBeVisible()
  await page.getByRole("button", { name: "Save rule" }).click()
  await expect(defaultsOf(page)).toContainText("Automatic approval: additions (confidence ≥ 0.95)")

  await page.getByRole("link", { name: "Global memory", exact: true }).click()
  await page.getByRole("button", { name: "Turn off here" }).click()
  await expect(rowOf(page, "Global memory")).toContainText("Automatic approval: off")
})

test("how a category is written is chosen in its row", async ({ page }) => {
  await page.goto(await givenPolicies(page))
  await page.getByLabel("Write policy for Testing", { exact: true }).selectOption("append-only")
  await page.getByLabel("Coordinator for Testing").fill("two words")
  await page.getByRole("button", { name: "Save write policy for Testing" }).click()
  await expect(
    page.getByText(
      "An agent's name can contain only letters, digits, dots, dashes and underscores, and at most 80 characters",
    ),
  ).toBeVisible()
  await page.getByLabel("Coordinator for Testing").fill("unit-tester")
  await page.getByRole("button", { name: "Save write policy for Testing" }).click()
  await expect(
    page.getByText("Write policy for testing: append-only, with unit-tester as coordinator."),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("Write policy for Testing", { exact: true })).toHaveValue("append-only")
})

test("shows a member the policies in force, read-only", async ({ page }) => {
  await page.goto(await givenPolicies(page, "member"))
  await expect(page.locator("#settings").getByText("1 person, default")).toBeVisible()
  await expect(page.getByText("Ask a team lead to change these settings.")).toBeVisible()
  await expect(page.getByRole("button", { name: /Override|Save|Reset|rule/ })).toHaveCount(0)
  await expect(page.getByText("coordinated by testing-coordinator")).toBeVisible()
})

test("the forms work before any script has loaded", async ({ page }) => {
  const address = await givenPolicies(page)
  await page.route("**/*.js*", (route) => route.abort())
  await page.goto(address)
  await page.getByRole("button", { name: "Override Reviewers" }).click()
  await page.getByLabel("Reviewers", { exact: true }).selectOption("owners only")
  await page.getByRole("button", { name: "Save Reviewers" }).click()
  await expect(defaultsOf(page)).toContainText("Reviewers: owners")
})

test("sets alert thresholds for one agent, found by name, and shows their origin", async ({ page }) => {
  const address = await givenPolicies(page)
  await page.goto(address)
  const settings = page.locator("#settings")
  for (const group of ["Review", "Budgets", "Age", "Sections", "Schedule", "Noise", "Alerts"])
    await expect(settings.getByRole("heading", { level: 3, name: group, exact: true })).toBeVisible()
  await expect(page.getByRole("link", { name: "Deployment", exact: true })).toHaveCount(0)

  await page.getByLabel("Find a scope").fill("unit")
  await page.keyboard.press("Enter")
  await page
    .getByRole("list", { name: "Scopes matching unit" })
    .getByRole("link", { name: "Agent unit-tester in ledger" })
    .click()
  await expect(page.getByRole("heading", { level: 2, name: "Agent unit-tester in ledger" })).toBeVisible()

  await page.getByRole("button", { name: "Override Line budget" }).click()
  await expect(page.getByLabel("Line budget", { exact: true })).toBeFocused()
  await page.getByLabel("Line budget", { exact: true }).fill("3")
  await page.keyboard.press("Enter")
  await expect(page.getByText("A whole number from 10 to 100,000")).toBeVisible()
  await page.getByLabel("Line budget", { exact: true }).fill("60")
  await page.keyboard.press("Enter")
  await expect(rowOf(page, "Agent unit-tester in ledger")).toContainText("Line budget: 60 lines")

  await page.getByRole("button", { name: "Override Limits by format" }).click()
  await page.getByLabel("Lines for Kaizen memory").fill("lots")
  await page.getByRole("button", { name: "Save Limits by format" }).click()
  await expect(page.getByText("Kaizen, lines: must be a whole number from 1 to 100,000")).toBeVisible()
  await expect(page.getByLabel("Lines for Kaizen memory")).toHaveValue("lots")
  await page.getByLabel("Lines for Kaizen memory").fill("12")
  await page.getByRole("button", { name: "Save Limits by format" }).click()
  await page.getByRole("button", { name: "Override Muted alerts" }).click()
  await page.getByRole("checkbox", { name: "Almost empty", exact: true }).check()
  await page.getByRole("button", { name: "Save Muted alerts" }).click()
  await page.getByRole("button", { name: "Override Stale entries by type" }).click()
  await page.getByLabel("Stale entries by type", { exact: true }).fill("decision 365, user never")
  await page.getByRole("button", { name: "Save Stale entries by type" }).click()
  await expect(rowOf(page, "Agent unit-tester in ledger").getByRole("listitem")).toHaveCount(4)

  await page.reload()
  await expect(page.getByLabel("Lines for Kaizen memory")).toHaveValue("12")
  await page.evaluate(() => window.scrollTo(0, 0)) // what has scrolled under the page's top would seem too small to hit
  await expectUsable(page)
  await expect(page.getByRole("checkbox", { name: "Almost empty", exact: true })).toBeChecked()
  await page
    .getByRole("button", { name: /^Reset to inherited: Limits by format, no format customized, default/ })
    .click()
  await expect(page.getByRole("button", { name: "Override Limits by format" })).toBeFocused()
  await page.goto(address.replace("/settings/policies", "/memory"))
  await page
    .getByRole("link", { name: /unit-tester/ })
    .first()
    .click()
  await expect(page.getByRole("paragraph").filter({ hasText: "budget 60" })).toBeVisible()
})

test("the owner of the deployment sets the defaults of all teams, also on a phone", async ({ page }) => {
  const team = await givenTeam()
  await signedIn(page.context(), await givenPerson({ owner: true }))
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(`/t/${team.slug}/settings/policies?place=deployment#settings`)
  await page.getByRole("button", { name: "Override Coach interval" }).click()
  await page.getByLabel("Coach interval", { exact: true }).fill("14")
  // The page also describes the new setting in a sentence.
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST"),
    page.getByRole("button", { name: "Save Coach interval" }).click(),
  ])
  await expect(page.getByText("Coach interval saved.").last()).toBeVisible()
  await expectUsable(page)
  await page.goto(`/t/${team.slug}/settings/policies`)
  await expect(page.locator("#settings").getByText("every 14 days, inherited from Deployment")).toBeVisible()
  await page.goto(`/t/${team.slug}/settings/policies?place=deployment#settings`)
  await page.getByRole("button", { name: /^Reset to inherited: Coach/ }).click()
  await expect(page.getByRole("button", { name: "Override Coach interval" })).toBeFocused()
})
