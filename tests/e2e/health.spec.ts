import { expect, test } from "@playwright/test"
import { systemActor } from "@/lib/auth/create-actor"
import { recordDailyFigures } from "@/lib/operations/jobs/jobs"
import { showHealth } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { expectUsable } from "../support/pages/axe"
import { agentMemory, folderOf } from "../support/imports/folder"
import { importFolder } from "../support/imports/import-folder"
import { expectDone, givenPerson, givenTeam } from "../support/data/people"
import { signedIn } from "../support/pages/visitor"
import { checkAlerts } from "../support/alerts/check-alerts"

const DAY = 86_400_000

test("a lead sees the health score and its history, opens the worst file, and creates and revokes a badge", async ({
  page,
  playwright,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const team = await givenTeam()
  await signedIn(page.context(), await givenPerson({ team, role: "lead" }))
  await page.goto(`/t/${team.slug}/health`)
  await expect(page.getByRole("heading", { name: "No memory yet" })).toBeVisible()

  await importFolder(
    team,
    folderOf("ledger", {
      [agentMemory("ann")]: "# Ann\n\n## Notes\n\n- Money is an integer\n",
      [agentMemory("ben")]: "# Ben\n\n## Notes\n\n- Queues drain\u202e in order\n",
    }),
  )
  await checkAlerts(team)
  await recordDailyFigures(systemActor(), new Date(Date.now() - DAY), [team.id])
  await page.reload()
  await expect(page.getByText("appear after the second day of data")).toBeVisible()
  await recordDailyFigures(systemActor(), new Date(), [team.id])
  await page.reload()
  const { score } = expectDone(await runOperation(showHealth, systemActor(), { team: team.slug }))
  await expect(page.getByText(`${score} of 100`)).toBeVisible()
  await expect(page.getByRole("row", { name: /^Parseable/ })).toContainText("1 with hidden characters")
  await expect(page.getByRole("img", { name: new RegExp(`^Health from .*score ${score}$`) })).toBeVisible()

  await page.getByRole("button", { name: "Create badge" }).click()
  const markdown = await page.getByLabel("Badge Markdown").inputValue()
  const address = /\]\(\S*(\/api\/badge\/[\w-]{43}\.svg)\)\]/.exec(markdown)?.[1] ?? ""
  const nobody = await playwright.request.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` })
  const picture = await nobody.get(address)
  expect([
    picture.status(),
    picture.headers()["content-type"],
    picture.headers()["cross-origin-resource-policy"],
  ]).toEqual([200, "image/svg+xml; charset=utf-8", "cross-origin"])
  expect(await picture.text()).toContain(`memory health: ${score}, `)
  await expect
    .poll(() =>
      page
        .getByRole("img", { name: "Badge preview" })
        .evaluate((image: HTMLImageElement) => image.naturalHeight),
    )
    .toBe(20)
  await expectUsable(page, "health with a badge at 1280 px")
  await page.getByRole("button", { name: /^Revoke badge/ }).click()
  await expect(page.getByRole("list", { name: "Badges" })).toBeHidden()
  expect((await nobody.get(address)).status()).toBe(404)
  expect(await (await page.request.get(`/t/${team.slug}/health/csv`)).text()).toContain("day,health,files")

  await page
    .getByRole("list", { name: "Checks" })
    .getByRole("link", { name: new RegExp(`^${agentMemory("ben").replaceAll(".", "\\.")}:\\d+$`) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/memory\/.*\?line=\d+/)
})
