import { expect, type Locator, test } from "@playwright/test"
import { agentMemory, folderOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { expectUsable } from "../../support/pages/axe"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

test("columns are hidden and rows made compact, and stay so after a reload", async ({ page, context }) => {
  const team = await givenTeam()
  const text = "# tester\n\n## Notes\n\n- Ports are never shared\n"
  await importFolder(team, folderOf("ledger", { [agentMemory("tester")]: text }))
  await signedIn(context, await givenPerson({ team, role: "lead" }))

  for (const [path, column, row] of [
    ["agents", "Entries", /tester/],
    ["memory", "Updated", /MEMORY\.md/],
  ] as const) {
    await page.goto(`/t/${team.slug}/${path}`)
    const head = page.getByRole("columnheader", { name: column })
    const cell = page.getByRole("row", { name: row }).first()
    await expect(head).toBeVisible()
    const before = await cell.boundingBox()

    const button = page.getByRole("button", { name: "Columns and row height" })
    await button.focus()
    await page.keyboard.press("Enter")
    await page.getByRole("menuitemcheckbox", { name: column }).click()
    await expect(head).toBeHidden()
    await page.getByRole("menuitemcheckbox", { name: "Compact" }).click()
    await page.keyboard.press("Escape")
    await expect(button).toBeFocused()
    await expect.poll(async () => (await cell.boundingBox())?.height).toBeLessThan(before?.height ?? 0)

    const right = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    const last = await right(page.getByRole("columnheader", { name: "State" }))
    expect(Math.abs(last - (await right(page.getByRole("table"))))).toBeLessThanOrEqual(1)

    await page.reload()
    await expect(head).toBeHidden()
    await expectUsable(page, `${path} with a hidden column`)
  }
})
