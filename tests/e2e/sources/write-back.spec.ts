import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { decideText, git, givenRepository } from "../../support/sync/write-back"

const TESTER = agentMemory("unit-tester")
const RISK = agentMemory("risk-architect")

async function givenDecided({ repository = false } = {}) {
  const team = await givenTeam()
  const folder = folderOf("ledger", {
    [TESTER]: notesOf("unit-tester", 3),
    [RISK]: notesOf("risk-architect", 2),
  })
  if (repository) givenRepository(folder)
  await importFolder(team, folder, { project: "ledger" })
  await decideText(
    team,
    TESTER,
    notesOf("unit-tester", 3).replace("- Note 2 of", "- Note 2, in other words, of"),
    "Approved: change to “Note 2”, proposed by tester",
  )
  await decideText(
    team,
    RISK,
    `${notesOf("risk-architect", 2)}- Approved here\n`,
    "Approved: add “Approved here”, proposed by tester",
  )
  return { team, folder }
}

test("reviews approved changes and writes them to their directory, by keyboard", async ({
  page,
  context,
}) => {
  const { team, folder } = await givenDecided({})
  await signedIn(context, await givenPerson({ owner: true }))
  await page.goto(`/t/${team.slug}/sources`)
  await page.getByRole("link", { name: "2 files to write back" }).click()
  await expect(page.getByRole("heading", { name: "2 files to write" })).toBeVisible()
  await expect(page.getByText("Approved: add “Approved here” (proposed by tester)")).toBeVisible()
  await expect(
    page.getByText(/^Branch: .*(?:not in a git repository|git tracks none of these files)/),
  ).toBeVisible()
  await expectUsable(page)
  await expect(page.getByRole("button", { name: "Write 2 files: 2 lines added, 1 removed" })).toBeVisible()
  await page.keyboard.press("w")
  await expect(page.getByText("2 files written")).toBeVisible()
  await expectUsable(page)
  expect(readFileSync(join(folder, RISK), "utf8")).toContain("- Approved here\n")
  await expect(page.getByRole("heading", { name: "No pending changes" })).toBeVisible()
  await page.goto(`/t/${team.slug}/sources`)
  await expect(page.getByRole("link", { name: "up to date" })).toBeVisible()
})

test("leaves out a file that is not selected", async ({ page, context }) => {
  const { team, folder } = await givenDecided({})
  await signedIn(context, await givenPerson({ owner: true }))
  const { id } = await database().source.findFirstOrThrow({ where: { teamId: team.id } })
  await page.goto(`/t/${team.slug}/sources/write-back/${id}`)
  await page.getByRole("checkbox", { name: `Include ${TESTER}` }).uncheck()
  await page.getByRole("button", { name: "Write 1 file: 1 line added" }).click()
  await expect(page.getByText("1 file written")).toBeVisible()
  expect(readFileSync(join(folder, RISK), "utf8")).toContain("- Approved here\n")
  expect(readFileSync(join(folder, TESTER), "utf8")).not.toContain("in other words")
  await expect(page.getByRole("checkbox", { name: `Include ${TESTER}` })).toBeChecked()
})

test("commits to a separate branch of a git source, and offers a patch", async ({ page, context }) => {
  const { team, folder } = await givenDecided({ repository: true })
  await signedIn(context, await givenPerson({ owner: true }))
  const { id } = await database().source.findFirstOrThrow({ where: { teamId: team.id } })
  await page.goto(`/t/${team.slug}/sources/write-back/${id}`)
  await page
    .getByRole("button", {
      name: /^Commit to new branch quarterdeck\/.*: 2 files, 2 lines added, 1 removed$/,
    })
    .click()
  await expect(page.getByText(/^2 files written on quarterdeck\//)).toBeVisible()
  const branch = git(folder, "branch", "--list", "quarterdeck/*", "--format=%(refname:short)").trim()
  expect(git(folder, "show", `${branch}:${RISK}`)).toContain("- Approved here\n")
  expect(git(folder, "status", "--porcelain")).toBe("")
  await page
    .getByRole("navigation", { name: "Write-back method" })
    .getByRole("link", { name: "Patch" })
    .click()
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download patch: 2 files, 2 lines added, 1 removed" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^ledger-.*\.patch$/)
  git(folder, "apply", "--check", await download.path())
})

test("downloads a patch and a ZIP archive of the selected files", async ({ page, context }) => {
  const { team, folder } = await givenDecided({ repository: true })
  await signedIn(context, await givenPerson({ owner: true }))
  const { id } = await database().source.findFirstOrThrow({ where: { teamId: team.id } })
  await page.goto(`/t/${team.slug}/sources/write-back/${id}?way=patch`)
  await page.getByRole("checkbox", { name: `Include ${TESTER}` }).uncheck()
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download patch: 1 file, 1 line added" }).click()
  const patch = readFileSync(await (await downloading).path(), "utf8")
  expect(patch.match(/^\+\+\+ .*$/gm)).toEqual([`+++ b/${RISK}`])
  git(folder, "apply", "--check", await (await downloading).path())
  await page.getByRole("navigation", { name: "Write-back method" }).getByRole("link", { name: "ZIP" }).click()
  await expect(page.getByRole("checkbox", { name: `Include ${TESTER}` })).not.toBeChecked()
  const packing = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download 1 changed file" }).click()
  expect((await packing).suggestedFilename()).toMatch(/^ledger-.*\.zip$/)
  await page.getByRole("checkbox", { name: `Include ${RISK}` }).uncheck()
  await expect(page.getByText("Select at least one file.")).toBeVisible()
  await expectUsable(page)
})

test("leaves a file that changed on both sides, links to its conflict, and skips files that changed since", async ({
  page,
  context,
}) => {
  const { team, folder } = await givenDecided({})
  await signedIn(context, await givenPerson({ owner: true }))
  const { id } = await database().source.findFirstOrThrow({ where: { teamId: team.id } })
  folderOf("ledger", {
    [TESTER]: notesOf("unit-tester", 3).replace("- Note 2 of", "- Note 2 reads otherwise there, of"),
  })
  await page.goto(`/t/${team.slug}/sources/write-back/${id}`)
  await expect(page.getByText("conflict", { exact: true })).toBeVisible()
  await decideText(team, RISK, `${notesOf("risk-architect", 2)}- Approved later\n`)
  await page.getByRole("button", { name: "Write 1 file: 1 line added" }).click()
  await expect(page.getByText("Quarterdeck or the source has changed since the preview")).toBeVisible()
  expect(readFileSync(join(folder, RISK), "utf8")).not.toContain("Approved")
  await page.getByRole("button", { name: "Write 1 file: 1 line added" }).click()
  await expect(page.getByText("1 file written; 1 file conflict")).toBeVisible()
  expect(readFileSync(join(folder, TESTER), "utf8")).toContain("reads otherwise there")
  await page.getByRole("link", { name: "Resolve file conflict" }).first().click()
  await expect(page).toHaveURL(/\/inbox\?tab=conflicts&item=/)
})

test("a source that is not there says so and offers the files", async ({ page, context }) => {
  const { team, folder } = await givenDecided({})
  rmSync(folder, { recursive: true })
  await signedIn(context, await givenPerson({ owner: true }))
  const { id } = await database().source.findFirstOrThrow({ where: { teamId: team.id } })
  await page.goto(`/t/${team.slug}/sources/write-back/${id}`)
  await expect(page.getByText("does not exist. Mount it again, or download a patch")).toBeVisible()
  await expect(
    page.getByRole("button", { name: "Download patch: 2 files, 2 lines added, 1 removed" }),
  ).toBeVisible()
  await expectUsable(page)
})

test("who may not write back sees the history, and why", async ({ page, context }) => {
  const { team } = await givenDecided({})
  await signedIn(context, await givenPerson({ team, role: "member" }))
  const { id } = await database().source.findFirstOrThrow({ where: { teamId: team.id } })
  await page.goto(`/t/${team.slug}/sources/write-back/${id}`)
  await expect(page.getByText("Only leads can write back")).toBeVisible()
})
