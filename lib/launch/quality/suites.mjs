import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { root } from "../root.mjs"

/** Test suites. Each prints its output and returns the numbers of passed and failed tests. */
export const SUITES = {
  async types() {
    const typed =
      (await node("next/dist/bin/next", ["typegen"], { quiet: true })) &&
      (await node("typescript/bin/tsc", ["--noEmit"]))
    return asOne("types", typed)
  },
  format: async () => asOne("format", await node("oxfmt/bin/oxfmt", ["--check", "."])),
  lint: async () =>
    asOne(
      "lint",
      await node(
        "oxlint/bin/oxlint",
        ["--deny-warnings", "app", "components", "lib", "tests"].filter(
          (path) => path.startsWith("-") || existsSync(join(root, path)),
        ),
      ),
    ),
  expressions: async () =>
    asOne("expressions", await script(join(root, "lib", "launch", "quality", "expressions.mjs"), [])),
  unit: () => vitest(["unit"]),
  data: () => vitest(["data"]),
  architecture: () =>
    vitest(["unit"], ["tests/unit/architecture.test.ts", "tests/unit/free-text-keys.test.ts"]),
  browser: playwright,
}

const LATE_OPTIMIZATION = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --require ${JSON.stringify(join(root, "tests", "support", "late-optimization.cjs"))}`,
}

/** Suites of npm test. The architecture test is a unit test. */
export const ALL = ["types", "format", "lint", "expressions", "unit", "data", "browser"]

/** Suites that use one processor each, and run at the same time. */
const QUICK = ["types", "format", "lint", "expressions"]
/** Suites that run in one process, because they load the same modules. */
const IN_NODE = ["unit", "data"]

/**
 * Runs the quick suites at the same time, then the others one after another, because together they take
 * longer. The pages are built while tests run. Their build begins after the check of types, which reads the
 * same folder.
 */
export async function runSuites(names, { preparePages } = {}) {
  const [quick, inNode] = [QUICK, IN_NODE].map((some) => names.filter((name) => some.includes(name)))
  const others = names.filter((name) => !quick.includes(name) && !inNode.includes(name))
  if (quick.length > 0) console.log(`\n— ${quick.join(", ")}`)
  const counts = await Promise.all(quick.map((name) => SUITES[name]()))
  const pages = preparePages?.()
  pages?.catch(() => undefined) // the error is thrown where the promise is awaited
  if (inNode.length > 0) {
    console.log(`\n— ${inNode.join(", ")}`)
    counts.push(await vitest(inNode))
  }
  for (const name of others) {
    if (name === "browser") await pages
    console.log(`\n— ${name}`)
    counts.push(await SUITES[name]())
  }
  return counts.reduce(
    (sum, { passed, failed, failures = [] }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      failures: [...sum.failures, ...failures],
    }),
    { passed: 0, failed: 0, failures: [] },
  )
}

/**
 * Runs `work`, prints the failed tests and the totals, and sets the exit code. An error of the run itself
 * counts as a failure.
 */
export async function closing(work) {
  const {
    passed,
    failed,
    failures = [],
  } = await work().catch((error) => {
    console.error(error?.name === "Refusal" ? `\n${error.message}` : error)
    return { passed: 0, failed: 1 }
  })
  for (const { name, message } of failures) console.log(`\nFailed: ${name}\n${beginningOf(message)}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

/** Returns the beginning of a message. All of it was printed before. */
const beginningOf = (message) =>
  stripVTControlCharacters(message)
    .split("\n")
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join("\n")

function asOne(name, passed) {
  return passed
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [{ name, message: "see the output above" }] }
}

async function vitest(projects, files = []) {
  const report = await reported((file) =>
    node(
      "vitest/vitest.mjs",
      [
        "run",
        ...projects.flatMap((project) => ["--project", project]),
        ...files,
        "--passWithNoTests",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
      ],
      { env: LATE_OPTIMIZATION },
    ),
  )
  if (!report) return asOne(projects.join(", "), false)
  // A file that cannot be loaded has no tests, but counts as failed.
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length
  const failed = report.numFailedTests + broken
  const failures = report.testResults.flatMap((file) =>
    (file.status === "failed"
      ? [
          ...file.assertionResults.filter(({ status }) => status === "failed"),
          ...(file.message ? [file] : []),
        ]
      : []
    ).map((one) => ({
      name: `${relative(root, file.name)} › ${one.fullName ?? "the file"}`,
      message: one.failureMessages?.[0] ?? one.message,
    })),
  )
  return { passed: report.numPassedTests, failed: failed || (report.success ? 0 : 1), failures }
}

async function playwright() {
  if (!existsSync(join(root, "tests", "e2e"))) return { passed: 0, failed: 0 }
  const report = await reported((file) =>
    node("@playwright/test/cli.js", ["test", "--reporter=list,json"], {
      env: { ...LATE_OPTIMIZATION, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
  )
  if (!report) return asOne("browser", false)
  const { expected, unexpected } = report.stats
  return {
    passed: expected,
    failed: unexpected + report.errors.length,
    failures: report.suites.flatMap(unexpectedIn),
  }
}

function unexpectedIn({ file, specs = [], suites = [] }) {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => ({ name: `${file} › ${title}`, message: results[0]?.error?.message ?? "" })),
  )
  return [...failed, ...suites.flatMap(unexpectedIn)]
}

/** Calls `work` with a report file and returns its content; null if there is none. */
async function reported(work) {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-report-"))
  const file = join(folder, "report.json")
  try {
    await work(file)
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a tool of node_modules and resolves with whether it succeeded. */
const node = (tool, args, options) => script(join(root, "node_modules", tool), args, options)

function script(file, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit"],
    })
    child.once("error", reject)
    child.once("close", (code) => resolve(code === 0))
  })
}
