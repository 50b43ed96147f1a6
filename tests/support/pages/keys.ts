import type { Page } from "@playwright/test"

/** Waits until a group of shortcuts is active, by its title in the list of shortcuts (`?`). */
export async function keysBound(page: Page, title: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => (document.documentElement.dataset.keys ?? "").split(",").includes(wanted),
    title,
  )
}
