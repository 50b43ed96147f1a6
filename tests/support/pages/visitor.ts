import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test"
import { sealLogin } from "@/lib/auth/session-cookie"

/** Signs a person of the database in, as far as this browser is concerned, without passing through the form. */
export async function signedIn(
  context: BrowserContext,
  person: Parameters<typeof sealLogin>[0],
): Promise<void> {
  const home = process.env.E2E_HOME ?? ""
  const { NEXTAUTH_SECRET } = JSON.parse(readFileSync(join(home, "secrets.json"), "utf8")) as {
    NEXTAUTH_SECRET: string
  }
  process.env.NEXTAUTH_SECRET = NEXTAUTH_SECRET
  await context.addCookies([
    {
      name: "quarterdeck.login",
      value: await sealLogin(person),
      url: `http://localhost:${process.env.E2E_PORT}`,
      httpOnly: true,
      sameSite: "Lax",
    },
  ])
}

/** Presses a key until what it opens is there: whoever listens to it may have come a moment later than what is drawn. */
export async function opensBy(page: Page, key: string, opened: Locator): Promise<void> {
  await expect(async () => {
    if (!(await opened.isVisible())) await page.keyboard.press(key)
    await expect(opened).toBeVisible({ timeout: 1_500 })
  }).toPass()
}
