import { expect, test } from "@playwright/test"
import { newId } from "@/lib/db/infra/identifiers"
import { cheapHash } from "../../support/data/cheap-hash"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

const PASSWORD = "correct horse battery"
/** Checking a password is slow on purpose, and slower while other tests run. */
const HASHED = { timeout: 45_000 }

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "signing in" : "signing in before any script has loaded", () => {
    test.use({ javaScriptEnabled })

    test("shows what is wrong, keeps the e-mail address, and returns to the requested page", async ({
      page,
    }) => {
      const team = await givenTeam()
      const email = `${newId()}@example.com`
      await givenPerson({ team, email, passwordHash: cheapHash(PASSWORD) })
      await page.goto("/settings?from=link") // as people name pages to each other: the team is the only one they are in
      await expect(page).toHaveURL(/sign-in\?next=/)
      await page.getByLabel("Email address").fill(email)
      await page.getByLabel("Password").fill("not the password")
      await page.getByRole("button", { name: "Sign in" }).click()
      await expect(page.getByText("The email address or password is incorrect.")).toBeVisible(HASHED)
      await expect(page.getByLabel("Email address")).toHaveValue(email)
      await page.getByLabel("Password").fill(PASSWORD)
      await page.getByRole("button", { name: "Sign in" }).click()
      await expect(page).toHaveURL(`/t/${team.slug}/settings?from=link`, HASHED)
    })

    test("ignores return addresses on other sites", async ({ page }) => {
      const email = `${newId()}@example.com`
      await givenPerson({ team: await givenTeam(), email, passwordHash: cheapHash(PASSWORD) })
      await page.goto("/sign-in?next=//evil.example/fleet")
      await page.getByLabel("Email address").fill(email)
      await page.getByLabel("Password").fill(PASSWORD)
      await page.getByRole("button", { name: "Sign in" }).click()
      await expect(page).not.toHaveURL(/sign-in|evil/, HASHED)
    })
  })
}

test("an invited user joins with their role, and loses access as soon as they are removed", async ({
  browser,
  page,
  context,
}) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "owner" }))
  await page.goto(`/t/${team.slug}/settings`)
  await page.getByLabel("Role", { exact: true }).selectOption("lead")
  await page.getByRole("button", { name: "Create invitation link" }).click()
  const link = await page.getByLabel("Invitation link").inputValue()

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await other.getByLabel("Your name").fill("Nils Holm")
  await other.getByLabel("Email address").fill(`${newId()}@example.com`)
  await other.getByLabel("Password").fill(PASSWORD)
  await other.getByRole("button", { name: `Join ${team.name} as lead` }).click()
  await expect(other).toHaveURL(new RegExp(`/t/${team.slug}$`), HASHED)
  await other.goto(`/t/${team.slug}/settings/account`)
  await expect(other.getByRole("link", { name: "Access tokens" })).toBeVisible()

  await page.reload()
  await page.getByLabel("Role of Nils Holm").selectOption("viewer")
  await expect(page.getByText("Role changed to viewer.")).toBeVisible()
  await other.reload()
  await expect(other.getByRole("link", { name: "Access", exact: true })).toBeVisible()
  await expect(other.getByRole("link", { name: "Access tokens" })).toBeHidden()

  await page.getByRole("button", { name: "Remove Nils Holm" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove Nils Holm" }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page.getByText("Nils Holm")).toBeHidden()
  await other.reload()
  await expect(other).toHaveURL(/sign-in/)
  await other.goto(link)
  await expect(other.getByText("This link has already been used")).toBeVisible()
})

test("an access token is shown once, works, and stops working when it is revoked", async ({
  page,
  context,
  request,
}) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/settings/tokens`)
  await expect(page.getByText("No access tokens yet")).toBeVisible()
  await expect(page.getByLabel("admin")).toBeHidden()
  await page.getByLabel("Name").fill("CI of ledger")
  await page.getByRole("button", { name: "Read-only agent" }).click()
  await expect(page.getByRole("checkbox", { name: /^propose:/ })).not.toBeChecked()
  await expect(page.getByRole("checkbox", { name: /^read:/ })).toBeChecked()
  await page.getByRole("button", { name: "Create access token" }).click()
  const token = await page.getByLabel("Access token", { exact: true }).inputValue()
  const ask = () =>
    request.get(`/api/v1/teams/${team.slug}/members`, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status()).toBe(200)

  await page.reload()
  await expect(page.getByText(token)).toBeHidden()
  await page.getByRole("button", { name: "Revoke CI of ledger" }).click()
  await expect(page.getByText("No access tokens yet")).toBeVisible()
  expect((await ask()).status()).toBe(401)
})

test("a page runs only Quarterdeck's own scripts", async ({ page, request }) => {
  const first = (await request.get("/sign-in")).headers()["content-security-policy"] ?? ""
  const second = (await request.get("/sign-in")).headers()["content-security-policy"] ?? ""
  const nonce = /'nonce-([^']+)'/.exec(first)?.[1]
  expect(nonce).toBeTruthy()
  expect(second).not.toContain(nonce)
  expect(first).not.toMatch(/script-src[^;]*unsafe/)

  const refusals: string[] = []
  page.on(
    "console",
    (message) => message.text().includes("Content Security Policy") && refusals.push(message.text()),
  )
  await page.goto("/sign-in")
  expect(refusals).toEqual([])
  await page.evaluate(() => {
    const script = document.createElement("div")
    script.innerHTML = `<img src="x" onerror="document.title = 'run'">`
    document.body.append(script)
  })
  await expect.poll(() => refusals.length).toBeGreaterThan(0)
  await expect(page).not.toHaveTitle("run")
})
