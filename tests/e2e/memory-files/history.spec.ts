import { expect, type Page, test } from "@playwright/test"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { runOperation } from "@/lib/operations/operation"
import { database } from "@/lib/db/infra/client"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf, notesOf } from "../../support/imports/folder"
import { importFolder, storedFile } from "../../support/imports/import-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { decide, givenProposal, givenToken } from "../../support/proposals"
import { signedIn } from "../../support/pages/visitor"
import { keysBound } from "../../support/pages/keys"

const PATH = agentMemory("unit-tester")

/** A file of four revisions: imported, changed by an agent's proposal, one entry more, one entry retired. Its reader is a lead. */
async function given(page: Page, role: "lead" | "viewer" = "lead") {
  const team = await givenTeam()
  await importFolder(team, folderOf("first/ledger", { [PATH]: notesOf("unit-tester", 6) }))
  const reader = await givenPerson({ team, role })
  const lead =
    role === "lead" ? await actorOf(reader) : await actorOf(await givenPerson({ team, role: "lead" }))
  const { id } = await storedFile(team, PATH)
  const entry = async (text: string) =>
    (await database().entry.findFirstOrThrow({ where: { teamId: team.id, fileId: id, text } })).id
  const revise = async (changes: ProposedChange[], reason: string) =>
    expectDone(
      await runOperation(reviseFile, lead, {
        file: id,
        base: (await storedFile(team, PATH)).head,
        changes,
        reason,
      }),
    )
  const { id: proposal } = await givenProposal(
    team,
    {
      project: "ledger",
      file: PATH,
      session: "s-4830",
      reason: "seen in three runs",
      changes: [
        {
          kind: "edit",
          entry: await entry("Note 2 of unit-tester"),
          before: "Note 2 of unit-tester",
          text: "Note 2 of everyone",
        },
      ],
    },
    givenToken(team, { agent: "unit-tester" }),
  )
  expectDone(await decide(lead, proposal, { verdict: "approve" }))
  await revise(
    [{ kind: "add", section: "Notes", text: "Seeds print on failure", date: null }],
    "Asked for twice",
  )
  await revise(
    [
      {
        kind: "retire",
        entry: await entry("Note 5 of unit-tester"),
        before: "Note 5 of unit-tester",
        why: "it changed",
      },
    ],
    "No longer so",
  )
  await signedIn(page.context(), reader)
  const text = async () =>
    (
      await database().revision.findFirstOrThrow({
        where: { teamId: team.id, fileId: id },
        orderBy: { number: "desc" },
      })
    ).text
  return {
    text,
    open: async (query: string) => {
      await page.goto(`/t/${team.slug}/memory/${id}${query}`)
      await keysBound(page, query === "?view=blame" ? "Blame" : "Everywhere")
      if (query === "?view=history") await keysBound(page, "History")
    },
  }
}

const story = (page: Page) => page.getByRole("complementary", { name: "About these lines" })

test("blame shows who added each line, when and why; j and k select, Enter shows the other changes of the revision", async ({
  page,
}) => {
  const { open } = await given(page)
  await open("?view=blame")
  await expect(page.getByRole("link", { name: /^Line 6, ?unit-tester ?today ?, revision ?2$/ })).toBeVisible()
  for (let step = 0; step < 2; step += 1) await page.keyboard.press("j")
  await expect(page).toHaveURL(/line=6/)
  await expect(story(page).getByText("seen in three runs")).toBeVisible()
  await expect(story(page).getByText("s-4830")).toBeVisible()
  await expect(story(page).getByRole("link", { name: "proposal" })).toHaveAttribute(
    "href",
    /inbox\?tab=decided&item=/,
  )
  await page.reload()
  await keysBound(page, "Blame")
  await expect(story(page).getByRole("heading", { name: "Line 6" })).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/view=history&revision=2/)
  await expect(page.getByText("Revision 2 compared with revision 1")).toBeVisible()
  await expect(page.locator("mark", { hasText: "everyone" })).toBeVisible()
})

test("by keyboard: compares an older revision with the newest, restores it from a button that names the changes, and undoes it", async ({
  page,
}) => {
  const { open, text } = await given(page)
  const before = await text()
  await open("?view=history")
  await expect(page.getByRole("list", { name: "Revisions" }).getByRole("link")).toHaveCount(4)
  for (const revision of [3, 2, 1]) {
    await page.keyboard.press("j")
    await expect(page).toHaveURL(new RegExp(`revision=${revision}`))
  }
  await expect(page.getByText("Revision 1 (first)")).toBeVisible()
  await page.keyboard.press("c")
  await expect(page).toHaveURL(/view=compare&left=4&right=1/)
  await expect(page.getByRole("heading", { name: "1 entry removed, 1 reworded, 1 restored" })).toBeVisible()
  await expect(
    page.getByRole("button", { name: "Restore revision 1: adds 2 lines, removes 3" }),
  ).toBeVisible()
  await page.keyboard.press("r")
  await expect(page.getByText("Revision 1 restored as revision 5.")).toBeVisible()
  expect(await text()).toBe(notesOf("unit-tester", 6))
  await page.keyboard.press("u")
  await expect(page.getByText("Undone. Revision 4 restored as revision 6.")).toBeVisible()
  expect(await text()).toBe(before)
})

test("lists the revisions that changed an entry, and restores its former text", async ({ page }) => {
  const { open, text } = await given(page)
  await open("?view=entry&line=6")
  const events = page.getByRole("list", { name: "History of this entry" }).getByRole("listitem")
  await expect(events).toHaveCount(2)
  await expect(events.first()).toContainText("reworded")
  await events.nth(1).getByRole("button", { name: "Restore this version: replaces line 6" }).click()
  await expect(page.getByText("Entry text restored in revision 5.")).toBeVisible()
  await expect(page.getByRole("heading", { level: 2, name: "Note 2 of unit-tester" })).toBeVisible()
  expect(await text()).toContain("- Note 2 of unit-tester\n")
  expect(await text()).toContain("Seeds print on failure")
})

test("who may only read compares any two, and is offered nothing to restore", async ({ page }) => {
  const { open } = await given(page, "viewer")
  await open("?view=compare&left=1&right=2")
  await page.getByLabel("To revision").fill("3")
  await page.getByRole("button", { name: "Compare" }).click()
  await expect(page).toHaveURL(/left=1&right=3/)
  await expect(page.getByText("Revision 3 compared with revision 1")).toBeVisible()
  await expect(page.getByRole("button", { name: /Restore/ })).toHaveCount(0)
  await open("?view=compare&left=1&right=9")
  await expect(page.getByText(/has no revision 9; the latest is 4/)).toBeVisible()
})

test("compares two revisions and restores one before scripts have loaded", async ({ page }) => {
  const { open, text } = await given(page)
  await open("?view=history")
  await page.route("**/_next/static/**/*.js*", (route) => route.abort())
  await page.reload()
  await page.getByLabel("From revision").fill("4")
  await page.getByLabel("To revision").fill("2")
  await page.getByRole("button", { name: "Compare" }).click()
  await page.getByRole("button", { name: /^Restore revision 2/ }).click()
  await expect(page.getByText("Revision 2 restored as revision 5.")).toBeVisible()
  expect(await text()).not.toContain("Seeds print on failure")
})

test("history, blame, comparison and an entry's history are usable, light and dark, narrow and wide", async ({
  page,
}) => {
  test.slow()
  const { open } = await given(page)
  for (const query of [
    "?view=history&revision=2",
    "?view=blame&line=6",
    "?view=compare&left=4&right=1",
    "?view=entry&line=6",
  ]) {
    await open(query)
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 })
      await expectUsable(page, `${query} at ${width} px`)
    }
  }
})
