import { AxeBuilder } from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"
import { THOROUGH } from "../thorough"

const WIDE = 1_000
/** Checked separately, because the title is missing for a moment during a refresh. */
const TITLE = "document-title"
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/**
 * Used instead of axe's source if the page already has it: parsing half a megabyte takes longer than most
 * rules.
 */
const NOTHING = "0"

/** Axe's violations in the current page, which must have a title. */
export async function complaintsOf(
  page: Page,
  choose = (axe: AxeBuilder) => axe.withTags(TAGS).disableRules([TITLE]),
) {
  // In client navigation the title changes after the page.
  await expect(page, "the page has a title").toHaveTitle(/./, { timeout: 45_000 })
  const isThere = await page.evaluate(() => "axe" in window)
  const axe = new AxeBuilder(isThere ? { page, axeSource: NOTHING } : { page }).setLegacyMode()
  // Only violations are listed and frames are skipped; both save most of the time. No requested rule reads
  // style sheets.
  const { violations } = await choose(
    axe.options({ resultTypes: ["violations"], preload: { assets: ["media"] } }),
  ).analyze()
  return violations.map((one) => ({ rule: one.id, where: one.nodes.map((node) => node.html) }))
}

/**
 * A plain run checks a random half of the states on a wide screen, and a quarter on a narrow screen and in
 * dark mode, because pages share components and axe takes more time than the pages.
 */
const isDrawn = (share: number) => THOROUGH || Math.random() < share

/** Checks the current page at phone and desktop width. Leaves it at desktop width. */
export async function expectUsableAtBothWidths(page: Page, what = "the page"): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `${what} at ${width} px`)
  }
}

/**
 * Checks the current page with axe in light and dark mode, and that it does not scroll sideways. In dark mode
 * only colours are checked, because nothing else changes. On a narrow screen colours are left out, because
 * they do not change. Leaves the page in light mode. `isDrawn` decides what a plain run leaves out.
 */
export async function expectUsable(page: Page, what = "the page"): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.evaluate(() => {
    // Elements off the screen would keep their previous colours.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync("* { content-visibility: visible !important }")
    document.adoptedStyleSheets = [sheet]
  })
  const narrow = (page.viewportSize()?.width ?? WIDE) < WIDE
  if (isDrawn(narrow ? 0.25 : 0.5))
    expect(
      await complaintsOf(page, (axe) =>
        axe.withTags(TAGS).disableRules(narrow ? [TITLE, "color-contrast"] : [TITLE]),
      ),
      what,
    ).toEqual([])
  // A page that has just been opened may still get its fonts.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${what} scrolls sideways`,
    )
    .toBe(0)
  if (narrow || !isDrawn(0.25)) return
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await expect.poll(ground).not.toBe(light)
  expect(await complaintsOf(page, (axe) => axe.withRules(["color-contrast"])), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await expect.poll(ground).toBe(light)
}
