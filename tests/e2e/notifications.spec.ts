import { expect, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { expectUsable } from "../support/pages/axe"
import { givenPerson, givenTeam } from "../support/data/people"
import { answering, openReceiver } from "../support/http/receiver"
import { signedIn } from "../support/pages/visitor"

test("a lead adds a webhook for the team, and sees at once whether a message arrives or why it fails", async ({
  page,
}) => {
  const receiver = await openReceiver()
  const team = await givenTeam()
  await signedIn(page.context(), await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/settings/notifications`)
  await expect(page.getByText("No channels yet")).toBeVisible()
  await expect(page.getByText("Email is not configured on this server")).toBeVisible()

  const form = page.locator("section").filter({ has: page.getByRole("heading", { name: "Add a channel" }) })
  await form.getByLabel("Address").fill("ftp://example.com")
  await expect(form.getByText("Enter an address that starts with https:// or http://")).toBeVisible()
  await form.getByLabel("Address").fill("https://hooks.slack.com/services/T0/B0/x")
  await expect(form.getByLabel("Kind", { exact: true })).toHaveValue("slack")
  await form.getByLabel("Name").fill("On call")
  await form.getByLabel("Address").fill(`${receiver.url}?key=nobodysees`)
  await form.getByLabel("Severity").selectOption("Errors")
  await form.getByLabel("Quiet from").fill("22:00")
  await form.getByLabel("Quiet until").fill("07:00")
  await form.getByLabel("Time zone", { exact: true }).fill("Europe/Berlin")
  await expect(
    form.getByText("Sends: Errors in all projects, paused from 22:00 to 07:00 (Europe/Berlin)."),
  ).toBeVisible()
  await form.getByRole("button", { name: "Add channel" }).click()
  await expect(page.getByText("Save this key now. It is shown only once.")).toBeVisible()
  await expect(page.getByLabel("Webhook signing key")).toHaveValue(/^qdw_/)
  const channel = page.getByRole("list", { name: "Channels" }).getByRole("listitem")
  await expect(channel).toContainText("No messages sent yet.")
  await expect(channel.getByText("not tested")).toBeVisible()
  await expect(page.locator("body")).not.toContainText("nobodysees")

  await channel.getByRole("button", { name: "Send test to On call" }).click()
  await expect(channel.getByText(/^Delivered \(status 204\) in [\d,]+ ms\.$/)).toBeVisible()
  await expect(channel.getByText("working")).toBeVisible()
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ test: true, team: team.name })
  receiver.answer(answering(302, { Location: "https://example.com/" }))
  await channel.getByRole("button", { name: "Send test to On call" }).click()
  await expect(channel.getByText(/^The receiver responded with 302 \(redirect\)/)).toBeVisible()
  await expect(channel.getByText(/^failing/)).toBeVisible()

  await channel.getByRole("link", { name: "On call" }).click()
  const log = page.getByRole("region", { name: "Deliveries to On call" })
  await expect(log.getByRole("row").nth(1)).toContainText(/test1failedthe receiver responded with 302/)
  await expectUsable(page, "notifications at 1280 px")
  await page.setViewportSize({ width: 375, height: 800 })
  await expectUsable(page, "notifications at 375 px")
  await channel.getByRole("button", { name: "Pause On call" }).click()
  await expect(channel.getByText("paused")).toBeVisible()
  await page.getByRole("button", { name: "Remove channel On call" }).click()
  const question = page.getByRole("dialog", { name: "Remove On call?" })
  await expect(question).toContainText("the delivery log")
  await question.getByRole("button", { name: "Cancel" }).click()
  await expect(channel).toBeVisible()
  await page.getByRole("button", { name: "Remove channel On call" }).click()
  await question.getByRole("button", { name: "Remove On call" }).click()
  await expect(page.getByText("No channels yet")).toBeVisible()

  await page.getByLabel("Daily digest").selectOption("at 08:00")
  await page.getByLabel("Digest time zone").fill("Berlin")
  await page.getByRole("button", { name: "Save digest" }).click()
  await expect(page.getByText("Enter a valid time zone, such as Europe/Berlin")).toBeVisible()
  await page.getByLabel("Digest time zone").fill("Europe/Berlin")
  await page.getByRole("button", { name: "Save digest" }).click()
  await expect(page.getByText("Digest turned on: daily at 08:00.")).toBeVisible()
  expect(await database().digest.findFirst({ where: { teamId: team.id } })).toMatchObject({
    hour: 8,
    timeZone: "Europe/Berlin",
  })
  await receiver.close()
})
