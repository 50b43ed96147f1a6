import { expect as playwrightExpect, type Page, test } from "@playwright/test"
import { importFolder } from "../support/import-door"
import { agentMemory, folderOf, notesOf } from "../support/folder"
import { givenPerson, givenTeam } from "../support/people"
import { signedIn } from "../support/visitor"

const expect = playwrightExpect.configure({ timeout: 20_000 })

const FILES = { [agentMemory("unit-tester")]: notesOf("unit-tester", 3), ".claude/agent-memory/testing/MEMORY.md": "# Testing Category Memory\n\n## Shared Patterns\n\n- Fixtures are frozen\n\n## Coordinator Notes\n" }

async function givenPolicies(page: Page, role: "lead" | "member" = "lead") {
  const team = await givenTeam()
  await importFolder(team, folderOf("ledger", FILES))
  await signedIn(page.context(), await givenPerson({ team, role }))
  return `/t/${team.slug}/settings/policies`
}

const rowOf = (page: Page, name: string) => page.getByRole("region", { name: "What holds where" }).getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) })

test("a lead sets what the team asks for, and every memory below inherits it until it says otherwise", async ({ page }) => {
  const address = await givenPolicies(page)
  await page.goto(address)
  await expect(page.locator("#settings").getByText("1 person, built in")).toBeVisible()
  await page.getByRole("button", { name: "Set here: Approvals" }).click()
  await expect(page.getByLabel("Approvals", { exact: true })).toBeFocused()
  await page.getByLabel("Approvals", { exact: true }).selectOption("2 people")
  await page.getByRole("button", { name: "Save: Approvals" }).click()
  await expect(rowOf(page, "Project memory").getByRole("cell", { name: /^2 people ?, from Team/ })).toBeVisible()

  await page.getByRole("link", { name: "Category Testing", exact: true }).click()
  await expect(page).toHaveURL(/place=category%3Atesting#settings/)
  await expect(page.getByRole("heading", { level: 2, name: "Category Testing" })).toBeVisible()
  await page.getByRole("button", { name: "Set here: Approvals" }).click()
  await page.getByLabel("Approvals", { exact: true }).selectOption("1 person")
  await page.getByRole("button", { name: "Save: Approvals" }).click()
  await expect(rowOf(page, "Category Testing").getByRole("cell", { name: "1 person", exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole("button", { name: /^Take away: Approvals; then 2 people, from Team/ }).click()
  await expect(rowOf(page, "Category Testing").getByRole("cell", { name: /^2 people ?, from Team/ })).toBeVisible()
  await expect(page.getByRole("button", { name: "Set here: Approvals" })).toBeFocused()
})

test("a value that cannot be is refused at its field, and stays as it was typed", async ({ page }) => {
  await page.goto(await givenPolicies(page))
  await page.getByRole("button", { name: "Set here: Days until a proposal expires" }).click()
  const days = page.getByLabel("Days until a proposal expires", { exact: true })
  await days.fill("400")
  await page.getByRole("button", { name: "Save: Days until a proposal expires" }).click()
  await expect(page.getByText("A whole number from 1 to 365")).toBeVisible()
  await expect(days).toHaveValue("400")
  await expect(days).toHaveAttribute("aria-invalid", "true")
  await days.fill("14")
  await days.press("Enter")
  await expect(rowOf(page, "Global memory").getByRole("cell", { name: /^after 14 days ?, from Team/ })).toBeVisible()
})

test("a rule says in a sentence what it will do, before it does it and after", async ({ page }) => {
  await page.goto(await givenPolicies(page))
  await expect(page.getByText("Off: a person decides everything.")).toBeVisible()
  await page.getByText("Set a rule…").click()
  await expect(page.getByRole("status").filter({ hasText: "Additions with a confidence of 0.9 or more by any agent are approved without a person. Every one is marked and can be undone." })).toBeVisible()
  await page.getByRole("checkbox", { name: "additions" }).uncheck()
  await page.getByRole("button", { name: "Approve by this rule" }).click()
  await expect(page.getByText("Choose at least one kind")).toBeVisible()
  await expect(page.getByRole("status").filter({ hasText: "Nothing is approved without a person." })).toBeVisible()
  await page.getByRole("checkbox", { name: "additions" }).check()
  await page.getByLabel("By these agents").fill("unit-tester")
  await page.getByLabel("From a confidence of").fill("0.95")
  await expect(page.getByText("Additions with a confidence of 0.95 or more by unit-tester are approved without a person.")).toBeVisible()
  await page.getByRole("button", { name: "Approve by this rule" }).click()
  await expect(rowOf(page, "Project memory").getByRole("cell", { name: /^additions from 0.95 ?, from Team/ })).toBeVisible()

  await page.getByRole("link", { name: "Global memory", exact: true }).click()
  await page.getByRole("button", { name: "Turn it off here" }).click()
  await expect(rowOf(page, "Global memory").getByRole("cell", { name: "off", exact: true })).toBeVisible()
})

test("how a category is written is chosen in its row", async ({ page }) => {
  await page.goto(await givenPolicies(page))
  await page.getByLabel("Write policy of Testing").selectOption("append-only")
  await page.getByLabel("Coordinator of Testing").fill("two words")
  await page.getByRole("button", { name: "Save how Testing is written" }).click()
  await expect(page.getByText("An agent's name: letters, digits, dot, dash and underscore, at most 80 of them")).toBeVisible()
  await page.getByLabel("Coordinator of Testing").fill("unit-tester")
  await page.getByRole("button", { name: "Save how Testing is written" }).click()
  await expect(page.getByText("testing is append-only, coordinated by unit-tester.")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("Write policy of Testing")).toHaveValue("append-only")
})

test("a member sees what holds and changes nothing", async ({ page }) => {
  await page.goto(await givenPolicies(page, "member"))
  await expect(page.locator("#settings").getByText("1 person, built in")).toBeVisible()
  await expect(page.getByText("A lead of the team changes it.")).toBeVisible()
  await expect(page.getByRole("button", { name: /Set here|Save|Take away|rule/ })).toHaveCount(0)
  await expect(page.getByText("coordinated by testing-coordinator")).toBeVisible()
})

test("the forms work before any script has loaded", async ({ page }) => {
  const address = await givenPolicies(page)
  await page.route("**/*.js*", (route) => route.abort())
  await page.goto(address)
  await page.getByRole("button", { name: "Set here: Who decides" }).click()
  await page.getByLabel("Who decides", { exact: true }).selectOption("owners only")
  await page.getByRole("button", { name: "Save: Who decides" }).click()
  await expect(rowOf(page, "Project memory").getByRole("cell", { name: /^owners ?, from Team/ })).toBeVisible()
})
