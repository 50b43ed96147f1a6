import { readFileSync } from "node:fs"
import { parse } from "jsonc-parser"
import { parse as parseToml } from "smol-toml"
import { describe, expect, it } from "vitest"
import { type InstallOptions, asEditedText } from "@/lib/cli/hook/install/installation"
import { ALL_SETTINGS } from "@/lib/cli/hook/install/settings"

const WANTED: InstallOptions = {
  program: { words: ["quarterdeck"], here: false },
  url: null,
  home: null,
  given: { agent: "unit-tester" },
  otherwise: { project: "ledger" },
}
const [, ...chapters] = readFileSync("docs/hooks.md", "utf8").split(/^## /m)

/** The code blocks in a language from the chapter about a harness. */
function blocksOf(id: string, language: string): string[] {
  const chapter =
    chapters.find(
      (one) => one.includes(`\nquarterdeck hook install ${id} `) && !one.startsWith("What happens"),
    ) ?? ""
  return [...chapter.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(
    (match) => match[1] ?? "",
  )
}

describe.each(ALL_SETTINGS.map((one) => [one.id, one] as const))("docs/hooks.md, %s", (id, settings) => {
  it("shows the text that is written", async () => {
    const files = await settings.files("project", { folder: "/ledger", home: "/home", env: {} })
    const written = files.map(({ names, blank, parts }) => ({
      name: names.at(-1) ?? "",
      text: parts.reduce((edited, part) => part.put(edited, WANTED), asEditedText(blank)).text,
    }))
    const { $schema: _, ...values } = Object.assign(
      {},
      ...written.filter(({ name }) => name.endsWith(".json")).map(({ text }) => parse(text) as object),
    ) as Record<string, unknown>
    const shown = blocksOf(id, "json").map((text) => parse(text) as object)
    if (id === "codex") expect(Object.keys(values)).toEqual(["hooks"])
    else expect(Object.assign({}, ...shown)).toEqual(values)
    for (const { text } of written.filter(({ name }) => name.endsWith(".toml")))
      expect(parseToml(blocksOf(id, "toml")[0] ?? "")).toEqual(parseToml(text))
  })
})
