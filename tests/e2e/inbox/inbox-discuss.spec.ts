import { expect as playwrightExpect, test } from "@playwright/test"
import { createComment } from "@/lib/operations/comments/comments"
import { runOperation } from "@/lib/operations/operation"
import {
  addedEntry,
  decideAs,
  givenAgents,
  openInbox,
  propose,
  statement,
} from "../../support/conflicts/waiting"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

const expect = playwrightExpect.configure({ timeout: 30_000 })

test("a proposal is discussed and assigned with the keyboard, and its thread stays after the decision", async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  const team = await givenTeam()
  await givenAgents(team, ["tester"])
  await propose(team, "tester", [addedEntry(statement(1))])
  const item = await propose(team, "tester", [addedEntry(statement(2))])
  const colleague = await actorOf(await givenPerson({ team, role: "lead" }))
  const me = await givenPerson({ team, role: "lead" })
  const text = `@${me.name} see https://example.com/a. Is it true?`
  expectDone(await runOperation(createComment, colleague, { item, text }))
  await signedIn(context, me)
  await openInbox(page, team)

  // The first item is selected at once, so that only the other one is unread.
  const bell = page.getByRole("button", { name: /1 unread notification/ })
  await bell.click()
  await page.getByRole("menuitem", { name: /mentioned you on a proposal/ }).click()
  const thread = page.getByRole("region", { name: /^Comments/ })
  await expect(thread.getByText(`@${me.name}`)).toBeVisible()
  await expect(thread.getByRole("link", { name: "https://example.com/a" })).toHaveAttribute("rel", /noopener/)
  await expect(bell).toHaveCount(0)

  await page.keyboard.press("n")
  const box = thread.getByRole("textbox", { name: "Add a comment" })
  await expect(box).toBeFocused()
  await box.pressSequentially(`It is, @${colleague.name.slice(0, 9)}`)
  await expect(thread.getByRole("option", { name: colleague.name })).toBeVisible()
  await box.press("Escape")
  await box.press("Escape")
  await page.keyboard.press("k")
  await page.keyboard.press("j")
  await expect(box).toHaveValue(/It is, @/)
  await box.press("End")
  await box.press("Backspace")
  await expect(thread.getByRole("option").first()).toBeVisible()
  await thread.getByRole("option", { name: colleague.name }).click()
  await box.press("Control+Enter")
  await expect(thread.getByRole("listitem")).toHaveCount(2)
  await expect(thread.getByText(`@${colleague.name}`)).toBeVisible()
  await box.press("Escape")

  await page.keyboard.press("Shift+I")
  await page.getByRole("combobox", { name: "Name" }).fill(colleague.name)
  await page.keyboard.press("Enter")
  const row = page.locator(`[data-item="${item}"]`)
  await expect(row.getByText(`Assigned to ${colleague.name}`)).toBeAttached()
  await page.keyboard.press("i")
  await page.getByRole("link", { name: /^Mine\s*1/ }).click()
  await expect(page).toHaveURL(/assignee=me/)
  // Only the filtered list has one row.
  await expect(page.locator("[data-item]")).toHaveCount(1)
  await expect(row).toBeVisible()
  await page.keyboard.press("Shift+I")
  await page.getByRole("combobox", { name: "Name" }).fill(colleague.name)
  const readAgain = page.waitForResponse(
    (response) => response.url().includes(`/proposals/${item}`) && response.request().method() === "GET",
  )
  await page.keyboard.press("Enter")
  await readAgain
  await expect(page.getByRole("link", { name: /^Mine\s*0/ })).toBeVisible()
  await expect(page.getByText("This item is no longer in this list.")).toBeVisible()

  await decideAs(colleague, item, { verdict: "reject", reason: "no" })
  await page.goto(`/t/${team.slug}/inbox?tab=proposals&item=${item}`)
  await expect(page).toHaveURL(/tab=decided/)
  await expect(thread.getByRole("listitem")).toHaveCount(2)
})
