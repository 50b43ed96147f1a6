import { expect, type Page, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { importFolder, storedFile, type Team } from "../../support/imports/import-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenProposal, givenToken } from "../../support/proposals"
import { signedIn } from "../../support/pages/visitor"

const NAMES = ["unit-tester", "contract-tester", "load-tester"]

/**
 * Creates three memories that an agent called scout and another agent wrote to. The signed-in user is a lead by default.
 */
async function givenWrites(page: Page, role: "lead" | "member" = "lead"): Promise<Team> {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("first/ledger", Object.fromEntries(NAMES.map((name) => [agentMemory(name), notesOf(name, 3)]))),
  )
  const reader = await givenPerson({ team, role })
  const lead =
    role === "lead" ? await actorOf(reader) : await actorOf(await givenPerson({ team, role: "lead" }))
  for (const name of NAMES) {
    for (const agent of ["scout", name]) {
      const { id } = await givenProposal(
        team,
        {
          project: "ledger",
          file: agentMemory(name),
          session: `s-${agent}`,
          changes: [addition(`${agent} says that ${name} is slow`, "Notes")],
        },
        givenToken(team, { agent }),
      )
      expectDone(await decide(lead, id, { verdict: "approve" }))
    }
  }
  await givenProposal(
    team,
    { project: "ledger", file: agentMemory("unit-tester"), changes: [addition("scout wants more", "Notes")] },
    givenToken(team, { agent: "scout" }),
  )
  await signedIn(page.context(), reader)
  return team
}

const textOf = async (team: Team, name: string) =>
  (await storedFile(team, agentMemory(name))).revisions.at(-1)?.text ?? ""

/** Presses Tab until this is focused. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab")
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      return (
        at?.getAttribute("aria-label") ??
        (at as HTMLInputElement | null)?.labels?.[0]?.textContent ??
        at?.textContent
      )
    })
    if (focused === name) return
  }
  throw new Error(`Tab does not reach “${name}”`)
}

test("reverts an agent's writes by keyboard in two actions, and undoes that in one", async ({ page }) => {
  const team = await givenWrites(page)
  const before = await Promise.all(NAMES.map((name) => textOf(team, name)))
  await page.goto(`/t/${team.slug}/settings/history?by=agent`)
  await expect(page.getByRole("row", { name: /^scout agent 3 3 3/ })).toBeVisible()
  await tabTo(page, "Preview a revert of writes by the agent scout")
  await page.keyboard.press("Enter")

  await expect(page.getByRole("heading", { level: 1, name: "Revert writes by scout" })).toBeVisible()
  await expect(page).toHaveURL(/preview\?agent=scout/)
  await expect(page.getByText("scout says that load-tester is slow")).toBeVisible()
  await expect(page.getByText("contract-tester says that")).toBeHidden()
  await expectUsable(page, "preview of a revert")
  await tabTo(page, "Reason")
  await page.keyboard.type("it was fed lies")
  await tabTo(page, "Revert 3 writes in 3 files")
  await page.keyboard.press("Enter")

  await expect(page.getByText("3 writes in 3 files reverted")).toBeVisible()
  await expect(page.getByText("1 undecided proposal rejected.")).toBeVisible()
  for (const name of NAMES) {
    expect(await textOf(team, name)).not.toContain("scout")
    expect(await textOf(team, name)).toContain(`${name} says that ${name} is slow`)
  }
  expect(await database().proposal.count({ where: { teamId: team.id, state: "waiting" } })).toBe(0)
  await expectUsable(page, "what a revert did")
  await tabTo(page, "Undo revert of 3 files")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: /Undid the revert of scout/ })).toBeVisible()
  expect(await Promise.all(NAMES.map((name) => textOf(team, name)))).toEqual(before)
})

test("rejects an outdated preview, and shows the current one", async ({ page }) => {
  const team = await givenWrites(page)
  await page.goto(`/t/${team.slug}/settings/history/preview?session=s-scout`)
  await expect(page.getByRole("button", { name: "Revert 3 writes in 3 files" })).toBeVisible()
  const { id } = await givenProposal(
    team,
    {
      project: "ledger",
      file: agentMemory("load-tester"),
      session: "s-scout",
      changes: [addition("one more came meanwhile", "Notes")],
    },
    givenToken(team, { agent: "scout" }),
  )
  expectDone(
    await decide(await actorOf(await givenPerson({ team, role: "lead" })), id, { verdict: "approve" }),
  )
  await page.getByRole("textbox", { name: "Reason" }).fill("why not")
  await page.getByRole("button", { name: "Revert 3 writes in 3 files" }).click()
  await expect(
    page.getByText("The files have changed since the preview, so nothing was written."),
  ).toBeVisible()
  await expect(page.getByRole("textbox", { name: "Reason" })).toHaveValue("why not")
  await page.getByRole("button", { name: "Revert 4 writes in 3 files" }).click()
  await expect(page.getByText("4 writes in 3 files reverted")).toBeVisible()
})

test("restores everything to before an import, and links an agent's page to its writes", async ({ page }) => {
  const team = await givenWrites(page)
  const before = await textOf(team, "unit-tester")
  await importFolder(team, folderOf("second/ledger", { [agentMemory("newcomer")]: notesOf("newcomer", 2) }))
  await page.goto(`/t/${team.slug}/settings/history`)
  await page
    .getByRole("list", { name: "Large changes" })
    .getByRole("link", { name: /^Before the import of/ })
    .first()
    .click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Restore everything")
  await expectUsable(page, "preview of restoring everything")
  await page.getByRole("textbox", { name: "Reason" }).fill("a wrong folder")
  await page.getByRole("button", { name: "Restore: remove 1 file" }).click()
  await expect(page.getByText("1 file restored")).toBeVisible()
  expect(await textOf(team, "unit-tester")).toBe(before)
  expect((await storedFile(team, agentMemory("newcomer"))).state).toBe("gone")

  await page.goto(`/t/${team.slug}/agents/ledger/unit-tester`)
  await page.getByRole("link", { name: "Revert changes…" }).click()
  await expect(page.getByRole("button", { name: "Revert 1 write in 1 file" })).toBeVisible()
})

test("tells a user without the right to decide who has it", async ({ page }) => {
  const team = await givenWrites(page, "member")
  await page.goto(`/t/${team.slug}/settings/history`)
  await expect(page.getByText("Only leads can view and revert writes")).toBeVisible()
})
