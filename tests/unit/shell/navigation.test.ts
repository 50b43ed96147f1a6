import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { redirectsOfOldAddresses } from "@/components/shell/old-addresses.mjs"
import {
  INBOX_TABS,
  listPages,
  pageOfPath,
  placeOfPath,
  placePath,
  PLACES,
  positionOf,
  type RailPlace,
} from "@/components/shell/navigation"
import { pagesOfApp } from "../../support/pages/pages"

const PAGES = pagesOfApp()
/** Route handlers of a team, such as downloads. */
const isRoute = (path: string) => existsSync(`app${path.replace("/t/:team", "/t/[team]")}/route.ts`)
const isPage = (path: string) =>
  PAGES.some((page) =>
    new RegExp(
      `^${page
        .split(/\[\w+\]/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("[^/]+")}$`,
    ).test(path),
  )

describe("the navigation", () => {
  it("has at most eight places with at most four tabs each", () => {
    expect(PLACES.length).toBeLessThanOrEqual(8)
    for (const { label, tabs = [] } of PLACES as readonly RailPlace[])
      expect(tabs.length, label).toBeLessThanOrEqual(4)
  })

  it("links to existing pages, each once", () => {
    const segments = listPages(true).map(({ segment }) => segment)
    expect(new Set(segments).size).toBe(segments.length)
    for (const segment of segments) expect(PAGES, segment).toContain(placePath("[team]", segment, null))
  })

  it("gives each shortcut its own key, and has none for manager pages", () => {
    const keys = listPages(true).flatMap(({ key }) => key ?? [])
    const all = [...keys, ...INBOX_TABS.flatMap(({ key }) => key ?? [])]
    expect(new Set(all).size).toBe(all.length)
    expect(listPages(false).flatMap(({ key }) => key ?? [])).toEqual(keys)
  })

  it("recognizes the section and tab of a page, and keeps the project", () => {
    expect(positionOf("agents/overlap/repeated")).toMatchObject({
      place: { label: "Agents" },
      tab: { label: "Overlap" },
    })
    expect([placeOfPath(""), placeOfPath("seed/new"), placeOfPath("health"), placeOfPath("nowhere")]).toEqual(
      ["", "agents", "", null],
    )
    expect([pageOfPath("memory/verify"), pageOfPath("memory/1"), pageOfPath("")]).toEqual([
      "memory/verify",
      null,
      "",
    ])
    expect(placePath("core", "", "a b")).toBe("/t/core?project=a%20b")
  })
})

describe("old addresses", () => {
  it.each(redirectsOfOldAddresses())("$source leads to a page that exists", ({ source, destination }) => {
    const path = destination.replace(/[?#].*$/, "")
    expect(isPage(path) || isRoute(path), destination).toBe(true)
    // Redirects are applied before pages, so a page with the same path could not be reached.
    expect(PAGES).not.toContain(source.replaceAll(/:(\w+)/g, "[$1]"))
  })
})
