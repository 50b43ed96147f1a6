import { writeFileSync } from "node:fs"
import { conflictsIn, corpusRepositories } from "../../../tests/bench/corpus-conflicts"
const t0 = performance.now()
let entries = 0,
  pairs = 0
const out: string[] = []
const counts = { contradiction: 0, duplicate: 0, same: 0 }
for (const [at, repo] of corpusRepositories().entries()) {
  if (process.argv.includes("--half") && at % 2 === 0) continue
  entries += repo.entries.length
  const r = conflictsIn(repo)

  for (const f of r) {
    counts[f.finding] += 1
    if (f.finding === "duplicate" && f.evidence.score === 1) counts.same += 1
    const [l, rr] = [f.left[0]!, f.right[0]!]
    out.push(
      `${f.finding} ${f.evidence.score} ${f.evidence.message} [${repo.name}]\n  L ${l.path}:${l.line} §${l.section} ${f.left.length}x\n    ${l.text.slice(0, 400).replaceAll("\n", " ⏎ ")}\n  R ${rr.path}:${rr.line} §${rr.section} ${f.right.length}x\n    ${rr.text.slice(0, 400).replaceAll("\n", " ⏎ ")}\n`,
    )
  }
}
out.sort()
writeFileSync("/tmp/jd/found.txt", out.join("\n"))
console.log({ entries, pairs, ...counts, ms: Math.round(performance.now() - t0) })
