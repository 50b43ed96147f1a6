import { expect, type Page, test } from "@playwright/test"
import { complaintsOf } from "../../support/pages/axe"
import { folderOf } from "../../support/imports/folder"
import { importFolder, storedFile } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { keysBound } from "../../support/pages/keys"

const FINDINGS = [
  "[2020-01-02] Invoices are numbered by the ledger",
  "[2021-01-03] Retries need a key, see `lib/old.ts`",
  "[2022-01-04] Refunds are booked at midnight",
  "[2023-01-05] Credit notes are blue",
]

async function given(page: Page, role: "member" | "viewer" | "lead" = "lead") {
  const team = await givenTeam()
  const path = memoryPath("billing")
  await importFolder(team, folderOf("first/ledger", { [path]: memoryOf("billing", FINDINGS) }))
  await signedIn(page.context(), await givenPerson({ team, role }))
  return { team, path, file: await storedFile(team, path) }
}

const text = async (team: { id: string; slug: string }, path: string) =>
  (await storedFile(team, path)).revisions.at(-1)?.text ?? ""

test("reviews due entries by keyboard: verifies, snoozes, edits and forgets them, and undoes each", async ({
  page,
}) => {
  const { team, path } = await given(page)
  await page.goto(`/t/${team.slug}/memory/verify`)
  await keysBound(page, "Verify")
  await expect(page.getByText("4 entries to verify")).toBeVisible()
  await expect(
    page.getByRole("heading", { level: 2, name: "Invoices are numbered by the ledger" }),
  ).toBeVisible()
  await expect(page.getByRole("button", { name: /^Verify until \d+ \w+ 20\d\d/ })).toBeVisible()
  await expect(page.getByLabel("Lines in the file")).toContainText("Invoices are numbered")
  expect(await complaintsOf(page)).toEqual([])

  await page.keyboard.press("v")
  await expect(page.getByRole("heading", { level: 2, name: /Retries need a key/ })).toBeVisible()
  await expect(page.getByText(/^Verified until/).first()).toBeVisible()
  await expect(page.getByText("3 entries to verify")).toBeVisible()
  await page.keyboard.press("h")
  await expect(page.getByRole("heading", { level: 2, name: /Refunds are booked/ })).toBeVisible()
  await page.keyboard.press("f")
  await expect(page.getByRole("heading", { level: 3, name: "Forget this entry" })).toBeVisible()
  await page.keyboard.press("2")
  await expect(page.getByText(/removed from/).first()).toBeVisible()
  await expect(page.getByRole("heading", { level: 2, name: /Credit notes/ })).toBeVisible()
  expect(await text(team, path)).not.toContain("Refunds")
  await page.keyboard.press("u")
  await expect(page.getByRole("heading", { level: 2, name: /Refunds are booked/ })).toBeVisible()
  expect(await text(team, path)).toBe(memoryOf("billing", FINDINGS))
  await page.keyboard.press("e")
  await expect(page.getByRole("dialog", { name: "Propose a change" }).getByLabel("Entry")).toHaveValue(
    "Refunds are booked at midnight",
  )
  await page.keyboard.press("Escape")
  await page.reload()
  await keysBound(page, "Verify")
  await expect(page.getByText("3 entries to verify")).toBeVisible()
  await page.keyboard.press("x")
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  await expect(page.getByRole("toolbar", { name: "Selected entries" })).toContainText("2 selected")
  expect(await complaintsOf(page)).toEqual([])
  await page.keyboard.press("v")
  await expect(page.getByText("2 entries verified")).toBeVisible()
  await expect(page.getByText("1 entry to verify")).toBeVisible()
  await page.keyboard.press("u")
  await expect(page.getByText("3 entries to verify")).toBeVisible()
})

test("verifies and forgets an entry beside its line, and restores it from its file", async ({ page }) => {
  const { team, path, file } = await given(page)
  await page.goto(`/t/${team.slug}/memory/${file.id}?line=12`)
  await keysBound(page, "Memory file")
  const about = page.getByRole("complementary", { name: "About this file" })
  await expect(about.getByText("not yet")).toBeVisible()
  await expect(about.getByText(/^1 file is cited; the source tree is not reachable/)).toBeVisible()
  await page.keyboard.press("v")
  await expect(page.getByText(/^Verified until/).first()).toBeVisible()
  await expect(page.locator('[data-line="12"]').getByText(/years · verified/)).toBeVisible()
  await page.keyboard.press("f")
  await expect(about.getByRole("heading", { name: "Forget this entry" })).toBeVisible()
  await expect(about.getByText(/removed from 1 agent’s context/)).toBeVisible()
  expect(await complaintsOf(page)).toEqual([])
  await page.keyboard.press("0")
  await page.keyboard.type("The key is made by the broker")
  await page.keyboard.press("Enter")
  await expect(about.getByRole("heading", { name: "Forgotten entries (1)" })).toBeVisible()
  await expect(about.getByText(/^The key is made by the broker\. /)).toBeVisible()
  expect(await text(team, path)).not.toContain("Retries")
  await about.getByRole("button", { name: /^Restore: Retries/ }).click()
  await expect(about.getByRole("heading", { name: /^Forgotten entries/ })).toBeHidden()
  expect(await text(team, path)).toBe(memoryOf("billing", FINDINGS))
})

test("undoes forgetting an entry from the message that confirms it", async ({ page }) => {
  const { team, path, file } = await given(page)
  await page.goto(`/t/${team.slug}/memory/${file.id}?line=12`)
  await keysBound(page, "Memory file")
  await page.keyboard.press("f")
  await expect(page.getByRole("form", { name: /^Forget/ })).toBeVisible()
  await page.keyboard.press("1")
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(page.getByText("Entry restored").first()).toBeVisible()
  expect(await text(team, path)).toBe(memoryOf("billing", FINDINGS))
})

test("a member proposes to forget; a viewer is offered nothing", async ({ page }) => {
  const { team, file } = await given(page, "member")
  await page.goto(`/t/${team.slug}/memory/${file.id}?line=12`)
  await keysBound(page, "Memory file")
  await expect(page.getByRole("button", { name: /^Verify/ })).toBeHidden()
  await page.keyboard.press("f")
  await page.keyboard.press("1")
  await expect(page.getByText("Proposal added to the inbox")).toBeVisible()
  await signedIn(page.context(), await givenPerson({ team, role: "viewer" }))
  await page.goto(`/t/${team.slug}/memory/verify`)
  await keysBound(page, "Verify")
  await expect(page.getByText("Only team leads and owners can verify entries.")).toBeVisible()
  await expect(page.getByRole("button", { name: /^(?:Verify|Forget|Propose)/ })).toBeHidden()
})
