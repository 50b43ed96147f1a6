import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { database } from "../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { expectUsable } from "../support/pages/axe"

test.use({ storageState: join(process.env.E2E_HOME ?? "", "owner-login.json") })

const PAGE = "/t/platform/settings/instance"

test("shows scheduled jobs, runs one at once, and retries a failed one", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.goto(PAGE)
  await expect(page.getByText("No server is running scheduled jobs")).toBeVisible() // this server has it off
  await expect(page.getByText("No runs with results yet")).toBeVisible()
  await page.getByRole("button", { name: "Run now: Expire" }).click()
  const job = (name: string) =>
    page.getByRole("region", { name: "Jobs" }).getByRole("row", { name: new RegExp(`^${name} `) })
  await expect(job("Expire old items")).toContainText("just now")
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole("link", { name: "All", exact: true }).click()
  const runs = page.getByRole("region", { name: "Runs" }).getByRole("row")
  await expect(runs).toHaveCount(2)

  const now = new Date()
  const earlier = [
    {
      attempt: 1,
      holder: "deck-1/12/ab",
      startedAt: now.toISOString(),
      endedAt: now.toISOString(),
      error: "the server process ended during the run",
    },
  ]
  await database().heartbeatRun.create({
    data: {
      id: newId(),
      job: "prune",
      scheduledFor: now,
      state: "failed",
      attempt: 2,
      holder: "deck-2/7/cd",
      startedAt: now,
      finishedAt: now,
      error: "the disk is full",
      earlier,
    },
  })
  await page.getByRole("link", { name: "Failed", exact: true }).click()
  await expect(runs.last()).toContainText(
    /failed, attempt 2 of 3the disk is fullAttempt 1.*the server process ended during the run/,
  )
  await expectUsable(page, "heartbeat at 375 px")
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectUsable(page, "heartbeat at 1280 px")
  await job("Delete old records").getByRole("button", { name: "Run again: Delete old records" }).click()
  await expect(
    job("Delete old records").getByRole("button", { name: "Run now: Delete old records" }),
  ).toBeVisible()
})
