import { expect, type Page, test } from "@playwright/test"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { rejectSynthesis } from "@/lib/operations/coach/review/synthesis-decisions"
import { submitSynthesis } from "@/lib/operations/coach/submit"
import { runOperation } from "@/lib/operations/operation"
import { expectUsable } from "../../support/pages/axe"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import {
  addedEntry,
  agentActor,
  decideAs,
  entriesOf,
  givenAgents,
  givenMixed,
  MIXED,
  openInbox,
  propose,
  statement,
} from "../../support/conflicts/waiting"

const current = (page: Page) => page.locator("[data-item][aria-current]")
const verdict = (page: Page) => page.getByRole("region", { name: "Decision" })
const listedItems = (page: Page) => page.locator("[data-item]")

async function statesOf(ids: readonly string[]) {
  const rows = await database().proposal.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, state: true },
  })
  return new Map(rows.map((row) => [row.id, row.state]))
}

/** Approves most; rejects or snoozes some, and approves one of two flagged ones anyway. */
function keysFor(item: { needsRebase: boolean; isFlagged: boolean; isLastFlagged: boolean; left: number }) {
  if (item.needsRebase) return ["b", "a"]
  if (item.isFlagged) return item.isLastFlagged ? ["r", "5"] : ["a", "a"]
  if (item.left % 7 === 0) return ["r", "2"]
  return item.left % 11 === 0 ? ["h", "2"] : ["a"]
}

/** Presses keys; waits for the button that `a` presses where it comes later than the page. */
async function pressInTurn(
  page: Page,
  keys: readonly string[],
  item: { needsRebase: boolean; isFlagged: boolean },
) {
  for (const [place, key] of keys.entries()) {
    if (key === "a" && item.needsRebase)
      await expect(verdict(page).getByRole("button", { name: /^Approve/ })).toBeEnabled()
    if (key === "a" && place === 1 && item.isFlagged)
      await expect(verdict(page).getByRole("button", { name: /^Approve anyway/ })).toBeVisible()
    await page.keyboard.press(key)
  }
}

test("mixed proposals are decided by keyboard alone, with at most two keys each", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  const agents = ["tester", "writer", "planner", "reviewer"]
  await givenAgents(team, agents)
  const person = await givenPerson({ team, role: "lead" })
  const ids = await givenMixed(team, agents, await actorOf(person))
  expect(ids).toHaveLength(MIXED)
  await signedIn(context, person)
  await openInbox(page, team)
  await expect(page.getByRole("link", { name: new RegExp(`^All\\s*${MIXED}`) })).toBeVisible()
  const flagged = new Set(
    (
      await database().proposal.findMany({
        where: { id: { in: [...ids] }, flagged: true },
        select: { id: true },
      })
    ).map((row) => row.id),
  )
  expect(flagged.size).toBe(2)
  const keys: number[] = []
  const rebased: string[] = []
  for (let left = MIXED; left > 0; left -= 1) {
    await expect(current(page)).toHaveCount(1)
    const id = (await current(page).getAttribute("data-item")) ?? ""
    const first = verdict(page).getByRole("button").first()
    await expect(first).toBeEnabled()
    const needsRebase = (await first.innerText()).startsWith("Rebase")
    if (needsRebase) {
      rebased.push(id)
      expect(await verdict(page).evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
    }
    const isFlagged = flagged.delete(id)
    const pressed = keysFor({ needsRebase, isFlagged, isLastFlagged: flagged.size === 0, left })
    await pressInTurn(page, pressed, { needsRebase, isFlagged })
    keys.push(pressed.length)
    if (left > 1) {
      await expect(current(page)).not.toHaveAttribute("data-item", id)
      // Never lost: the next row has the focus.
      await expect(current(page)).toBeFocused()
    }
  }
  await expect(page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible()
  expect(Math.max(...keys)).toBe(2)
  expect(rebased).toHaveLength(2)
  await expect
    .poll(
      async () =>
        [...(await statesOf(ids)).values()].filter((state) =>
          ["approved", "merged", "rejected"].includes(state),
        ).length + (await database().snooze.count({ where: { teamId: team.id } })),
    )
    .toBe(MIXED)
  const took = await page.evaluate(() =>
    performance
      .getEntriesByName("decision")
      .map((entry) => entry.duration)
      .toSorted((a, b) => a - b),
  )
  expect(took).toHaveLength(MIXED)
  test.info().annotations.push({
    type: "key to paint",
    description: `p50 ${took[MIXED / 2]?.toFixed(0)} ms, worst ${took[MIXED - 1]?.toFixed(0)} ms, ${keys.reduce((a, b) => a + b)} keys`,
  })
  await page.reload()
  await expect(page.getByText(/proposals decided today by you/)).toBeVisible()
})

test("undoes decisions with one key, several in turn, and later from the decided list", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester"])
  const ids = [
    await propose(team, "tester", [addedEntry(statement(500))]),
    await propose(team, "tester", [addedEntry(statement(501))]),
    await propose(team, "tester", [addedEntry(statement(502))]),
  ]
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await openInbox(page, team)
  await expect(verdict(page).getByRole("button", { name: /^Approve: / })).toBeEnabled()
  await page.keyboard.press("a")
  await expect(listedItems(page)).toHaveCount(2)
  await expect(verdict(page).getByRole("button", { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press("r")
  await page.keyboard.press("1")
  await expect(listedItems(page)).toHaveCount(1)
  await expect
    .poll(async () => [...(await statesOf(ids)).values()].toSorted())
    .toEqual(["approved", "rejected", "waiting"])
  await page.keyboard.press("u")
  await expect(listedItems(page)).toHaveCount(2)
  await expect(current(page)).toContainText(statement(501))
  await page.keyboard.press("u")
  await expect(listedItems(page)).toHaveCount(3)
  await expect(current(page)).toContainText(statement(500))
  await expect
    .poll(async () => [...(await statesOf(ids)).values()])
    .toEqual(["waiting", "waiting", "waiting"])

  await expect(verdict(page).getByRole("button", { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press("a")
  await expect.poll(async () => (await statesOf(ids)).get(ids[0] ?? "")).toBe("approved")
  await page.getByRole("link", { name: "Decided" }).click()
  await expect(current(page)).toContainText(statement(500))
  await page.getByRole("article").getByRole("button", { name: "Undo" }).click()
  await expect.poll(async () => (await statesOf(ids)).get(ids[0] ?? "")).toBe("waiting")
  await page.getByRole("link", { name: /^All/ }).click()
  await expect(listedItems(page)).toHaveCount(3)
})

test("applies a reason that is pressed before its panel has loaded", async ({ page, context }) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester"])
  const ids = [
    await propose(team, "tester", [addedEntry(statement(530))]),
    await propose(team, "tester", [addedEntry(statement(531))]),
  ]
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  let letCome = () => {}
  const pressed = new Promise<void>((resolve) => (letCome = resolve))
  let held = 0
  await page.route("**/*.js", async (route) => {
    const answer = await route.fetch()
    const script = await answer.text().catch(() => null)
    if (script === null) return void route.abort().catch(() => undefined) // the page no longer waits for it
    if (script.includes("Reject because")) {
      held += 1
      await pressed
    }
    await route.fulfill({ response: answer, body: script })
  })
  await openInbox(page, team)
  await expect(verdict(page).getByRole("button", { name: /^Approve: / })).toBeEnabled()
  await expect.poll(() => held).toBe(1)
  await page.keyboard.press("r")
  await page.keyboard.press("1")
  expect([...(await statesOf(ids)).values()]).toEqual(["waiting", "waiting"])
  letCome()
  await expect(listedItems(page)).toHaveCount(1)
  await expect.poll(async () => (await statesOf(ids)).get(ids[0] ?? "")).toBe("rejected")
  await page.unrouteAll({ behavior: "ignoreErrors" })
})

test("restores an item that the server refused to its position with the reason, without moving focus", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester"])
  const first = await propose(team, "tester", [addedEntry(statement(510))])
  await propose(team, "tester", [addedEntry(statement(511))])
  await propose(team, "tester", [addedEntry(statement(512))])
  const colleague = await actorOf(await givenPerson({ team, role: "lead" }))
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  // The page hears of nothing, as behind a broken line.
  await page.route("**/api/live*", (route) => route.abort())
  await openInbox(page, team)
  await expect(verdict(page).getByRole("button", { name: /^Approve: / })).toBeEnabled()
  await decideAs(colleague, first, { verdict: "reject", reason: "It is wrong" })
  await page.keyboard.press("a")
  await expect(listedItems(page).first()).toContainText("not applied")
  await expect(listedItems(page)).toHaveCount(3)
  await expect(current(page)).toContainText(statement(511))
  await expect(current(page)).toBeFocused()
  await page.keyboard.press("k")
  await expect(page.getByText("Your decision was not applied")).toBeVisible()
  await expect(page.getByText(/already rejected by/i).last()).toBeVisible()
})

test("one edits before one approves, and leaves with Escape without having done so", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester"])
  const id = await propose(team, "tester", [addedEntry(statement(520))])
  await propose(team, "tester", [addedEntry(statement(521))])
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await openInbox(page, team)
  await expect(verdict(page).getByRole("button", { name: /^Approve: / })).toBeEnabled()
  await page.keyboard.press("e")
  const box = page.getByLabel("Entry", { exact: true })
  await expect(box).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(box).toBeHidden()
  await page.keyboard.press("e")
  await box.fill(`${statement(520)}, as of today`)
  await page.keyboard.press("Control+Enter")
  await expect(listedItems(page)).toHaveCount(1)
  await expect.poll(async () => (await statesOf([id])).get(id)).toBe("approved")
  expect(
    await database().entry.count({ where: { teamId: team.id, text: `${statement(520)}, as of today` } }),
  ).toBe(1)
})

test("keeps a typed draft after Escape and on other rows, and never approves different text", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester"])
  await propose(team, "tester", [addedEntry(statement(522))])
  await propose(team, "tester", [addedEntry(statement(523))])
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await openInbox(page, team)
  await expect(verdict(page).getByRole("button", { name: /^Approve: / })).toBeEnabled()
  await verdict(page).getByRole("button", { name: "Edit" }).click()
  const box = page.getByLabel("Entry", { exact: true })
  await box.fill("Kept words")
  await expect(verdict(page).getByRole("button")).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(box).toBeHidden()
  await expect(current(page)).toBeFocused()
  await page.keyboard.press("j")
  await page.keyboard.press("e")
  await expect(box).toHaveValue(statement(523))
  await page.keyboard.press("Escape")
  await page.keyboard.press("k")
  await page.keyboard.press("e")
  await expect(box).toHaveValue("Kept words")
  await expect(page.getByText("Draft saved")).toBeVisible()
  await page.getByRole("button", { name: "Start over" }).click()
  await expect(box).toHaveValue(statement(522))
  await expect(page.getByText("Draft saved")).toBeHidden()
})

for (const width of [1440, 1280, 375]) {
  test(`what can be undone covers neither a panel nor the verdict, ${width} px`, async ({
    page,
    context,
  }) => {
    const team = await givenTeam()
    await givenAgents(team, ["tester"])
    await propose(team, "tester", [addedEntry(statement(524))])
    await propose(team, "tester", [addedEntry(statement(525))])
    await page.setViewportSize({ width, height: 800 })
    await signedIn(context, await givenPerson({ team, role: "lead" }))
    await openInbox(page, team)
    await page.getByRole("link", { name: new RegExp(statement(524)) }).click()
    await expect(verdict(page).getByRole("button", { name: /^Approve: / })).toBeEnabled()
    await page.keyboard.press("u")
    await expect(page.getByText("Nothing to undo").last()).toBeVisible()
    await page.keyboard.press("a")
    const undo = page.getByRole("button", { name: /^Undo/ })
    await undo.hover()
    await verdict(page).getByRole("button", { name: "Reject" }).click()
    await expect(page.getByRole("heading", { name: "Reject because…" })).toBeVisible()
    const tray = await undo.locator("..").boundingBox()
    for (const other of [page.locator("form", { hasText: "Reject because…" }), verdict(page)]) {
      const place = await other.boundingBox()
      if (!tray || !place) throw new Error("They are not shown")
      expect(
        tray.x + tray.width <= place.x || tray.y + tray.height <= place.y || tray.y >= place.y + place.height,
      ).toBe(true)
    }
  })
}

test("a member sees the same list and why somebody else decides; their own they withdraw", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester"])
  const member = await givenPerson({ team, role: "member" })
  const own = await propose(team, "tester", [addedEntry(statement(530))], { actor: await actorOf(member) })
  await propose(team, "tester", [addedEntry(statement(531))], { actor: agentActor(team, "tester") })
  await signedIn(context, member)
  await openInbox(page, team)
  await expect(verdict(page).getByRole("button", { name: /^Approve/ })).toBeDisabled()
  await expect(verdict(page).getByText(/do not have permission to review/)).toBeVisible()
  await page.keyboard.press("a")
  await expect(listedItems(page)).toHaveCount(2)
  await page.keyboard.press("w")
  await expect(listedItems(page)).toHaveCount(1)
  await expect.poll(async () => (await statesOf([own])).get(own)).toBe("withdrawn")
  await page.keyboard.press("w")
  await expect(listedItems(page)).toHaveCount(1)
})

test("opens a synthesis with Enter, rejects it and undoes that by keyboard, and excludes it from bulk decisions", async ({
  page,
  context,
}) => {
  const team = await givenTeam()
  await givenAgents(team, ["tester", "writer"])
  const cited = [
    ...(await entriesOf(team, "tester")).slice(0, 1),
    ...(await entriesOf(team, "writer")).slice(0, 1),
  ].map((one) => ({ entry: one.id }))
  const claims = Array.from({ length: 7 }, (_, place) => ({
    text: `Both know that ${statement(place).toLowerCase()}`,
    kind: "shared-pattern" as const,
    confidence: 0.8,
    citations: cited,
  }))
  const { id } = expectDone(
    await runOperation(submitSynthesis, systemActor(), {
      team: team.slug,
      kind: "brief",
      title: "What both of them know",
      claims,
    }),
  )
  const stateOf = async () =>
    (await database().synthesis.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } })).state
  const row = page.locator(`[data-item="${id}"]`)
  await signedIn(context, await givenPerson({ team, role: "lead" }))
  await openInbox(page, team)
  await expect(row).toContainText("7 claims")
  await expect(page.getByRole("article").getByText("7 shared patterns")).toBeVisible()
  await expect(page.getByRole("list", { name: "First claims" }).getByRole("listitem")).toHaveCount(5)
  await expectUsable(page)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`/t/${team.slug}/coach/${id}$`))
  await page.goBack()
  await openInbox(page, team, "?tab=coach")

  await page.keyboard.press("x")
  await page.keyboard.press("r")
  await expect(
    page
      .getByText("Coach output must be reviewed claim by claim. Skipped: 1 to review claim by claim.")
      .last(),
  ).toBeVisible()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await page.keyboard.press("r")
  await expect(page.getByRole("heading", { name: "Reject all claims because…" })).toBeVisible()
  await page.keyboard.press("2")
  await expect(row).toBeHidden()
  await expect.poll(stateOf).toBe("rejected")
  await expect(page).toHaveTitle("Inbox · Quarterdeck")
  await page.keyboard.press("u")
  await expect(row).toBeVisible()
  await expect.poll(stateOf).toBe("waiting")
  await page.keyboard.press("r")
  await page.keyboard.press("1")
  await expect.poll(stateOf).toBe("rejected")

  await openInbox(page, team, "?tab=decided")
  await expect(row).toContainText("Incorrect")
  await page.keyboard.press("u")
  await expect.poll(stateOf).toBe("waiting")
  await expect(row).toBeHidden()

  await openInbox(page, team, "?tab=coach")
  const colleague = await actorOf(await givenPerson({ team, role: "lead" }))
  expectDone(await runOperation(rejectSynthesis, colleague, { synthesis: id, reason: "It says nothing new" }))
  await expect(verdict(page).getByText(`Rejected by ${colleague.name}`)).toBeVisible()
})
