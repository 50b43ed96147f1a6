import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const FOLDER = "docs/decisions"
const MOST_WORDS = 720
const records = readdirSync(FOLDER).filter((name) => /^\d{3}-/.test(name))
const index = readFileSync(`${FOLDER}/README.md`, "utf8")

it("every decision record is in the index under its title", () => {
  const rows = records.map((name) => {
    const [, title] = /^# (.*)\n/.exec(readFileSync(`${FOLDER}/${name}`, "utf8")) ?? []
    return `[${title?.replace(/^\d{3}: /, "")}](${name})`
  })
  expect(rows.filter((row) => !index.includes(row))).toEqual([])
  expect(index.match(/^\| \d{3} \|/gm)).toHaveLength(records.length)
})

it.each(records)("%s has a number, a status, and links to records that exist", (name) => {
  const text = readFileSync(`${FOLDER}/${name}`, "utf8")
  expect(text).toMatch(new RegExp(`^# ${name.slice(0, 3)}: .+\\n\\n\\*\\*Status:\\*\\* accepted\\.`))
  expect(text.split(/\s+/).length, "words: a record is a page").toBeLessThanOrEqual(MOST_WORDS)
  const links = [...text.matchAll(/\]\((\d{3}-[^)#]+)\)/g)].map(([, target = ""]) => target)
  expect(links.filter((target) => !records.includes(target))).toEqual([])
})
