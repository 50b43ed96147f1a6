import { expect, test } from "@playwright/test"

test("a running Quarterdeck says that it and its database are well", async ({ request }) => {
  const answer = await request.get("/api/health")
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ status: "ok", database: { status: "ok" } })
})

test("asks a visitor to sign in", async ({ page }) => {
  await page.goto("/")
  await expect(page).toHaveURL(/sign-in|welcome/)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})
