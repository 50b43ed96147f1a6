import { expect, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

const AGENTS = ["unit-tester", "contract-tester", "risk-architect", "structure-architect"]

async function givenFleet() {
  const team = await givenTeam()
  const folder = folderOf(
    "ledger",
    Object.fromEntries(AGENTS.map((agent) => [agentMemory(agent), notesOf(agent, 3)])),
  )
  await importFolder(team, folder, { project: "ledger" })
  return { team, folder }
}

const CONSEQUENCE = "Migrate: creates 2 files, removes 4, moves 12 entries, loses no entries"

test("a fleet moves from a file for each agent to one for each category by keyboard, and back by undoing it", async ({
  page,
  context,
}) => {
  const { team } = await givenFleet()
  await signedIn(context, await givenPerson({ owner: true }))
  await page.goto(`/t/${team.slug}/sources/migrate`)
  await expect(page.getByRole("button", { name: CONSEQUENCE })).toBeEnabled()
  await expect(page.getByRole("row", { name: /^Testing .*A · One file per agent 2 2 \d+ 6$/ })).toBeVisible()

  await page.keyboard.press("j")
  await page.keyboard.press("j")
  const second = page
    .getByRole("region", { name: "Files in Architecture" })
    .getByRole("button", { expanded: false })
    .nth(1)
  await expect(second).toBeFocused()
  await page.keyboard.press("k")
  await page.keyboard.press("Enter")
  const made = page.getByRole("button", {
    name: ".claude/agent-memory/architecture/MEMORY.md created",
    expanded: true,
  })
  await expect(made).toBeVisible()
  await expect(
    page.getByRole("region", { name: "Files in Architecture" }).getByText("- Note 1 of risk-architect"),
  ).toBeVisible()
  await page.keyboard.press("e")
  await page.getByRole("searchbox", { name: "Search entries" }).fill("note 2 of unit")
  const where = page.getByRole("list", { name: "Entries" })
  await expect(where).toContainText(
    /Note 2 of unit-tester\s*moved\s*\.claude\/agent-memory\/unit-tester\/MEMORY\.md:\d+ → \.claude\/agent-memory\/testing\/MEMORY\.md:\d+, Notes · The agent.s own entry/,
  )
  await expect(where).not.toContainText("Note 1 of")
  await expectUsable(page, "the preview")
  await page.getByRole("checkbox", { name: "Testing" }).uncheck()
  await expect(
    page.getByRole("button", {
      name: "Migrate: creates 1 file, removes 2, moves 6 entries, loses no entries",
    }),
  ).toBeEnabled()
  await page.getByRole("checkbox", { name: "Testing" }).check()
  await expect(page.getByRole("button", { name: CONSEQUENCE })).toBeEnabled()
  await page.getByRole("checkbox", { name: "Testing" }).blur()

  await page.keyboard.press("m")
  await expect(page.getByText("2 files created, 4 removed, 12 entries moved, none lost")).toBeVisible()
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveText([
    /architecture\/MEMORY\.md.*created/,
    /contract-tester.*removed/,
    /risk-architect.*removed/,
    /structure-architect.*removed/,
    /testing\/MEMORY\.md.*created/,
    /unit-tester.*removed/,
  ])
  await page.getByRole("link", { name: /^6 files to write back to / }).click()
  await expect(page.getByText("Deletes 4 files that a migration removed from Quarterdeck.")).toBeVisible()
  await expect(
    page.getByRole("button", {
      name: /^Write 2 files, remove 4: |^Commit to new branch .*: 2 files changed, 4 removed, /,
    }),
  ).toBeVisible()
  await page.goBack()
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible()
  await page.keyboard.press("u")
  await expect(page.getByText("All files were restored")).toBeVisible()
  const present = await database().memoryFile.findMany({
    where: { teamId: team.id, state: "present" },
    orderBy: { path: "asc" },
  })
  expect(present.map(({ path }) => path)).toEqual(AGENTS.map(agentMemory).toSorted())
})

test("on a phone: shows the migration, and lets authorized users run it", async ({ page, context }) => {
  const { team } = await givenFleet()
  await page.setViewportSize({ width: 375, height: 800 })
  await signedIn(context, await givenPerson({ team, role: "member" }))
  await page.goto(`/t/${team.slug}/sources/migrate`)
  await expect(page.getByText("Only leads can migrate memory")).toBeVisible()
  await expect(page.getByRole("cell", { name: "Testing" })).toBeVisible()
  await context.clearCookies()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.reload()
  await page.getByRole("button", { name: CONSEQUENCE }).click()
  await expect(page.getByText("2 files created, 4 removed, 12 entries moved, none lost")).toBeVisible()
  const record = page.url()
  const made = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, state: "present", path: { endsWith: "/architecture/MEMORY.md" } },
  })
  const moved = await database().entry.findFirstOrThrow({
    where: { teamId: team.id, fileId: made.id, text: { contains: "Note 1 of risk-architect" } },
  })
  await page.goto(`/t/${team.slug}/memory/${made.id}?view=entry&entry=${moved.id}`)
  const moves = page.getByRole("list", { name: "Moved by migrations" })
  await expect(moves).toContainText(
    /^Moved here from .*risk-architect.*:\d+ by the migration on \d+ \w+ \d{4}, run by /,
  )
  await expectUsable(page, "an entry that moved")
  await moves.getByRole("link", { name: /risk-architect/ }).click()
  await expect(moves).toContainText(
    /^Moved to \.claude\/agent-memory\/architecture\/MEMORY\.md:\d+ by the migration/,
  )
  await page.goto(record)
  await page.getByRole("link", { name: "Migration", exact: true }).click()
  await expect(
    page
      .getByRole("table", { name: "Migrations" })
      .or(page.getByRole("region", { name: "Migrations" }))
      .first(),
  ).toBeVisible()
})
