import { expect, type Page, test } from "@playwright/test"
import { createHash } from "node:crypto"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { runOperation } from "@/lib/operations/operation"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { expectUsable } from "../../support/pages/axe"
import { agentMemory, folderOf } from "../../support/imports/folder"
import { importFolder } from "../../support/imports/import-folder"
import { expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { signedIn } from "../../support/pages/visitor"

const UNIT = agentMemory("unit-tester")
const MUTE = ".kaizen/agents/mute/memory.md"
const notes = (agent: string) =>
  `# ${agent}\n\n## Notes\n\n- [2026-11-01] Fixtures of ${agent} live beside their tests\n`

async function given(page: Page): Promise<{ id: string; slug: string }> {
  const team = await givenTeam()
  await importFolder(
    team,
    folderOf("ledger", {
      [UNIT]: notes("unit-tester"),
      [agentMemory("code-reviewer")]: notes("code-reviewer"),
      [agentMemory("implementer")]: notes("implementer"),
      [MUTE]: "---\nagent: mute\nmemory: disabled\n---\n\n- Kept to himself\n",
    }),
  )
  await signedIn(page.context(), await givenPerson({ team, role: "lead" }))
  return team
}

const start = async (team: { slug: string }, agent: string, harness: string, more: object = {}) =>
  expectDone(
    await runOperation(startSession, systemActor(), {
      team: team.slug,
      project: "ledger",
      agent,
      harness,
      session: `s-${agent}`,
      ...more,
    }),
  )

async function revise(team: { id: string }): Promise<void> {
  const { id, head } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: UNIT },
  })
  expectDone(
    await runOperation(reviseFile, systemActor(), {
      file: id,
      base: head,
      reason: "why",
      changes: [{ kind: "add", section: "Notes", text: "Clocks are injected", date: "2026-11-21" }],
    }),
  )
}

const row = (page: Page, agent: string) => page.getByRole("row", { name: new RegExp(`^${agent}`) })
const standing = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Delivery state" }).getByRole("link", { name: new RegExp(`^${name}`) })

test("shows agents whose memory is not delivered, opens what their harness loaded, and shows how to fix it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await given(page)
  await page.goto(`/t/${team.slug}/agents/delivery`)
  await expect(page.getByRole("heading", { name: "No deliveries yet" })).toBeVisible()
  await expect(page.getByText("quarterdeck hook install claude-code")).toBeVisible()
  await expectUsable(page, "receipts without any")
  await page.goto(`/t/${team.slug}/agents/delivery?open=ledger/unit-tester`)
  await expect(
    page.getByText("quarterdeck hook install claude-code --agent unit-tester --project ledger"),
  ).toBeVisible()
  await page.goto(`/t/${team.slug}/agents/delivery`)

  await start(team, "unit-tester", "claude-code", {
    onDisk: [
      { path: UNIT, sha256: createHash("sha256").update(notes("unit-tester")).digest("hex") },
      { path: "MEMORY.md", sha256: "a".repeat(64) },
    ],
  })
  await revise(team)
  await start(team, "code-reviewer", "codex")
  await page.reload()
  await expect(row(page, "unit-tester")).toContainText("1 file outdated")
  await expect(row(page, "code-reviewer")).toContainText("up to date")
  await expect(standing(page, "not delivered")).toContainText("1")
  await expect(
    page.getByRole("rowheader").or(page.getByRole("columnheader")).filter({ hasText: "claude-code" }),
  ).toBeVisible()

  await expect(async () => {
    await standing(page, "outdated").click()
    await expect(page).toHaveURL(/state=old/, { timeout: 1_000 })
  }).toPass()
  await expect(row(page, "code-reviewer")).toBeHidden()
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  const detail = page.getByRole("region", { name: "Deliveries to unit-tester" })
  await expect(detail.getByText("s-unit-tester")).toBeVisible()
  await expect(detail.getByText("unknown content", { exact: true })).toBeVisible()
  await expect(detail.getByText("quarterdeck pull", { exact: true })).toBeVisible()
  await expect(detail.getByRole("link", { name: "revision 1 → 2" }).first()).toHaveAttribute(
    "href",
    /view=compare&left=1&right=2/,
  )
  await expect(
    detail.getByText("quarterdeck hook install codex --agent unit-tester --project ledger"),
  ).toBeVisible()
  await expectUsable(page, "receipts at 1280 px")
  await page.reload()
  await expect(detail.getByText("s-unit-tester")).toBeVisible()
  await expect(async () => {
    await page.keyboard.press("Escape")
    await expect(detail).toBeHidden({ timeout: 1_000 })
  }).toPass()
})

test("lists each agent's harnesses under its name on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const team = await given(page)
  await start(team, "unit-tester", "claude-code")
  await revise(team)
  await start(team, "unit-tester", "cursor")
  await page.goto(`/t/${team.slug}/agents/delivery?open=ledger/unit-tester`)
  await expect(row(page, "unit-tester").getByRole("listitem")).toHaveText([
    /cursor.*up to date/s,
    /claude-code.*1 file outdated/s,
  ])
  await expect(
    page.getByRole("region", { name: "Deliveries to unit-tester" }).getByRole("heading", { name: /cursor/ }),
  ).toBeVisible()
  await expect(row(page, "mute")).toContainText("opted out")
  await expectUsable(page, "receipts at 375 px")
})
