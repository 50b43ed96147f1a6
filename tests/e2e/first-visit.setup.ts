import { join } from "node:path"
import { expect, test } from "@playwright/test"

// Runs before every other browser test: they need an owner of the deployment, and the setup link works once.
test.use({ javaScriptEnabled: false })

test("the owner link makes its visitor the owner, before any script has loaded", async ({
  page,
  context,
}) => {
  const link = process.env.E2E_OWNER_LINK ?? ""
  await page.goto("/t/anything/fleet")
  await expect(page.getByRole("heading", { name: "Quarterdeck has no owner yet" })).toBeVisible()

  await page.goto(link)
  await page.getByLabel("Your name").fill("Mara Reyes")
  await page.getByLabel("Email address").fill("mara@example.com")
  await page.getByLabel("Password").fill("correct horse battery")
  await page.getByRole("button", { name: "Create owner account" }).click()
  await expect(page).not.toHaveURL(/welcome|sign-in/)
  await context.storageState({ path: join(process.env.E2E_HOME ?? "", "owner-login.json") })

  await context.clearCookies()
  await page.goto(link)
  await expect(page.getByText("This link has already been used")).toBeVisible()
})
