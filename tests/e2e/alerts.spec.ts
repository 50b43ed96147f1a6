import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { database } from "../support/data/writable"
import { itemUrl } from "@/lib/operations/notifications/send-message"
import { expectUsable, expectUsableAtBothWidths } from "../support/pages/axe"
import { agentMemory, BROKEN_JSON, folderOf, LATIN, notesOf } from "../support/imports/folder"
import { importFolder, storedFile, type Team } from "../support/imports/import-folder"
import { givenPerson, givenTeam } from "../support/data/people"
import { signedIn } from "../support/pages/visitor"
import { openInbox } from "../support/conflicts/waiting"
import { checkAlerts } from "../support/alerts/check-alerts"

const current = (page: Page) => page.locator("[data-item][aria-current]")
const listed = (page: Page) => page.locator("[data-item]")
const verdict = (page: Page) => page.getByRole("region", { name: "Decision" })
const BROKEN = "memory/teams/core/memory.json"

/** How many alerts the store holds as open, once that is so many. */
const openInStore = (team: Team) => database().alert.count({ where: { teamId: team.id, state: "open" } })

test("acknowledges, snoozes and ignores an alert, undoes each with a key, and shows the alert resolve once it is fixed", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  const folder = folderOf("ledger", {
    [agentMemory("unit-tester")]: notesOf("unit-tester", 230),
    [BROKEN]: BROKEN_JSON,
    [agentMemory("latin")]: LATIN,
  })
  await importFolder(team, folder)
  await checkAlerts(team)
  const all = await openInStore(team)
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await openInbox(page, team, "?tab=alerts")
  for (const tag of ["parse errors", "quarantined", "truncated"])
    await expect(listed(page).getByText(tag, { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(`(${all}) Inbox · Quarterdeck`)
  const cut = listed(page).filter({ hasText: "truncated" })
  await cut.click()
  await expect(page.getByRole("heading", { name: "Lines not loaded" })).toBeVisible()
  await expect(page.getByText("Load limit: 200 lines. The 34 lines below are not loaded.")).toBeVisible()
  await expect(page.getByRole("article").getByText("Raised", { exact: true })).toBeVisible()
  await expect(verdict(page).getByRole("link", { name: "Open at line 201" })).toHaveAttribute(
    "href",
    /\/memory\/[0-9a-f-]{36}\?line=201$/,
  )

  await page.keyboard.press("a")
  await expect(cut).toBeHidden()
  await expect(page).toHaveTitle(`(${all - 1}) Inbox · Quarterdeck`)
  await page.keyboard.press("u")
  await expect(current(page)).toContainText("truncated")
  await expect(page).toHaveTitle(`(${all}) Inbox · Quarterdeck`)
  await page.keyboard.press("h")
  await page.keyboard.press("2")
  await expect(cut).toBeHidden()
  await expect(page.getByRole("link", { name: /Snoozed\s*1/ })).toBeVisible()
  await page.keyboard.press("u")
  await expect(cut).toBeVisible()
  await page.keyboard.press("r")
  await expect(page.getByRole("heading", { name: "Ignore this alert for…" })).toBeVisible()
  await page.keyboard.press("1")
  await expect(cut).toBeHidden()
  await expect
    .poll(() =>
      database().alertRule.findMany({ where: { teamId: team.id }, select: { kind: true, path: true } }),
    )
    .toEqual([{ kind: "past-cut", path: agentMemory("unit-tester") }])
  await page.keyboard.press("u")
  await expect(cut).toBeVisible()
  await expect.poll(() => openInStore(team)).toBe(all)

  // A colleague's machine fixes the file: the alert disappears from the open page, and the page offers new items.
  const broken = listed(page).filter({ hasText: "parse errors" })
  await cut.click()
  writeFileSync(join(folder, BROKEN), '{\n  "version": "1.0.0",\n  "entries": []\n}\n')
  writeFileSync(join(folder, agentMemory("latin")), notesOf("latin", 230))
  await importFolder(team, folder)
  await checkAlerts(team)
  await expect(broken).toBeHidden()
  await expect(page.getByRole("button", { name: /^\d+ new/ })).toBeVisible()
  await page.keyboard.press(".")
  await expect(cut).toHaveCount(2)
  await expect(current(page)).toContainText("truncated")

  // The acknowledged alert can still be found and shows its state.
  await page.keyboard.press("a")
  await expect
    .poll(() => database().alert.count({ where: { teamId: team.id, state: "acknowledged" } }))
    .toBe(1)
  await page.goto(`/t/${team.slug}/inbox?tab=alerts&state=acknowledged`)
  await expect(page.getByText("Acknowledged, so no more notifications are sent")).toBeVisible()
  await expect(verdict(page).getByRole("button", { name: /^Reopen/ })).toBeVisible()

  // Links in messages lead to the alert wherever it is now: acknowledged, or far down a list sorted by severity.
  const link = async (id: string) =>
    page.goto(
      new URL(itemUrl(team.slug, "alert", id)).pathname + new URL(itemUrl(team.slug, "alert", id)).search,
    )
  const { id: known } = await database().alert.findFirstOrThrow({
    where: { teamId: team.id, state: "acknowledged" },
  })
  await link(known)
  await expect(page).toHaveURL(new RegExp(`state=acknowledged&item=${known}$`))
  await expect(current(page)).toHaveAttribute("data-item", known)
  const [{ key, id: _, ...one }, last] = [
    await database().alert.findFirstOrThrow({ where: { teamId: team.id, state: "open" } }),
    randomUUID(),
  ]
  await database().alert.createMany({
    data: Array.from({ length: 70 }, (_empty, place) => ({
      ...one,
      evidence: {},
      id: place === 69 ? last : randomUUID(),
      key: Uint8Array.from([...key, place]),
      part: `part ${place}`,
      severity: place === 69 ? "info" : "error",
      unitId: randomUUID(),
    })),
  })
  await link(last)
  await expect(current(page)).toHaveAttribute("data-item", last)
  await expect(page).toHaveURL(new RegExp(`tab=alerts&item=${last}$`))
})

test("fixes an alert from the keyboard: previews the change, proposes it and opens the waiting proposal", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  const noise = ["Ran all tests, green", "Updated the readme of the shop", "Done"]
    .map((line) => `- ${line}\n`)
    .join("")
  await importFolder(
    team,
    folderOf("ledger", { [agentMemory("unit-tester")]: `${notesOf("unit-tester", 1)}${noise}` }),
  )
  await checkAlerts(team)
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await openInbox(page, team, "?tab=alerts&kind=session-noise")
  await listed(page).first().click()
  await expect(verdict(page).getByRole("button", { name: "Show fixes" })).toBeVisible()
  await page.keyboard.press("c")
  await expect(page.getByRole("radio", { name: /^Remove session notes/ })).toBeFocused()
  await expect(page.getByText("Updated the readme of the shop")).toHaveCount(2)
  await expectUsable(page, "the panel of cures")
  expect(await database().proposal.count({ where: { teamId: team.id } })).toBe(0)
  await page.keyboard.press("Enter")
  await expect(page.getByText("1 proposal created. The alert is resolved after approval.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Review proposal" })).toBeFocused()
  await expect(page.getByRole("button", { name: "Close" })).toBeVisible()
  await expect(page.getByText("This item is no longer in this list.")).toHaveCount(0)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/tab=proposals/)
  await expect(
    page.getByText("Describes a single session and is not lasting knowledge.").first(),
  ).toBeVisible()
  expect(
    await database().proposal.findMany({ where: { teamId: team.id }, select: { state: true, kind: true } }),
  ).toEqual([{ state: "waiting", kind: "several" }])
})

test("shows open alerts on file, agent and fleet pages, decides several at once, and keeps the count in page titles correct", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  const folder = folderOf("ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 230) })
  const { run } = await importFolder(team, folder)
  await checkAlerts(team)
  const before = await openInStore(team)
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  const line = page.waitForResponse(/\/api\/live/)
  await page.goto(`/t/${team.slug}/agents`)
  await line
  await expect(page).toHaveTitle(`(${before}) Agents · Quarterdeck`)
  await expect(page.getByRole("link", { name: /open alerts?, highest severity: error/ })).toBeVisible()
  writeFileSync(join(folder, agentMemory("unit-tester")), notesOf("unit-tester", 20))
  await importFolder(team, folder)
  await checkAlerts(team)
  const after = await openInStore(team)
  expect(after).not.toBe(before)
  await expect(page).toHaveTitle(after === 0 ? "Agents · Quarterdeck" : `(${after}) Agents · Quarterdeck`)

  await importFolder(
    team,
    folderOf("ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 230), [BROKEN]: BROKEN_JSON }),
  )
  await checkAlerts(team)
  await page.goto(`/t/${team.slug}/memory/${(await storedFile(team, agentMemory("unit-tester"))).id}`)
  const about = page.getByRole("complementary", { name: "About this file" })
  await expect(about.getByRole("link", { name: /not loaded/ })).toBeVisible()
  await page.goto(`/t/${team.slug}/agents/${encodeURIComponent(run.project ?? "ledger")}/unit-tester`)
  await page
    .getByRole("link", { name: /not loaded/ })
    .first()
    .click()
  await expect(page.getByRole("heading", { name: "Lines not loaded" })).toBeVisible()
  const many = await openInStore(team)
  await openInbox(page, team, "?tab=alerts")
  await expect(listed(page)).toHaveCount(many)
  await page.keyboard.press("A")
  await page.keyboard.press("a")
  await expect(page.getByRole("region", { name: "Selected" })).toContainText(
    `Acknowledge ${many}: notifications stop, but alerts stay until their cause is fixed.`,
  )
  await page.keyboard.press("Enter")
  await expect(page.getByText("No open alerts")).toBeVisible()
  await expect.poll(() => openInStore(team)).toBe(0)
})

test("everyone can decide on alerts, on a telephone and on a desk, light and dark", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("ledger", {
      [agentMemory("unit-tester")]: notesOf("unit-tester", 230),
      [BROKEN]: BROKEN_JSON,
    }),
  )
  await checkAlerts(team)
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await openInbox(page, team, "?tab=alerts")
  await expectUsableAtBothWidths(page, "the list")
  await listed(page).first().click()
  await expect(page.getByRole("article")).toContainText("What to do")
  await page.keyboard.press("r")
  await expect(page.getByRole("heading", { name: "Ignore this alert for…" })).toBeVisible()
  await expectUsableAtBothWidths(page, "the panel")
})
