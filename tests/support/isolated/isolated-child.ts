import { appendFileSync, rmSync, writeFileSync } from "node:fs"
import { linesOfInstructions } from "@/lib/operations/proposals/instruction-lines"
import { linksOfFile, checkFileAnalysis } from "@/lib/operations/alerts/analyses"
import { unpackEntries, writeExtractive } from "@/lib/operations/coach/extractive-analysis"
import {
  planAdditions,
  planRunsUnit,
  planTrimUnit,
  readLogLines,
  scoreLogs,
} from "@/lib/operations/compaction/analyses"
import {
  compareStatements,
  findBetweenCopies,
  readStatements,
} from "@/lib/operations/conflicts/find/analyses"
import { parseFile } from "@/lib/operations/import/parse-files"
import { type Analysis, serveUnits } from "@/lib/operations/isolated/analysis"
import { gatherCategory, spreadCategory } from "@/lib/operations/migration/analyses"
import { fitSeed, placeSeed } from "@/lib/operations/seed/analyses"
import { noteOfBlocked } from "./blocked-note"

const NOTE_OF_BLOCKED = noteOfBlocked(process.argv[1] ?? "", process.pid)
rmSync(NOTE_OF_BLOCKED, { force: true })

const upper: Analysis<string, string> = {
  name: "upper",
  run: (text) => {
    if (/^(?:NOTE \S+ )?LOOP$/.test(text)) loop(text)
    misbehaveAs(text)
    return text.toUpperCase()
  },
}
const pid: Analysis<string, number> = { name: "pid", run: () => process.pid }
/** Reports the given number of steps, or endless ones, then returns how many it reported. */
const steps: Analysis<number, number, number> = {
  name: "steps",
  async run(most, { report }) {
    for (let step = 1; step <= most; step += 1) {
      report(step)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return most
  },
}
const parse: typeof parseFile = {
  name: parseFile.name,
  run(task, unit) {
    const text = Buffer.from(task.bytes).toString("utf8")
    misbehaveAs(text.replaceAll(/\b[A-Z]+-(?:LOOP|ALLOCATE|EXIT|THROW)\b/g, ""))
    return parseFile.run(task, unit)
  },
}

serveUnits([
  upper,
  pid,
  steps,
  parse,
  misbehaving(checkFileAnalysis, "LOOK"),
  linksOfFile,
  linesOfInstructions,
  misbehaving(readStatements, "READ"),
  misbehaving(compareStatements, "COMPARE"),
  misbehaving(findBetweenCopies, "BETWEEN"),
  misbehaving(readLogLines, "LINES"),
  misbehaving(scoreLogs, "SCORE"),
  misbehaving(planAdditions, "ADDITIONS"),
  misbehaving(planRunsUnit, "RUNS"),
  misbehaving(planTrimUnit, "TRIM"),
  misbehaving(placeSeed, "PLACE"),
  misbehaving(fitSeed, "FIT"),
  misbehaving(writeExtractive, "COACH", unpackEntries),
  misbehaving(gatherCategory, "GATHER"),
  misbehaving(spreadCategory, "SPREAD"),
])

/** An analysis that misbehaves if its input contains "WORD-LOOP", "WORD-EXIT" and so on. */
function misbehaving<In, Out, Step>(
  analysis: Analysis<In, Out, Step>,
  word: string,
  readable: (input: In) => unknown = (input) => input,
): Analysis<In, Out, Step> {
  const found = new RegExp(`\\b${word}-(LOOP|ALLOCATE|EXIT|THROW)\\b`)
  return {
    ...analysis,
    run(input, unit) {
      misbehaveAs(found.exec(JSON.stringify(readable(input)))?.[1] ?? "")
      return analysis.run(input, unit)
    },
  }
}

/** Exits or blocks the process as the text says, like a defect in a parser. */
function misbehaveAs(text: string): void {
  if (text.includes("LOOP")) block()
  if (text.includes("ALLOCATE")) for (const all: number[][] = []; ;) all.push(largeArray())
  if (text.includes("EXIT")) process.exit(3)
  if (text.includes("THROW")) throw new RangeError("out of range")
}

/** Returns an array of 32 MB, so large that collections do not copy it. */
function largeArray(): number[] {
  const large: number[] = []
  large.length = 4e6
  return large.fill(0.5)
}

/** Loops forever, after writing its PID to the file named in the text. */
function loop(text: string): never {
  const note = /NOTE (\S+)/.exec(text)?.[1]
  if (note) appendFileSync(note, `${process.pid}\n`)
  for (;;);
}

/** Blocks forever without using the CPU, and creates the file that the parent waits for. */
function block(): never {
  writeFileSync(NOTE_OF_BLOCKED, "")
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
