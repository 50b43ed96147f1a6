import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { expectUsable } from "../support/axe"

/** Pages by their path; those with a spec of their own that looks at each of their states are not among them. `run` and `source` are filled in with real ones of the samples. */
const PAGES: readonly { readonly name: string; readonly path: string; readonly anonymous?: boolean }[] = [
  { name: "sign-in", path: "/sign-in", anonymous: true },
  { name: "HTTP API", path: "/docs/api?q=propose", anonymous: true },
  { name: "operation of the HTTP API", path: "/docs/api/proposal.create", anonymous: true },
  { name: "proposals in and out", path: "/t/platform/inbox/flow" },
  { name: "proposals of a category", path: "/t/platform/inbox/category/testing" },
  { name: "category without proposals", path: "/t/platform/inbox/category/planning" },
  { name: "fleet", path: "/t/platform/fleet" },
  { name: "fleet of one project", path: "/t/platform/fleet?project=dispatch" },
  { name: "agent", path: "/t/platform/fleet/ledger/unit-tester" },
  { name: "category", path: "/t/platform/category/testing" },
  { name: "what is to be verified", path: "/t/platform/verify" },
  { name: "write back", path: "/t/platform/sources/write-back/{source}" },
  { name: "members", path: "/t/platform/settings" },
  { name: "access tokens", path: "/t/platform/settings/tokens" },
  { name: "policies", path: "/t/platform/settings/policies" },
  { name: "policies of a category", path: "/t/platform/settings/policies?place=category:testing" },
  { name: "audit log", path: "/t/platform/settings/audit" },
  { name: "audit log without a hit", path: "/t/platform/settings/audit?by=zzqqxx" },
  { name: "audit log of the deployment", path: "/t/platform/settings/audit?of=deployment" },
  { name: "history of writes", path: "/t/platform/settings/history" },
  { name: "history of writes without any", path: "/t/platform/settings/history?to=2020-01-01" },
  { name: "preview of a revert", path: "/t/platform/settings/history/preview?run={run}" },
  { name: "preview of a revert without writes", path: "/t/platform/settings/history/preview?agent=nobody" },
  { name: "preview of restoring everything", path: "/t/platform/settings/history/restore?at=2026-01-01" },
  { name: "restoring everything to no time", path: "/t/platform/settings/history/restore?at=never" },
  { name: "account", path: "/t/platform/settings/account" },
  { name: "new team", path: "/new-team" },
  { name: "page without a team", path: "/inbox" },
  { name: "nothing there", path: "/t/platform/nowhere" },
]

const OWNER = join(process.env.E2E_HOME ?? "", "owner-login.json")

for (const { name, path, anonymous } of PAGES) {
  test.describe(name, () => {
    test.use({ storageState: anonymous ? { cookies: [], origins: [] } : OWNER })

    test("can be used by everyone at 375 and at 1280 px, light and dark", async ({ page }) => {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
      await page.setViewportSize({ width: 375, height: 800 })
      await page.goto(await filledIn(page, path))
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1, { timeout: 20_000 })
      await expectUsable(page, `${name} at 375 px`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectUsable(page, `${name} at 1280 px`)
    })
  })
}

async function filledIn(page: Page, path: string): Promise<string> {
  if (path.includes("{run}")) {
    const { runs } = (await (await page.request.get("/api/v1/sources?team=platform")).json()) as { runs: { run: string }[] }
    return path.replace("{run}", runs[0]?.run ?? "")
  }
  if (path.includes("{source}")) {
    const { sources } = (await (await page.request.get("/api/v1/sources?team=platform")).json()) as { sources: { id: string }[] }
    return path.replace("{source}", sources[0]?.id ?? "")
  }
  return path
}
