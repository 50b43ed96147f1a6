import { type APIRequestContext, expect, test } from "@playwright/test"
import { expectUsable } from "../../support/pages/axe"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

/** Requests a sign-in as the command line does, and polls whether it was approved. */
const begin = async (request: APIRequestContext, machine: string) =>
  (await (await request.post("/api/device", { data: { machine } })).json()) as {
    deviceCode: string
    userCode: string
    url: string
  }
const ask = async (request: APIRequestContext, { deviceCode }: { deviceCode: string }) =>
  (await (await request.post("/api/device/token", { data: { deviceCode } })).json()) as {
    token?: string
    error?: string
  }

test("a person signs in, approves a command line by keyboard alone, sees it in their account and revokes it", async ({
  page,
  context,
  request,
}) => {
  const team = await givenTeam()
  const person = await givenPerson({ team, role: "lead" })
  const begun = await begin(request, "ana@laptop")
  await page.goto(begun.url)
  await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(`/connect?code=${begun.userCode}`)}`)

  await signedIn(context, person)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto("/connect?code=BBBB-BBBB")
  await expect(page.getByText("No command line is waiting for this code")).toBeVisible()
  await expectUsable(page, "a code that is none")
  const code = page.getByLabel("Code")
  await expect(async () => {
    await page.keyboard.press("Tab")
    await expect(code).toBeFocused({ timeout: 50 })
  }).toPass()
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type(begun.userCode.toLowerCase().replace("-", ""))
  await page.keyboard.press("Enter")
  await expect(
    page.getByRole("heading", { level: 1, name: "Authorize this command-line login?" }),
  ).toBeVisible({
    timeout: 45_000,
  })
  await expect(page.getByText(`will act as you: ${person.name}, lead of ${team.name}`)).toBeVisible()
  await expect(page.getByText("ana@laptop")).toBeVisible()
  await expect(page.getByText(begun.userCode, { exact: true })).toBeVisible()
  await expectUsable(page, "a command line that waits")
  await expect(async () => {
    await page.keyboard.press("Tab")
    await expect(page.getByRole("button", { name: "Authorize" })).toBeFocused({ timeout: 50 })
  }).toPass()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: "Command-line login authorized" })).toBeVisible()

  const { token } = await ask(request, begun)
  const me = () => request.get("/api/v1/me", { headers: { authorization: `Bearer ${token}` } })
  expect(await (await me()).json()).toMatchObject({
    kind: "person",
    name: person.name,
    commandLine: "ana@laptop",
  })

  await page.goto(`/t/${team.slug}/settings/account`)
  await expect(page.getByRole("cell", { name: "ana@laptop", exact: true })).toBeVisible()
  await expectUsable(page, "an account with a command line")
  await page.getByRole("button", { name: "Sign out ana@laptop" }).press("Enter")
  await expect(page.getByText("No command-line logins.")).toBeVisible()
  expect((await me()).status()).toBe(401)
})

test.describe("before any script has loaded", () => {
  test.use({ javaScriptEnabled: false })

  test("a command line that is somebody else's is turned away", async ({ page, context, request }) => {
    await signedIn(context, await givenPerson({ team: await givenTeam() }))
    const begun = await begin(request, "mallory@elsewhere")
    await page.goto(`/connect?code=${begun.userCode}`)
    await page.getByRole("button", { name: "Deny" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Request denied" })).toBeVisible({
      timeout: 45_000,
    })
    expect(await ask(request, begun)).toEqual({ error: "access_denied" })
  })
})
