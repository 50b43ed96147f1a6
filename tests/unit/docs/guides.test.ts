import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { renderToStaticMarkup } from "react-dom/server"
import { createElement } from "react"
import { describe, expect, it } from "vitest"
import { findGuide, guideAddress, listGuides, searchGuides } from "@/app/docs/guides"
import { blocksOf, guideSections, Markdown } from "@/components/docs/markdown-blocks"

const files = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs").map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"))
const render = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text, resolve: guideAddress }))
const anchorsIn = (file: string) => guideSections(readFileSync(file, "utf8")).map(({ anchor }) => anchor)

describe("guides", () => {
  it("are all listed in docs/README.md", () => {
    const listed = listGuides().flatMap(({ guides }) => guides.map(({ slug }) => slug))
    const written = files.filter((name) => name.startsWith("docs/") && name !== "docs/README.md")
    expect(listed.toSorted()).toEqual(
      [...written.map((name) => name.slice(5, -3)), "threat-model"].toSorted(),
    )
    expect(findGuide("threat-model")?.text).toContain("# Security")
    expect(findGuide("../package")).toBeNull()
  })

  it.each(files)("%s links only to files and headings that exist", (file) => {
    const broken = [...readFileSync(file, "utf8").matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !target.startsWith("http"))
      .filter((target) => {
        const [path = "", anchor] = target.split("#")
        const to = path === "" ? file : normalize(join(dirname(file), path))
        return !existsSync(to) || (anchor !== undefined && !anchorsIn(to).includes(anchor))
      })
    expect(broken).toEqual([])
  })

  it.each(["CONTRIBUTING.md", "docs/architecture.md"])("%s names only paths that exist", (file) => {
    const paths = [
      ...readFileSync(file, "utf8").matchAll(/`((?:app|components|lib|prisma|tests)\/[\w./-]+)`/g),
    ]
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.map(([, path = ""]) => path).filter((path) => !existsSync(path))).toEqual([])
  })

  it("are found by words in headings first, and only by their text", () => {
    const [first] = searchGuides("load limit")
    expect([first?.guide.slug, first?.section.anchor]).toEqual(["agents", "load-limit"])
    expect(searchGuides("QUARTERDECK_POOL").map(({ guide }) => guide.slug)).toContain("operations")
    expect(searchGuides("xyzzy")).toEqual([])
  })

  it("link to each other within the app, and not to files that it does not serve", () => {
    expect(guideAddress("mcp.md#flagged-entries")).toBe("/docs/mcp#flagged-entries")
    expect(guideAddress("../SECURITY.md")).toBe("/docs/threat-model")
    expect(guideAddress("decisions/034-audit-chain.md")).toBeNull()
    expect(guideAddress("javascript:alert(1)")).toBeNull()
  })
})

describe("Markdown", () => {
  it("renders tables with code and escaped bars, and anchors for headings", () => {
    const html = render("## Load limit\n\n| key | does |\n| --- | --- |\n| `a\\|b` | **moves** |\n\nText")
    expect(html).toContain('<h2 id="load-limit"')
    expect(html).toMatch(/<code[^>]*>a\|b<\/code>/)
    expect(html).toMatch(/<td[^>]*><strong[^>]*>moves<\/strong><\/td>/)
  })

  it("keeps bars in code blocks, and drops HTML and addresses that run code", () => {
    expect(blocksOf("```\n| a |\n| - |\n```").map(({ kind }) => kind)).toEqual(["markdown"])
    const html = render(
      "<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)> ok",
    )
    expect(html).not.toMatch(/<script|<img|javascript:/)
    expect(html).toContain("ok")
  })
})
