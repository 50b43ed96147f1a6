import { expect, type Page, test } from "@playwright/test"
import { complaintsOf } from "../../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { importFolder, storedFile } from "../../support/imports/import-folder"
import { expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { opensBy, signedIn } from "../../support/pages/visitor"
import { systemActor } from "@/lib/auth/create-actor"
import { showFileEntry } from "@/lib/operations/memory-files/file-contents"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { keysBound } from "../../support/pages/keys"

async function givenFile(page: Page, role: "member" | "viewer" | "lead") {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("first/ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 6) }),
  )
  await signedIn(page.context(), await givenPerson({ team, role }))
  const { id } = await storedFile(team, agentMemory("unit-tester"))
  await page.goto(`/t/${team.slug}/memory/${id}?line=6`)
  await keysBound(page, "Memory file")
  return team
}

test("a member proposes a change of an entry by keyboard, and the file says that it waits", async ({
  page,
}) => {
  await givenFile(page, "member")
  const dialog = page.getByRole("dialog", { name: "Propose a change" })
  await opensBy(page, "e", dialog)
  await expect(dialog.getByLabel("Entry")).toHaveValue("Note 2 of unit-tester")
  await expect(dialog.getByLabel("Entry")).toBeFocused()
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type("Note 2 of unit-tester, said more exactly")
  await page.keyboard.press("Tab")
  await page.keyboard.type("It was too vague")
  expect(await complaintsOf(page)).toEqual([])
  await page.keyboard.press("ControlOrMeta+Enter")
  await expect(page.getByText("Proposal added to the inbox")).toBeVisible()
  await expect(page.getByText("waiting for review")).toBeVisible()
})

test("shows a refusal in the form, and keeps everything that was typed", async ({ page }) => {
  await givenFile(page, "member")
  const dialog = page.getByRole("dialog", { name: "Propose an entry" })
  await opensBy(page, "n", dialog)
  await dialog.getByLabel("Entry").fill(`The key is ${["AKIA", "QX4ZP7LM2KD9WTRB"].join("")}`)
  await page.keyboard.press("ControlOrMeta+Enter")
  await expect(dialog.getByText(/secret|key/i).first()).toBeVisible()
  await expect(dialog.getByLabel("Entry")).toHaveValue(/The key is/)
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
})

test("a lead retires an entry at once, and can undo the revision", async ({ page }) => {
  await givenFile(page, "lead")
  const dialog = page.getByRole("dialog", { name: "Retire this entry" })
  await opensBy(page, "d", dialog)
  await expect(dialog.getByRole("button", { name: "Propose" })).toBeVisible()
  await dialog.getByLabel("Why the entry is no longer true").fill("Measured again")
  await dialog.getByRole("button", { name: "Retire entry" }).click()
  await expect(page.getByText("Saved as revision 2")).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole("button", { name: "Undo…" }).click()
  await expect(page).toHaveURL(/\/history\/preview\?revision=/)
})

test("a lead saves a change while another entry changes, and keeps what they typed if it is the same entry", async ({
  page,
}) => {
  const team = await givenFile(page, "lead")
  const { id: file } = await storedFile(team, agentMemory("unit-tester"))
  const changeElsewhere = async (line: number, base: number, text: string) => {
    const entry = expectDone(
      await runOperation(showFileEntry, systemActor(), { team: team.slug, file, line: String(line) }),
    )
    const change = { kind: "edit", entry: entry.id, before: entry.text, text }
    expectDone(
      await runOperation(reviseFile, systemActor(), { file, base, changes: [change], reason: "Elsewhere" }),
    )
  }
  const dialog = page.getByRole("dialog", { name: "Edit this entry" })
  await opensBy(page, "e", dialog)
  await dialog.getByLabel("Entry").fill("Note 2, said more exactly")
  await changeElsewhere(7, 1, "Note 3, changed by someone else")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("Saved as revision 3")).toBeVisible()
  await expect(page.getByText("Note 3, changed by someone else").first()).toBeVisible()

  await opensBy(page, "e", dialog)
  await dialog.getByLabel("Entry").fill("My words")
  await changeElsewhere(6, 3, "Their words")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByText(/edited in the meantime/)).toBeVisible()
  await expect(dialog.getByLabel("Entry")).toHaveValue("My words")
})

test("a viewer is offered nothing to propose", async ({ page }) => {
  await givenFile(page, "viewer")
  await expect(page.getByRole("heading", { name: "Line 6" })).toBeVisible()
  await expect(page.getByRole("button", { name: /Propose/ })).toHaveCount(0)
})
