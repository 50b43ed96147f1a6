import { expect, type Page, test } from "@playwright/test"
import { database } from "@/lib/db/infra/client"
import { readEntries } from "@/lib/operations/memory-files/entries"
import { runOperation } from "@/lib/operations/operation"
import { expectUsable } from "../support/pages/axe"
import { agentMemory } from "../support/imports/folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../support/data/people"
import { signedIn } from "../support/pages/visitor"
import { addedEntry, givenAgents, openInbox, propose, statement } from "../support/conflicts/waiting"
import {
  givenAcrossScopes,
  givenFileConflict,
  givenSameScope,
  resolveAs,
  STANDS_AGAINST,
  statesOfConflicts,
} from "../support/conflicts/waiting-conflicts"

const current = (page: Page) => page.locator("[data-item][aria-current]")
const listedItems = (page: Page) => page.locator("[data-item]")
const verdict = (page: Page) => page.getByRole("region", { name: "Decision" })
const keep = (page: Page) =>
  verdict(page)
    .getByRole("button", { name: /^Keep (?:left|right): removes/ })
    .first()
const textOf = async (team: { id: string }, path: string) => {
  const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } })
  return (
    await database().revision.findUniqueOrThrow({
      where: { teamId_fileId_number: { teamId: team.id, fileId: file.id, number: file.head } },
    })
  ).text
}

/** A promise with its `resolve`, which Node 20 does not have built in. */
function heldUntilResolved() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

async function givenLead() {
  const team = await givenTeam()
  return { team, lead: await givenPerson({ team, role: "lead" }) }
}

test("resolves conflicts within one scope by keyboard alone, with at most two keys each", async ({
  page,
  context,
}) => {
  const { team, lead } = await givenLead()
  await givenSameScope(team, 5)
  await signedIn(context, lead)
  await openInbox(page, team, "?tab=conflicts")
  await expect(page.getByRole("link", { name: /^Conflicts\s*5/ })).toBeVisible()
  await expect(page.getByRole("article").getByRole("region", { name: "Left" })).toContainText(
    STANDS_AGAINST[0]?.[0] ?? "",
  )
  await expect(page.getByRole("article").getByRole("link", { name: "tester/MEMORY.md:5" })).toBeVisible()
  for (const [place, keys] of [
    ["a"],
    ["1"],
    ["m", "Control+Enter"],
    ["3", "Control+Enter"],
    ["r"],
  ].entries()) {
    await expect(current(page)).toContainText((STANDS_AGAINST[place]?.[0] ?? "").slice(0, 20))
    const id = (await current(page).getAttribute("data-item")) ?? ""
    await expect(keep(page)).toBeEnabled()
    for (const key of keys) {
      await page.keyboard.press(key)
      if (key === "m" || key === "3")
        await expect(page.getByRole("form").getByText(/^Result: /)).toBeVisible()
    }
    if (place === 4) break
    await expect(current(page)).not.toHaveAttribute("data-item", id)
    // Never lost: the next row has the focus.
    await expect(current(page)).toBeFocused()
  }
  await expect(page.getByRole("heading", { name: "No conflicts" })).toBeVisible()
  await expect
    .poll(async () => Object.values(await statesOfConflicts(team)).toSorted())
    .toEqual(["dismissed", "resolved", "resolved", "resolved", "resolved"])
  const text = await textOf(team, agentMemory("tester"))
  // Right was suggested, then left was kept; of the third one statement is left, of the fourth and fifth both.
  expect(STANDS_AGAINST.map(([old, fresh]) => [text.includes(old), text.includes(fresh)])).toEqual([
    [false, true],
    [true, false],
    [false, true],
    [true, true],
    [true, true],
  ])
})

test("shows which side prevails across scopes, applies an override to agents' context, and reverts it later", async ({
  page,
  context,
}) => {
  const { team, lead } = await givenLead()
  const [id = ""] = await givenAcrossScopes(team)
  const actor = await actorOf(lead)
  const given = async () =>
    expectDone(
      await runOperation(readEntries, actor, { team: team.slug, project: "ledger", scope: "project" }),
    ).entries.map((one) => [one.text, one.outranked?.override ?? null])
  const [teamSays, projectSays] = STANDS_AGAINST[0] ?? ["", ""]
  expect(await given()).toContainEqual([projectSays, false])
  await signedIn(context, lead)
  await openInbox(page, team)
  const pane = page.getByRole("article", { name: "Conflict" })
  await expect(
    pane.getByRole("heading", { name: "What agents receive until this is resolved" }),
  ).toBeVisible()
  await expect(pane.getByText(/Agents receive the team memory/)).toBeVisible()
  await expect(pane.getByText(/Scope order: team, then project, then global/)).toBeVisible()
  const prevailing = pane.getByRole("region").filter({ hasText: "prevails" })
  await expect(prevailing).toContainText(teamSays)
  await expect(verdict(page).getByRole("button", { name: "Override" })).toBeEnabled()
  await page.keyboard.press("5")
  await expect(page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible()
  await expect.poll(given).toContainEqual([projectSays, null])

  await page.getByRole("link", { name: "Decided" }).click()
  await expect(current(page)).toContainText("overridden")
  await expect(pane.getByText(`Scope order overridden by ${lead.name}`)).toBeVisible()
  await expect(prevailing).toContainText(projectSays)
  await page.keyboard.press("u")
  await expect.poll(() => statesOfConflicts(team)).toEqual({ [id]: "open" })
  await expect.poll(given).toContainEqual([projectSays, false])
})

test("shows all three texts of a file that changed on both sides, takes either side with one key, and merges by hand", async ({
  page,
  context,
}) => {
  const { team, lead } = await givenLead()
  await givenFileConflict(team, await actorOf(lead))
  const path = agentMemory("planner")
  const ours = await textOf(team, path)
  await signedIn(context, lead)
  await openInbox(page, team, "?tab=conflicts")
  await expect(current(page)).toContainText("file conflict")
  const pane = page.getByRole("article", { name: "Conflict" })
  for (const words of [
    "A plan has at most five steps",
    "A plan has at most seven steps",
    "A plan has at most nine steps",
  ])
    await expect(pane.getByText(words)).toBeVisible()
  await expect(pane.getByRole("region", { name: /changed on both sides/ })).toHaveCount(1)
  await expect(pane.getByRole("region", { name: /changed in the source/ })).toHaveCount(1)
  await expect(verdict(page).getByRole("button", { name: /^Take theirs: / })).toBeEnabled()
  await page.keyboard.press("2")
  await expect.poll(() => textOf(team, path)).toContain("at most nine steps")
  await page.keyboard.press("u")
  await expect.poll(() => textOf(team, path)).toBe(ours)
  await expect(current(page)).toBeFocused()

  await expect(verdict(page).getByRole("button", { name: /^Keep ours: / })).toBeEnabled()
  await page.keyboard.press("m")
  const box = page.getByLabel("Merged file")
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(/at most seven steps\n.*at most nine steps\n.*its owner and its date\n/)
  await box.fill((await box.inputValue()).replace(/- .*at most seven steps\n/, "").replace("nine", "eight"))
  await expect(page.getByRole("form").getByText("at most eight steps")).toHaveCount(2)
  await page.keyboard.press("Control+Enter")
  await expect.poll(() => textOf(team, path)).toContain("at most eight steps")
  expect(await textOf(team, path)).toContain("its owner and its date")
})

test("keeps a decision made after an undo when an answer from before the undo arrives late", async ({
  page,
  context,
}) => {
  const { team, lead } = await givenLead()
  await givenFileConflict(team, await actorOf(lead))
  const path = agentMemory("planner")
  const ours = await textOf(team, path)
  const isDetail = (url: URL | string) => /\/conflicts\/[0-9a-f-]+$/.test(new URL(url).pathname)
  const isResolution = (url: URL | string) => new URL(url).pathname.endsWith("/resolution")
  await signedIn(context, lead)
  await openInbox(page, team, "?tab=conflicts")
  await expect(verdict(page).getByRole("button", { name: /^Take theirs: / })).toBeEnabled()
  const decided = page.waitForResponse((response) => isResolution(response.url()))
  await page.keyboard.press("2")
  await (await decided).finished()

  // The detail is read before the server undoes the decision, and arrives when the next one is being written.
  const read = heldUntilResolved()
  const arrive = heldUntilResolved()
  await page.route(
    isDetail,
    async (route) => {
      const response = await route.fetch()
      read.resolve()
      await arrive.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.route(isResolution, async (route) => {
    if (route.request().method() === "DELETE") await read.promise
    await route.continue()
  })
  await page.keyboard.press("u")
  await expect.poll(() => textOf(team, path)).toBe(ours)
  await expect(verdict(page).getByRole("button", { name: /^Keep ours: / })).toBeEnabled()
  await page.keyboard.press("m")
  const box = page.getByLabel("Merged file")
  await expect(box).toBeFocused()
  await box.fill(ours.replace("five", "eight"))
  const late = page.waitForResponse((response) => isDetail(response.url()))
  arrive.resolve()
  await (await late).finished()
  // Waits two frames until the page has drawn the result of the answer.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.keyboard.press("Control+Enter")
  await expect.poll(() => textOf(team, path)).toBe(ours.replace("five", "eight"))
})

test("shows the reason of a refused decision, and strikes out conflicts that a colleague decided with their name", async ({
  browser,
}) => {
  const { team, lead } = await givenLead()
  const colleague = await givenPerson({ team, role: "lead" })
  const [first = "", second = ""] = await givenSameScope(team, 3)
  const open = async (hears: boolean) => {
    const context = await browser.newContext()
    await signedIn(context, lead)
    const page = await context.newPage()
    if (!hears) await page.route("**/api/live*", (route) => route.abort())
    await openInbox(page, team, "?tab=conflicts")
    await expect(keep(page)).toBeEnabled()
    return page
  }
  const [deaf, listening] = [await open(false), await open(true)]
  await resolveAs(await actorOf(colleague), first, { verdict: "keep-left" })
  await expect(verdict(listening)).toContainText(`Resolved by ${colleague.name}`)
  await listening.keyboard.press("a")
  await expect(listedItems(listening)).toHaveCount(2)
  await expect.poll(async () => (await statesOfConflicts(team))[second]).toBe("open")

  await deaf.keyboard.press("2")
  await expect(listedItems(deaf).first()).toContainText("not applied")
  await expect(current(deaf)).toContainText((STANDS_AGAINST[1]?.[0] ?? "").slice(0, 20))
  await expect(current(deaf)).toBeFocused()
  await deaf.keyboard.press("k")
  await expect(deaf.getByText("Your decision was not applied")).toBeVisible()
  await deaf.context().close()
  await listening.context().close()
})

test("decides several conflicts at once, alone or with proposals, reports skipped ones, and undoes all with one key", async ({
  page,
  context,
}) => {
  const { team, lead } = await givenLead()
  await givenAgents(team, ["writer"])
  const proposal = await propose(team, "writer", [addedEntry(statement(700))])
  await givenSameScope(team, 3)
  await givenFileConflict(team, await actorOf(lead))
  await signedIn(context, lead)
  await openInbox(page, team)
  // The proposal, three conflicts, and that of the file.
  await expect(listedItems(page)).toHaveCount(5)
  await page.keyboard.press("Shift+A")
  await page.keyboard.press("r")
  await expect(page.getByText("Reject 1 in 1 file. Skipped: 4 to review separately.").last()).toBeVisible()
  await page.keyboard.press("Escape")
  await page.keyboard.press("a")
  await expect(
    page
      .getByText(
        "Approve 1 proposal and keep the suggested side of 3 conflicts in 2 files. Skipped: 1 to review separately.",
      )
      .last(),
  ).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(page.getByText("4 approved or kept as suggested in 1 revision, 1 skipped")).toBeVisible()
  await expect(listedItems(page)).toHaveCount(1)
  expect(Object.values(await statesOfConflicts(team)).toSorted()).toEqual([
    "open",
    "resolved",
    "resolved",
    "resolved",
  ])
  await page.keyboard.press("u")
  await expect(listedItems(page)).toHaveCount(5)
  await expect
    .poll(async () => new Set(Object.values(await statesOfConflicts(team))))
    .toEqual(new Set(["open"]))
  expect(
    (await database().proposal.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id: proposal } } }))
      .state,
  ).toBe("waiting")

  await openInbox(page, team, "?tab=conflicts&kind=same-scope&q=dumps")
  await expect(listedItems(page)).toHaveCount(1)
  await page.keyboard.press("x")
  await page.keyboard.press("r")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "No items match these filters" })).toBeVisible()
  await expect
    .poll(async () => Object.values(await statesOfConflicts(team)).toSorted())
    .toEqual(["dismissed", "open", "open", "open"])
})

test("applies a decision that is pressed before its script has loaded, and keeps the typed text", async ({
  page,
  context,
}) => {
  const { team, lead } = await givenLead()
  const [first = ""] = await givenSameScope(team, 2)
  await signedIn(context, lead)
  let letCome = () => {}
  const pressed = new Promise<void>((resolve) => (letCome = resolve))
  let held = 0
  await page.route("**/*.js", async (route) => {
    const answer = await route.fetch()
    const script = await answer.text()
    if (script.includes("No side is suggested. Press 1")) {
      held += 1
      await pressed
    }
    await route.fulfill({ response: answer, body: script })
  })
  await openInbox(page, team, "?tab=conflicts")
  await expect(page.getByRole("article", { name: "Conflict" })).toContainText(STANDS_AGAINST[0]?.[0] ?? "")
  await expect.poll(() => held).toBe(1)
  await page.keyboard.press("1")
  await expect(listedItems(page)).toHaveCount(2)
  letCome()
  await expect(listedItems(page)).toHaveCount(1)
  await expect.poll(async () => (await statesOfConflicts(team))[first]).toBe("resolved")

  await expect(keep(page)).toBeEnabled()
  await page.keyboard.press("3")
  await page.getByLabel("New text for the right side").fill("In staging: 30 days")
  await page.keyboard.press("Escape")
  await expect(current(page)).toBeFocused()
  await page.keyboard.press("3")
  await expect(page.getByLabel("New text for the right side")).toHaveValue("In staging: 30 days")
  await expect(page.getByText("Draft saved")).toBeVisible()
  await page.unrouteAll({ behavior: "ignoreErrors" })
})

test("shows a member both sides and who may decide, and lets them snooze the conflict", async ({
  page,
  context,
}) => {
  const { team } = await givenLead()
  await givenSameScope(team, 1)
  await signedIn(context, await givenPerson({ team, role: "member" }))
  await openInbox(page, team, "?tab=conflicts")
  await expect(keep(page)).toBeDisabled()
  await expect(verdict(page).getByText(/do not have permission to review/)).toBeVisible()
  await page.keyboard.press("a")
  await expect(listedItems(page)).toHaveCount(1)
  await page.keyboard.press("h")
  await page.keyboard.press("2")
  await expect(page.getByRole("heading", { name: "No conflicts" })).toBeVisible()
  await page.getByRole("link", { name: /^Snoozed\s*1/ }).click()
  await expect(listedItems(page)).toHaveCount(1)
})

for (const width of [375, 1280]) {
  test(`everyone can settle a conflict, light and dark, ${width} px`, async ({ page, context }) => {
    const { team, lead } = await givenLead()
    await givenSameScope(team, 1)
    await givenAcrossScopes(team)
    await givenFileConflict(team, await actorOf(lead))
    await signedIn(context, lead)
    await page.setViewportSize({ width, height: 800 })
    for (const { kind, panel } of [
      { kind: "same-scope", panel: "3" },
      { kind: "cross-scope", panel: "m" },
      { kind: "file", panel: "m" },
    ]) {
      await openInbox(page, team, `?tab=conflicts&kind=${kind}`)
      if (width === 375) {
        await expect(page.getByRole("article")).toBeHidden()
        await listedItems(page).first().click()
        await expect(listedItems(page).first()).toBeHidden()
        await expect(verdict(page).getByRole("button").first()).toBeInViewport()
        // Two rows of buttons. Those in the first row have up to three lines.
        await expect.poll(async () => (await verdict(page).boundingBox())?.height).toBeLessThan(145)
        // At the end of the page, the bar covers no links.
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      }
      await expect(
        verdict(page)
          .getByRole("button", { name: /^(?:Keep (?:left|right): removes|Take theirs: )/ })
          .first(),
      ).toBeVisible()
      await expectUsable(page, kind)
      await page.keyboard.press(panel)
      await expect(
        page.getByRole("form").getByText(/^Result: |^The preview could not be loaded/),
      ).toBeVisible()
      if (kind === (width === 375 ? "file" : "same-scope")) await expectUsable(page, `${kind}, its panel`)
    }
  })
}
