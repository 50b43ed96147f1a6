import { expect, type Page, test } from "@playwright/test"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { ALERT_KINDS } from "@/lib/memory/alerts/kinds"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { moveSeed, showSeed } from "@/lib/operations/seed/seed-plans"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"
import { openInbox } from "../../support/conflicts/waiting"
import { keysBound } from "../../support/pages/keys"
import { checkAlerts } from "../../support/alerts/check-alerts"

const ADVOCATE = [
  "Services talk to each other through the event bus, never directly",
  "Every migration has a way back that was tried out",
  "The broker redelivers after a restart: handlers must be idempotent",
  "Ask what breaks when the clock jumps by an hour",
  "Challenge each claim of robustness with a kill of the process",
  "All amounts are integers of minor units",
]

const memory = (agent: string, texts: readonly string[]) =>
  [
    `# ${agent}`,
    "",
    "## Patterns",
    "",
    ...texts.map((text, day) => `- [2026-11-${String(day + 10)}] ${text}`),
    "",
  ].join("\n")

/** Creates a team whose agents have no memory although a predecessor has some. Only cold agents raise alerts. */
async function given(page: Page) {
  const team = await givenTeam()
  const place = { teamId: team.id, place: "team" }
  await database().policy.create({
    data: { ...place, settings: { quietKinds: ALERT_KINDS.filter((kind) => kind !== "cold-agent") } },
  })
  const cold = ["robustness-challenger", "completeness-challenger"].map((agent): [string, string] => [
    agentMemory(agent),
    memory(agent, []),
  ])
  await importFolder(
    team,
    folderOf("ledger", {
      ...Object.fromEntries(cold),
      [agentMemory("devils-advocate")]: memory("devils-advocate", ADVOCATE),
    }),
  )
  const lead = await givenPerson({ team, role: "lead" })
  await signedIn(page.context(), lead)
  return { team, actor: await actorOf(lead) }
}

async function givenPlan({ team, actor }: Awaited<ReturnType<typeof given>>): Promise<string> {
  const { plans } = expectDone(
    await runOperation(planSeeding, actor, {
      team: team.slug,
      project: "ledger",
      agents: ["robustness-challenger"],
      from: [{ agent: "devils-advocate" }],
    }),
  )
  return plans[0]?.id ?? ""
}

const entry = (page: Page) => page.getByRole("article", { name: "Current entry" })
const column = (page: Page, name: string | RegExp) => page.getByRole("region", { name })
const verdict = (page: Page) => page.getByRole("region", { name: "Decision" })

/** Opens it and waits until it hears keys, and what others do unless its line is broken. */
async function openPlan(page: Page, path: string, { isBroken = false } = {}): Promise<void> {
  const line = isBroken ? page.waitForRequest(/\/api\/live/) : page.waitForResponse(/\/api\/live/)
  await page.goto(path)
  await line
  await keysBound(page, "Seed plan")
}

test("a cold agent is seeded by keyboard alone, from its alert to the written file and back", async ({
  page,
}) => {
  const { team } = await given(page)
  await checkAlerts(team)
  await openInbox(page, team, "?tab=alerts")
  const current = page.locator("[data-item][aria-current]")
  if (!(await current.innerText()).includes("robustness-challenger")) await page.keyboard.press("j")
  await expect(current).toContainText("robustness-challenger")
  await page.keyboard.press("c")
  await expect(page.getByRole("radio", { name: /^Seed…/ })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/seed\/new\?/)
  await expect(page.getByRole("checkbox", { name: /^devils-advocate 6 entries/ })).toBeChecked()
  await expect(
    page.getByRole("button", { name: /^Create plan: \d entries from 1 predecessor/ }),
  ).toBeEnabled()
  await expectUsable(page, "the choice")

  await page.keyboard.press("p")
  await page.waitForURL(/\/seed\/[0-9a-f-]{36}/)
  await keysBound(page, "Seed plan")
  await expect(page.getByLabel("Budget")).toHaveText(/^\d+ of 100 lines$/)
  await expectUsable(page, "the board")
  await page.keyboard.press("j")
  await page.keyboard.press("k")
  await expect(entry(page)).toBeFocused()
  const first = await entry(page).locator("p").first().innerText()
  await page.keyboard.press("0")
  await expect(column(page, "Left out").getByText(first)).toBeVisible()
  const second = await entry(page).locator("p").first().innerText()
  expect(second).not.toBe(first)
  await page.keyboard.press("9")
  await expect(column(page, "Coordinator Notes").getByText(second)).toBeVisible()
  await page.keyboard.press("u")
  await expect(column(page, "Coordinator Notes").getByText(second)).toBeHidden()
  await expect(entry(page)).toContainText(second)
  await page.keyboard.press("9")
  await expect(column(page, "Coordinator Notes").getByText(second)).toBeVisible()
  await page.keyboard.press("p")
  await expect(page.getByRole("dialog").getByLabel("File text")).toContainText(second)
  await page.keyboard.press("Escape")
  await page.keyboard.press("c")
  await expect(page.getByRole("dialog").getByLabel("Context", { exact: true })).toContainText(second)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(
    verdict(page).getByRole("button", {
      name: /^Apply: (?:fills|creates) \S+ with \d entries \(\d+ lines\)/,
    }),
  ).toBeEnabled()
  await page.keyboard.press("a")
  await expect(page.getByText(/^Applied by .+: \d entries in /)).toBeVisible()
  const file = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: agentMemory("robustness-challenger") },
  })
  await expect(page.getByRole("link", { name: "Open file" })).toHaveAttribute("href", new RegExp(file.id))
  const texts = async () =>
    (await database().entry.findMany({ where: { teamId: team.id, fileId: file.id } })).map((one) => one.text)
  const written = await texts()
  expect(written).toContain(second)
  expect(written).not.toContain(first)

  await keysBound(page, "This plan")
  await page.keyboard.press("u")
  await expect(page.getByText(/^Undone/).first()).toBeVisible()
  expect(await texts()).toEqual([])
})

test("shows another user's move at once, and rejects a move that came too late with a message", async ({
  page,
}) => {
  const world = await given(page)
  const id = await givenPlan(world)
  const { placements } = expectDone(await runOperation(showSeed, world.actor, { plan: id }))
  const [one, two] = placements.filter(({ place }) => place !== "left-out" && place !== "coordinator")
  if (!one || !two) throw new Error("the plan places two entries elsewhere")
  const other = await actorOf(await givenPerson({ team: world.team, role: "lead" }))
  const elsewhere = async (moved: typeof one, place: string) =>
    expectDone(
      await runOperation(moveSeed, other, {
        plan: id,
        version: expectDone(await runOperation(showSeed, other, { plan: id })).version,
        moves: [{ entry: moved.entry, place }],
      }),
    )
  await openPlan(page, `/t/${world.team.slug}/seed/${id}`)
  await elsewhere(one, "coordinator")
  await expect(column(page, "Coordinator Notes").getByText(one.text)).toBeVisible()

  await column(page, "Coordinator Notes")
    .locator("[data-item]")
    .filter({ hasText: one.text })
    .dragTo(column(page, "Left out"))
  await expect(column(page, "Left out").getByText(one.text)).toBeVisible()
  await expect
    .poll(
      async () =>
        expectDone(await runOperation(showSeed, other, { plan: id })).placements.find(
          ({ entry: some }) => some === one.entry,
        )?.place,
    )
    .toBe("left-out")
  // The same user in another tab.
  expectDone(
    await runOperation(moveSeed, world.actor, {
      plan: id,
      version: expectDone(await runOperation(showSeed, other, { plan: id })).version,
      moves: [{ entry: one.entry, place: "coordinator" }],
    }),
  )
  await expect(column(page, "Coordinator Notes").getByText(one.text)).toBeVisible()

  await page.route(/\/api\/live/, (route) => route.abort())
  await openPlan(page, `/t/${world.team.slug}/seed/${id}?entry=${two.entry}`, { isBroken: true })
  await elsewhere(two, "coordinator")
  await page.keyboard.press("0")
  await expect(page.getByText(/^Could not move the entry: the plan has changed/)).toBeVisible()
  await expect(column(page, "Coordinator Notes").getByText(two.text)).toBeVisible()

  expectDone(
    await runOperation(changePolicy, systemActor(), {
      team: world.team.slug,
      place: "team",
      settings: { approvals: 2 },
    }),
  )
  await openPlan(page, `/t/${world.team.slug}/seed/${id}`, { isBroken: true })
  await expect(
    verdict(page).getByRole("button", {
      name: /^Propose \d additions to \S+ \(2 approvals each\)/,
    }),
  ).toBeEnabled()
  await expect(page.getByRole("region", { name: "Plan", exact: true })).toContainText("need 2 approvals")
  await expect(page.getByRole("region", { name: "Plan", exact: true })).toContainText(/\d+ lines, limit 100/)
  await page.keyboard.press("r")
  await expect(page.getByText(/^Discarded by/)).toBeVisible()
})

test("on a narrow screen: plans several agents at once, starts one fresh and undoes that, and moves entries by touch", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const { team } = await given(page)
  await page.goto(`/t/${team.slug}/seed`)
  await expect(page.getByRole("link", { name: "robustness-challenger", exact: true })).toBeVisible()
  await expectUsable(page, "the cold agents")
  await page
    .getByRole("listitem")
    .filter({ hasText: "completeness-challenger" })
    .getByRole("button", { name: "Start fresh" })
    .click()
  await expect(page.getByRole("heading", { name: /^Starting fresh/ })).toBeVisible()
  await page.getByRole("button", { name: "Undo: mark completeness-challenger as cold again" }).click()
  await expect(page.getByRole("heading", { name: /^Starting fresh/ })).toBeHidden()
  for (const agent of ["robustness-challenger", "completeness-challenger"])
    await page.getByRole("checkbox", { name: `Select ${agent}` }).check()
  await page.getByRole("button", { name: "Seed 2 agents from their predecessors" }).click()
  const waiting = page.getByRole("region", { name: "Waiting plans" })
  await expect(waiting.getByRole("link")).toHaveCount(2)
  await page.goto(`/t/${team.slug}/seed/new?project=ledger&agent=somebody-new`)
  await expect(page.getByText("No suggestions")).toBeVisible()
  await expectUsable(page, "the choice")
  await page.goto(`/t/${team.slug}/seed`)
  await waiting.getByRole("link", { name: "robustness-challenger" }).click()
  await page.waitForURL(/\/seed\/[0-9a-f-]{36}/)
  await keysBound(page, "Seed plan")
  await expectUsable(page, "the board")
  const text = await entry(page).locator("p").first().innerText()
  await entry(page).getByRole("button", { name: "Coordinator Notes" }).click()
  await expect(column(page, "Coordinator Notes").getByText(text)).toBeVisible()
  await page.getByRole("button", { name: "Discard plan" }).click()
  await expect(page.getByText(/^Discarded by/)).toBeVisible()
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(entry(page)).toBeVisible()
})
