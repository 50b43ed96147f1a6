import { readFileSync, writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { PURPOSES, type Purpose } from "@/lib/cli/infra/command"
import { COMMANDS } from "@/lib/cli/main"

const FILE = "docs/command-line.md"
const [BEGIN, END] = ["<!-- the commands, as they declare themselves -->", "<!-- that is all -->"]

/** One table for each group of commands, as in the overview. */
function tables(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|")
  return (Object.keys(PURPOSES) as Purpose[])
    .map((purpose) => {
      const rows = COMMANDS.filter((command) => command.purpose === purpose).map(
        ({ form, forms = [], about }) =>
          `| ${[form, ...forms].map((one) => `\`${cell(one.replace(/ \[--json\]$/, ""))}\``).join("<br>")} | ${cell(about)} |`,
      )
      return `### ${PURPOSES[purpose]}\n\n| command | |\n| --- | --- |\n${rows.join("\n")}`
    })
    .join("\n\n")
}

// WRITE_DOCS=1 npx vitest run --project unit tests/unit/cli/documented.test.ts
it(`${FILE} lists every command with its declared usage; WRITE_DOCS=1 rewrites it`, () => {
  const text = readFileSync(FILE, "utf8")
  const [before = "", rest = ""] = text.split(BEGIN)
  const after = rest.split(END)[1] ?? ""
  const right = `${before}${BEGIN}\n\n${tables()}\n\n${END}${after}`
  if (process.env.WRITE_DOCS) writeFileSync(FILE, right)
  else expect(text).toBe(right)
})
