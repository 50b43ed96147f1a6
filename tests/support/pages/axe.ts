import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"
import { THOROUGH } from "../thorough"

const WIDE = 1_000
/** Waited for by itself: it is missing for a moment while a page refreshes. */
const TITLE = "document-title"
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** What is put into a page that has axe already: half a megabyte takes longer to read than most of its rules to run. */
const NOTHING = "0"

/** What axe has to say against the page as it stands. */
export async function complaintsOf(page: Page, choose = (axe: AxeBuilder) => axe.withTags(TAGS)) {
  const isThere = await page.evaluate(() => "axe" in window)
  const axe = new AxeBuilder(isThere ? { page, axeSource: NOTHING } : { page }).setLegacyMode()
  // What it has nothing to say against is not listed, and there are no frames whose results it would open a page for: both take most of its
  // time. No rule that is asked for reads style sheets.
  const { violations } = await choose(
    axe.options({ resultTypes: ["violations"], preload: { assets: ["media"] } }),
  ).analyze()
  return violations.map((one) => ({ rule: one.id, where: one.nodes.map((node) => node.html) }))
}

/** A plain run looks at every fourth state, drawn at random, on a narrow screen and in the dark: pages share their parts. */
const isDrawn = () => THOROUGH || Math.random() < 0.25

/** The page as it stands can be used on a telephone and on a desk; it stays as wide as the desk. */
export async function expectUsableAtBothWidths(page: Page, what = "the page"): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `${what} at ${width} px`)
  }
}

/**
 * Axe finds nothing in the page as it stands, light and dark, and it does not scroll sideways. In the dark only colours are looked
 * at again: nothing else is another there. Colours are the same on a narrow screen, where they are left out. Leaves the page light.
 * See `isDrawn` for what a plain run leaves out.
 */
export async function expectUsable(page: Page, what = "the page"): Promise<void> {
  await expect(page, `${what} has a title`).toHaveTitle(/./, { timeout: 45_000 }) // it comes after the page where one goes from page to page
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.evaluate(() => {
    // What is off the screen would keep the colours of before.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync("* { content-visibility: visible !important }")
    document.adoptedStyleSheets = [sheet]
  })
  const narrow = (page.viewportSize()?.width ?? WIDE) < WIDE
  if (!narrow || isDrawn())
    expect(
      await complaintsOf(page, (axe) =>
        axe.withTags(TAGS).disableRules(narrow ? [TITLE, "color-contrast"] : [TITLE]),
      ),
      what,
    ).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    `${what} scrolls sideways`,
  ).toBe(0)
  if (narrow || !isDrawn()) return
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  await expect.poll(ground).not.toBe(light)
  expect(await complaintsOf(page, (axe) => axe.withRules(["color-contrast"])), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await expect.poll(ground).toBe(light)
}
