import type { Page } from "@playwright/test"

/** Waits until a group of keys is bound, by the title that the list of keys (`?`) shows for it. */
export async function keysBound(page: Page, title: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => (document.documentElement.dataset.keys ?? "").split(",").includes(wanted),
    title,
  )
}
