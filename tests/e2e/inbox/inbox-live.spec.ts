import { expect, type Page, test } from "@playwright/test"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { addedEntry, givenAgents, openInbox, propose, statement } from "../../support/conflicts/waiting"

const current = (page: Page) => page.locator("[data-item][aria-current]")
const listedItems = (page: Page) => page.locator("[data-item]")
const approve = (page: Page) =>
  page.getByRole("region", { name: "Decision" }).getByRole("button", { name: /^Approve: / })

test("strikes out and removes what a colleague decided, and offers new items without moving the list", async ({
  browser,
}) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester", "writer"])
  for (let number = 600; number < 604; number += 1)
    await propose(team, "tester", [addedEntry(statement(number))])
  const [mara, joe] = [await givenPerson({ team, role: "lead" }), await givenPerson({ team, role: "lead" })]
  const open = async (person: typeof mara) => {
    const context = await browser.newContext()
    await signedIn(context, person)
    const page = await context.newPage()
    const live = page.waitForResponse(/\/api\/live/)
    await openInbox(page, team)
    await live
    await expect(approve(page)).toBeEnabled()
    return page
  }
  const [hers, his] = [await open(mara), await open(joe)]

  // Joe looks at the second; Mara decides the first, then the one that he looks at.
  await his.keyboard.press("j")
  await expect(current(his)).toContainText(statement(601))
  await hers.keyboard.press("a")
  await expect(his.locator("li", { hasText: statement(600) })).toContainText(`Approved by ${mara.name}`)
  await expect(listedItems(his)).toHaveCount(3)
  await expect(current(his)).toContainText(statement(601))
  await expect(current(hers)).toContainText(statement(601))
  await expect(approve(hers)).toBeEnabled()
  await hers.keyboard.press("r")
  await hers.keyboard.press("4")
  await expect(his.getByRole("region", { name: "Decision" })).toContainText(`Rejected by ${mara.name}`)
  await his.keyboard.press("a")
  await expect(current(his)).toContainText(statement(602))
  await expect(listedItems(his)).toHaveCount(2)
  await expect(his.getByRole("link", { name: /^All\s*2/ })).toBeVisible()

  await propose(team, "writer", [addedEntry(statement(610))])
  await expect(his.getByRole("button", { name: "1 new" })).toBeVisible()
  await expect(listedItems(his)).toHaveCount(2)
  await his.keyboard.press(".")
  await expect(listedItems(his)).toHaveCount(3)
  await expect(current(his)).toContainText(statement(602))

  // Mara takes her rejection back: it waits for Joe again.
  await hers.keyboard.press("u")
  await expect(
    his.getByRole("button", { name: "1 new" }).or(listedItems(his).filter({ hasText: statement(601) })),
  ).toBeVisible()
  await hers.context().close()
  await his.context().close()
})
