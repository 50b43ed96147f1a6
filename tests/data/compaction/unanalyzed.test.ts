import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { previewCompaction } from "@/lib/operations/compaction/preview"
import { runOperation } from "@/lib/operations/operation"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { useMisbehavingUnits } from "../../support/isolated/misbehaving-units"
import { givenMemory } from "../../support/proposals"
import { dayIn } from "../../support/alerts/watching"
import { sampleOf } from "../../support/thorough"

const RUNS = ".sdd/cache/project_memory.json"
const LESSON = "Always run the migrations before the seed script, otherwise the seed fails silently"

/** A workspace with these lines in its log. */
const workspace = (folder: string, ...lines: readonly string[]) => ({
  [`${folder}MEMORY.md`]: "# Memory\n\n## Lessons\n\n- Invoices are rounded half-even\n",
  [`${folder}memory/${dayIn(-2)}.md`]: `# Log\n\n${lines.map((line) => `- ${line}\n`).join("")}`,
})

const runCache = (...lessons: readonly string[]) => ({
  [RUNS]: JSON.stringify({
    runs: lessons.map((lesson, at) => ({
      lesson,
      goal: `Ship part ${at}`,
      outcome: "success",
      timestamp: `2026-11-0${at + 1}T00:00:00Z`,
    })),
    notes: [],
  }),
})

type Given = Awaited<ReturnType<typeof givenMemory>>
const preview = ({ team, lead }: Given, file: string, kind: "logs" | "trim" | "runs") =>
  runOperation(previewCompaction, lead, { team: team.slug, project: "ledger", file, kind })

beforeEach(() => {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined)
  onTestFinished(() => silenced.mockRestore())
})

it.each(
  sampleOf(
    [
      ["LINES-LOOP", "within 60 seconds"],
      ["SCORE-EXIT", "because the analysis crashed or exceeded its memory limit"],
      ["ADDITIONS-EXIT", "because the analysis crashed or exceeded its memory limit"],
    ],
    3,
  ),
)("rejects logs with %s with a message, and previews those of another agent", async (word, why) => {
  await useMisbehavingUnits()
  const memory = await givenMemory({ ...workspace("one/", LESSON, word), ...workspace("two/", LESSON) })
  const refused = await preview(memory, "one/MEMORY.md", "logs")
  expect(refused).toMatchObject({ ok: false, reason: "too-large" })
  expect(refused).toHaveProperty(
    "message",
    expect.stringContaining(`The logs of one/MEMORY.md could not be analyzed ${why}. Nothing was changed.`),
  )
  expect(await preview(memory, "two/MEMORY.md", "logs")).toMatchObject({
    ok: true,
    value: { additions: [{ text: `${LESSON}` }] },
  })
})

it("rejects logs that exhaust memory", async () => {
  await useMisbehavingUnits()
  const memory = await givenMemory(workspace("", LESSON, "SCORE-ALLOCATE"))
  expect(await preview(memory, "MEMORY.md", "logs")).toMatchObject({ ok: false, reason: "too-large" })
})

it("rejects a file that cannot be trimmed and runs that cannot be analyzed, with a message", async () => {
  await useMisbehavingUnits()
  const long = Array.from({ length: 120 }, (_, n) => `Rate ${n} is read by ann`)
  const memory = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", [...long, "TRIM-EXIT"]),
    ...runCache(LESSON, "RUNS-EXIT"),
  })
  expect(await preview(memory, memoryPath("ann"), "trim")).toMatchObject({
    ok: false,
    message: expect.stringContaining(`The entries in ${memoryPath("ann")} could not be analyzed`) as string,
  })
  expect(await preview(memory, RUNS, "runs")).toMatchObject({
    ok: false,
    message: expect.stringContaining(`The runs in ${RUNS} could not be analyzed`) as string,
  })
})
