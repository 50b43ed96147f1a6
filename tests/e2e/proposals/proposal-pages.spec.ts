import { expect, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { runOperation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { folderOf } from "../../support/imports/folder"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { addedEntry, agentActor } from "../../support/conflicts/waiting"

const SHARED = ".claude/agent-memory/testing/MEMORY.md"
const STUB = "Integration tests need the stub broker on port 4222"
const STUB_AGAIN = "Integration tests need a stub broker on port 4222"
const UNITS = "Amounts are integers of minor units"

async function givenShared(): Promise<Team> {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("ledger", { [SHARED]: "# Testing\n\n## Notes\n\n- [2026-11-02] Contract tests run nightly\n" }),
  )
  return team
}

const proposeShared = async (team: Team, text: string) =>
  expectDone(
    await runOperation(createProposal, agentActor(team, "unit-tester"), {
      team: team.slug,
      file: SHARED,
      changes: [addedEntry(text)],
      reason: "seen",
    }),
  ).id

test("approves a category's waiting proposals as one revision, folds duplicates, and undoes the whole approval", async ({
  page,
  context,
}) => {
  const team = await givenShared()
  const [stub, again, units] = [
    await proposeShared(team, STUB),
    await proposeShared(team, STUB_AGAIN),
    await proposeShared(team, UNITS),
  ]
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/inbox?item=${again}`)
  await page.getByRole("link", { name: "Consolidate" }).click()
  const approve = page.getByRole("button", {
    name: "Approve 2 entries in one revision and merge 1 duplicate",
  })
  await expect(approve).toBeEnabled()
  await expect(page.getByText("2 duplicates")).toBeVisible()

  // Enters the second group by keyboard, leaves it, and enters it again.
  await expect(async () => {
    await page.keyboard.press("j")
    await expect(page.locator("[data-group]").first()).toBeFocused({ timeout: 300 })
  }).toPass()
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  await expect(
    page.getByRole("button", { name: "Approve 1 entry in one revision and merge 1 duplicate" }),
  ).toBeEnabled()
  await expect(page.locator("mark").filter({ hasText: UNITS })).toBeHidden()
  await page.keyboard.press("x")
  await expect(page.locator("mark").filter({ hasText: UNITS })).toBeVisible()

  await page.getByRole("radio", { name: STUB_AGAIN }).check()
  await expect(page.locator("mark").filter({ hasText: STUB_AGAIN })).toBeVisible()
  await page.keyboard.press("a")
  await expect(page.getByRole("heading", { name: "No proposals for Testing" })).toBeVisible()
  const states = async () =>
    new Map(
      (await database().proposal.findMany({ where: { teamId: team.id } })).map((one) => [one.id, one.state]),
    )
  expect(await states()).toEqual(
    new Map([
      [stub, "merged"],
      [again, "approved"],
      [units, "approved"],
    ]),
  )
  const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path: SHARED } })
  expect(file.head).toBe(2)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(approve).toBeVisible()
  expect([...(await states()).values()]).toEqual(["waiting", "waiting", "waiting"])
})

test("charts incoming and decided proposals, with the figures behind the chart", async ({
  page,
  context,
}) => {
  const team = await givenShared()
  await proposeShared(team, UNITS)
  await signedIn(context, await givenPerson({ team, role: "viewer" }))
  await page.goto(`/t/${team.slug}/inbox/flow`)
  await expect(page).toHaveURL(new RegExp(`/t/${team.slug}#queue$`))
  await expect(page.getByRole("heading", { name: "Proposal queue" })).toBeVisible()
  const card = page.getByRole("region", { name: "Proposal queue" }).first()
  await card.getByText("Show as table").click()
  const table = page.getByRole("region", { name: "Proposals created and decided, by week" })
  await expect(table.getByRole("row")).toHaveCount(13)
  await expect(table.getByRole("row").nth(1).getByRole("cell").nth(1)).toHaveText("1")
  await page.getByRole("navigation", { name: "Time range" }).getByRole("link", { name: "4 weeks" }).click()
  await expect(page).toHaveURL(/weeks=4/)
  await expect(table.getByRole("row")).toHaveCount(5)
  await expect(async () => {
    await card.locator("[data-hover-values]").hover()
    await expect(card.getByText(/^Week of /)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByText("Queue age").click()
  await expect(page.getByRole("row", { name: /less than 1 day\s*1/ })).toBeVisible()
  await page.getByRole("link", { name: "1 proposal waiting" }).click()
  await expect(page).toHaveURL(/\/inbox\?tab=proposals$/)
})

test("explains both pages before anything is proposed", async ({ page, context }) => {
  const team = await givenShared()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}`)
  await expect(page.getByText("No proposals in the last 12 weeks")).toBeVisible()
  await page.goto(`/t/${team.slug}/inbox/category/testing`)
  await expect(page.getByRole("heading", { name: "No proposals for Testing" })).toBeVisible()
})
