import { expect, type Page, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { importFolder } from "../../support/imports/import-folder"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { opensBy, signedIn } from "../../support/pages/visitor"

const NAMES = ["unit-tester", "contract-tester", "code-reviewer", "smoke-probe", "load-probe", "wordsmith"]

async function givenTaxonomy(page: Page, role: "lead" | "member" = "lead") {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("ledger", Object.fromEntries(NAMES.map((name) => [agentMemory(name), notesOf(name, 3)]))),
  )
  await signedIn(page.context(), await givenPerson({ team, role }))
  await page.goto(`/t/${team.slug}/settings/categories`)
  return {
    team,
    placeOf: async (name: string) =>
      (
        await database().agent.findFirstOrThrow({
          where: { teamId: team.id, name },
          select: { category: { select: { slug: true } } },
        })
      ).category?.slug ?? null,
  }
}

const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const chip = (page: Page, where: string, name: string) =>
  group(page, where).getByRole("button", { name: new RegExp(`^${name}\\s*,`) })

test("a lead assigns agents by keyboard, by drag and by rule, and undoes each assignment", async ({
  page,
}) => {
  const { placeOf } = await givenTaxonomy(page)
  await expect(
    group(page, "Testing").getByRole("button", {
      name: /^testing-coordinator\s*, coordinator, not seen yet$/,
    }),
  ).toBeVisible()
  await expect(chip(page, "Unassigned", "wordsmith")).toBeVisible()

  await test.step("by keyboard, several at once", async () => {
    await chip(page, "Unassigned", "load-probe").focus()
    await opensBy(page, "x", page.getByRole("toolbar", { name: "Selected agents" }))
    await page.keyboard.press("ArrowRight")
    await expect(chip(page, "Unassigned", "smoke-probe")).toBeFocused()
    await page.keyboard.press("x")
    await expect(page.getByRole("toolbar", { name: "Selected agents" }).getByText("2 selected")).toBeVisible()
    await page.keyboard.press("m")
    await page.getByRole("combobox", { name: "Category" }).fill("monit")
    await page.keyboard.press("Enter")
    await expect(chip(page, "Monitoring", "load-probe")).toBeVisible()
    await expect(page.getByText("2 agents moved to Monitoring.")).toBeVisible()
    expect([await placeOf("load-probe"), await placeOf("smoke-probe")]).toEqual(["monitoring", "monitoring"])
    await expect(chip(page, "Unassigned", "wordsmith")).toBeFocused()
  })

  await test.step("and takes it back", async () => {
    await page.keyboard.press("u")
    await expect(chip(page, "Unassigned", "smoke-probe")).toBeVisible()
    await expect(page.getByText("Undone: 2 agents moved back.")).toBeVisible()
    expect(await placeOf("smoke-probe")).toBeNull()
  })

  await test.step("by drag", async () => {
    await chip(page, "Testing", "unit-tester").dragTo(group(page, "Review"))
    await expect(chip(page, "Review", "unit-tester")).toHaveAccessibleName(/assigned manually/)
    await expect.poll(() => placeOf("unit-tester")).toBe("review")
  })

  await test.step("renames a category and gives it a rule, which places two", async () => {
    await page.getByRole("button", { name: "Edit Testing" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Trials")
    await page.getByLabel("Rules", { exact: true }).fill("*")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText(/^A rule must be a name with \*/)).toBeVisible()
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Trials")
    await page.getByLabel("Rules", { exact: true }).fill("*-probe")
    await page.keyboard.press("Enter")
    await expect(group(page, "Trials").getByText("*-probe")).toBeVisible()
    await expect(page.getByRole("button", { name: "Edit Trials" })).toBeFocused()
    await page.getByRole("button", { name: "Assign all by rule (2)" }).click()
    await expect(chip(page, "Trials", "load-probe")).toBeVisible()
    await expect(chip(page, "Unassigned", "wordsmith")).toBeVisible()
    await expect.poll(() => placeOf("load-probe")).toBe("testing")
  })
  await expectUsable(page)
})

test("assigns agents by touch on a narrow screen and tells a member why the page is read-only", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const { team, placeOf } = await givenTaxonomy(page)
  await chip(page, "Unassigned", "wordsmith").click()
  await page.getByRole("button", { name: "Move to…" }).click()
  await page.getByRole("option", { name: "Delivery" }).click()
  await expect(chip(page, "Delivery", "wordsmith")).toBeVisible()
  await expect.poll(() => placeOf("wordsmith")).toBe("delivery")
  await expectUsable(page)
  await signedIn(page.context(), await givenPerson({ team, role: "member" }))
  await page.reload()
  await expect(page.getByText(/^Only leads and owners of .* can assign agents/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Edit Delivery" })).toHaveCount(0)
})
