import { expect, type Page, test } from "@playwright/test"
import { complaintsOf } from "../../support/pages/axe"
import { agentMemory, BROKEN_JSON, folderOf, LATIN, notesOf } from "../../support/imports/folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { zipOf } from "../../support/imports/zip"

async function chooseFolder(page: Page, folder: string): Promise<void> {
  await page.locator("input[webkitdirectory]").setInputFiles(folder)
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}/)
}

const count = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Files by status" }).getByRole("link", { name })
const accessible = async (page: Page) => expect(await complaintsOf(page)).toEqual([])

test("previews a folder, assigns it to another project, imports it, and shows its agents in the fleet", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/sources`)
  await accessible(page)
  const folder = folderOf("ledger", {
    [agentMemory("unit-tester")]: notesOf("unit-tester", 3),
    [agentMemory("risk-architect")]: notesOf("risk-architect", 2),
    [agentMemory("latin")]: LATIN,
    "memory/teams/core/memory.json": BROKEN_JSON,
    "src/index.ts": "export {}\n",
    "node_modules/x/MEMORY.md": "# not ours\n",
  })
  await chooseFolder(page, folder)
  await expect(count(page, "New 3")).toBeVisible()
  await expect(count(page, "Malformed 1")).toBeVisible()
  await expect(count(page, "Quarantined 1")).toBeVisible()
  await expect(count(page, "Ignored 2")).toBeVisible()
  await accessible(page)

  await page.getByRole("button", { name: "memory/teams/core/memory.json" }).click()
  await expect(page.getByText(/^3:\d+$/)).toBeVisible()
  await expect(page.getByText(/a comma is missing/i)).toBeVisible()

  await page.getByLabel(`Select ${agentMemory("risk-architect")}`).focus()
  await page.keyboard.press("x")
  await page.keyboard.press("e")
  await page.getByRole("dialog").getByLabel("Project").fill("Billing")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("rowheader", { name: "Billing 1 file" })).toBeVisible()

  await page.getByRole("button", { name: "Import: writes 3 new files" }).click()
  await expect(page.getByText("Imported 3 new files with 5 entries")).toBeVisible()
  await accessible(page)
  await page.getByRole("link", { name: "View agents" }).click()
  await expect(page.getByRole("link", { name: /risk-architect\s*Billing/ })).toBeVisible()
  await expect(page.getByRole("link", { name: /unit-tester\s*ledger/ })).toBeVisible()
})

test("imports an ignored file as memory by keyboard, with its entries", async ({ page, context }) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/sources`)
  const folder = folderOf("ledger", {
    [agentMemory("unit-tester")]: notesOf("unit-tester", 3),
    "notes/learned.md": "# Learned\n\n- The broker redelivers\n- Invoices are rounded to cents\n",
  })
  await chooseFolder(page, folder)
  await count(page, "Ignored 1").click()
  await page.getByLabel("Select notes/learned.md").focus()
  await page.keyboard.press("x")
  await expect(page.getByRole("button", { name: "Import as…" })).toBeVisible()
  await accessible(page)
  await page.keyboard.press("e")
  const dialog = page.getByRole("dialog", { name: "Import 1 file as memory" })
  await dialog.getByLabel("Format").selectOption({ label: "Serena memories" })
  await accessible(page)
  await dialog.getByRole("button", { name: "Import 1 file" }).click()
  await expect(count(page, "New 2")).toBeVisible()
  await page.getByRole("button", { name: "Import: writes 2 new files" }).click()
  await expect(page.getByText("Imported 2 new files with 5 entries")).toBeVisible()
})

test("reports a repeated import as unchanged, and marks files missing from the folder as removed", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  const first = {
    [agentMemory("unit-tester")]: notesOf("unit-tester", 3),
    [agentMemory("risk-architect")]: notesOf("risk-architect", 2),
  }
  for (const [place, button] of ["Import: writes 2 new files", "Finish import: no changes"].entries()) {
    await page.goto(`/t/${team.slug}/sources`)
    await chooseFolder(page, folderOf(`${place}/ledger`, first))
    await page.getByRole("button", { name: button }).click()
    await expect(page.getByRole("link", { name: "View agents" })).toBeVisible()
  }
  await expect(page.getByText("No changes since the last import")).toBeVisible()

  await page.goto(`/t/${team.slug}/sources`)
  await expect(
    page.getByRole("region", { name: "Sources" }).getByRole("cell", { name: "ledger" }),
  ).toHaveCount(1)
  await chooseFolder(page, folderOf("2/ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 4) }))
  await page.getByRole("button", { name: "Import: writes 1 changed file, marks 1 as removed" }).click()
  await expect(page.getByText("1 file marked as removed", { exact: false })).toBeVisible()
})

test("previews a zip file, and writes nothing if it is discarded", async ({ page, context }) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/sources`)
  const archive = zipOf([
    { name: `ledger/${agentMemory("unit-tester")}`, content: notesOf("unit-tester", 3) },
  ])
  await page
    .locator("input[type=file]:not([webkitdirectory])")
    .setInputFiles({ name: "ledger.zip", mimeType: "application/zip", buffer: Buffer.from(archive) })
  await expect(page.getByRole("button", { name: "Import: writes 1 new file" })).toBeVisible()
  await page.getByRole("button", { name: "Discard" }).click()
  await expect(page).toHaveURL(/\/sources$/)
  await page.getByRole("link", { name: "Import history" }).click()
  await expect(page.getByRole("region", { name: "Imports" }).getByText("discarded")).toBeVisible()
  await page.goto(`/t/${team.slug}/agents`)
  await expect(page.getByText("No agents yet")).toBeVisible()
})

test("asks for the project of single files, and explains why a file that is not a zip archive is refused", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/sources`)
  const files = page.locator("input[type=file]:not([webkitdirectory])")
  await files.setInputFiles({
    name: "ledger.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("no zip"),
  })
  await expect(page.getByRole("alert").getByText(/cannot be read as a zip/)).toBeVisible()
  await files.setInputFiles({
    name: "MEMORY.md",
    mimeType: "text/markdown",
    buffer: Buffer.from(notesOf("ledger", 2)),
  })
  await expect(page.getByText("does not identify a project")).toBeVisible()
  await page.getByLabel("Project").first().fill("Ledger")
  await page.getByRole("button", { name: "Preview MEMORY.md for Ledger" }).click()
  await expect(page.getByRole("rowheader", { name: "Ledger 1 file" })).toBeVisible()
})

test("resumes an upload after a lost connection", async ({ page, context }) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/sources`)
  await page.route("**/api/v1/imports/*/files*", (route) => route.abort())
  await page
    .locator("input[webkitdirectory]")
    .setInputFiles(folderOf("ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 3) }))
  await expect(page.getByText("Upload interrupted")).toBeVisible()
  await page.unroute("**/api/v1/imports/*/files*")
  await page.getByRole("button", { name: "Resume" }).click()
  await expect(page.getByRole("button", { name: "Import: writes 1 new file" })).toBeVisible()
})

test("who may not import sees the history, and why", async ({ page, context }) => {
  const team = await givenTeam()
  await signedIn(context, await givenPerson({ team, role: "member" }))
  await page.goto(`/t/${team.slug}/sources`)
  await expect(page.getByText("Only leads can import")).toBeVisible()
  await expect(page.getByRole("button", { name: "Choose folder" })).toBeHidden()
})

test("a lead imports only from directories that the owner allowed", async ({ page, context }) => {
  const team = await givenTeam()
  const folder = folderOf("ledger", { [agentMemory("unit-tester")]: notesOf("unit-tester", 3) })
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/sources`)
  await page.getByLabel("Server folder").fill(folder)
  await page.getByRole("button", { name: "Preview import" }).click()
  await expect(page.getByText("is not an allowed directory")).toBeVisible()

  await context.clearCookies()
  await signedIn(context, await givenPerson({ owner: true }))
  await page.goto(`/t/${team.slug}/sources`)
  await page.getByText(/^Server folders that leads can import from/).click()
  await page.getByLabel("Add folder").fill(folder)
  await page.getByRole("button", { name: "Allow folder" }).click()
  await expect(page.getByRole("button", { name: `Remove ${folder}` })).toBeVisible()

  await context.clearCookies()
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/sources`)
  await page.getByLabel("Server folder").fill(folder)
  await page.getByRole("button", { name: "Preview import" }).click()
  await expect(page.getByRole("button", { name: "Import: writes 1 new file" })).toBeVisible()
})
