import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test"
import { createSessionCookie } from "@/lib/auth/session-cookie"

/** Signs a user in by setting the session cookie, without the sign-in form. */
export async function signedIn(
  context: BrowserContext,
  person: Parameters<typeof createSessionCookie>[0],
): Promise<void> {
  const home = process.env.E2E_HOME ?? ""
  const { NEXTAUTH_SECRET } = JSON.parse(readFileSync(join(home, "secrets.json"), "utf8")) as {
    NEXTAUTH_SECRET: string
  }
  process.env.NEXTAUTH_SECRET = NEXTAUTH_SECRET
  await context.addCookies([
    {
      name: "quarterdeck.login",
      value: await createSessionCookie(person),
      url: `http://localhost:${process.env.E2E_PORT}`,
      httpOnly: true,
      sameSite: "Lax",
    },
  ])
}

/**
 * Presses a key until its target is visible, because the listener may be added after the page is rendered.
 */
export async function opensBy(page: Page, key: string, opened: Locator): Promise<void> {
  await expect(async () => {
    if (!(await opened.isVisible())) await page.keyboard.press(key)
    await expect(opened).toBeVisible({ timeout: 1_500 })
  }).toPass()
}

/** Clicks a button until its target is visible, because the listener may be added after the page is rendered. */
export async function opensByClick(button: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    if (!(await opened.isVisible())) await button.click()
    await expect(opened).toBeVisible({ timeout: 1_500 })
  }).toPass()
}
