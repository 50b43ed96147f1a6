import { describe, expect, it } from "vitest"
import { badgeOf, badgeWords } from "@/lib/memory/health/health"

/** WCAG contrast ratio of white on a colour. */
function onWhite(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((place) => Number.parseInt(hex.slice(place, place + 2), 16) / 255)
    .map((one) => (one <= 0.040_45 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

describe("a badge", () => {
  it("says the score and its band in words, as its title does", () => {
    expect([100, 89, 12, null].map(badgeWords)).toEqual([
      "100, good",
      "89, fair",
      "12, poor",
      "no memory yet",
    ])
    expect(badgeOf(89)).toContain(
      'role="img" aria-label="memory health: 89, fair"><title>memory health: 89, fair</title>',
    )
    expect(
      badgeOf(89)
        .match(/<text [^>]*>[^<]*/g)
        ?.map((one) => one.split(">")[1]),
    ).toEqual(["memory health", "89, fair"])
  })

  it("is read on each of its colours, and loads nothing", () => {
    for (const score of [100, 80, 10, null]) {
      const svg = badgeOf(score)
      const colors = [...svg.matchAll(/<rect[^>]* fill="(#\w{6})"/g)].map(([, color]) => color ?? "")
      expect(colors).toHaveLength(2)
      for (const color of colors) expect(onWhite(color)).toBeGreaterThan(4.5)
      expect(svg).not.toMatch(/href|url\((?!#)|<script|<style|<image/)
    }
  })

  it("is as wide as what it says", () => {
    const widthOf = (score: number | null) => Number(/width="(\d+)"/.exec(badgeOf(score))?.[1])
    expect(widthOf(100)).toBeGreaterThan(widthOf(9))
    expect(widthOf(null)).toBeGreaterThan(widthOf(100))
  })
})
