// Judges every regular expression of the project. node lib/launch/quality/expressions.mjs --list shows each with its place and verdict.
import { importTypeScript } from "../bundle.mjs"
import { root } from "../root.mjs"

process.chdir(root)
const { surveyExpressions } = await importTypeScript("lib/launch/expressions/survey.ts")
const { expressions, problems } = await surveyExpressions(root)
const counts = new Map()
for (const { place, pattern, verdict } of expressions) {
  if (process.argv.includes("--list"))
    console.log(`${place}\t${verdict}\t${pattern ?? "composed at run time"}`)
  const kind = pattern === null ? "composed at run time" : verdict.split(",")[0]
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}
const summary = [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ")
console.log(`${expressions.length} regular expressions: ${summary}`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
