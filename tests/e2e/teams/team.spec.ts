import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { givenPerson, givenTeam } from "../../support/data/people"
import { opensByClick, signedIn } from "../../support/pages/visitor"

test.describe("the owner", () => {
  test.use({ storageState: join(process.env.E2E_HOME ?? "", "owner-login.json") })

  test("makes a team from the switcher and is led to its sources", async ({ page }) => {
    const name = `Harbour ${Date.now()}`
    await page.goto("/t/platform/agents")
    const newTeam = page.getByRole("menuitem", { name: "New team…" })
    await opensByClick(page.getByRole("button", { name: /Team and project/ }), newTeam)
    await newTeam.click()
    await expect(page).toHaveURL(/new-team/)
    await page.getByLabel("Team name").fill(name)
    await page.getByRole("button", { name: "Create team" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Sources" })).toBeVisible()
    await expect(page.getByRole("button", { name: `Team and project: ${name}` })).toBeVisible()
  })

  test("sees an error for a name that is taken, and keeps the typed name", async ({ page }) => {
    await page.goto("/new-team")
    await page.getByLabel("Team name").fill("Platform")
    await page.getByRole("button", { name: "Create team" }).click()
    await expect(page.getByText(/already|taken/i)).toBeVisible()
    await expect(page.getByLabel("Team name")).toHaveValue("Platform")
  })
})

test("a lead renames the team but cannot create one", async ({ page, context }) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto("/new-team")
  await expect(page.getByText("Only the Quarterdeck owner can create teams")).toBeVisible({
    timeout: 45_000,
  })
  await page.goto(`/t/${team.slug}/settings`)
  await page.getByLabel("Team name").fill(`${team.name} renamed`)
  await page.getByRole("button", { name: "Save name" }).click()
  await expect(page.getByText(`Team renamed to ${team.name} renamed.`)).toBeVisible({
    timeout: 45_000,
  })
})
