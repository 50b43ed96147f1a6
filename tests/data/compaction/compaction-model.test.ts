import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"
import { previewCompaction } from "@/lib/operations/compaction/preview"
import { proposeCompaction } from "@/lib/operations/compaction/propose"
import type { LogsPreview } from "@/lib/operations/compaction/compaction-outputs"
import { runOperation } from "@/lib/operations/operation"
import {
  type ModelBehaviour,
  type ModelServer,
  streamsText,
  shownLines,
  startModelServer,
} from "../../support/coach/model-server"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"
import { dayIn } from "../../support/alerts/watching"

const PLAIN = "Invoice numbers of the old shop begin with a nine"
const RULE = "Always run the migrations before the seed script, otherwise the seed fails silently."
const DONE = "Fixed the login bug"

let server: ModelServer
let memory: Awaited<ReturnType<typeof givenMemory>>
beforeAll(async () => {
  server = await startModelServer("ok")
  memory = await givenMemory({
    "SOUL.md": "# Soul\n\nYou are calm.\n",
    "TOOLS.md": "# Tools\n\nUse the shell.\n",
    "MEMORY.md": "# Memory\n\n## Lessons\n\n- [2026-10-01] Ledgers are closed by hand\n",
    [`memory/${dayIn(-2)}.md`]: `# ${dayIn(-2)}\n\n## Notes\n\n- ${PLAIN}\n- ${RULE}\n- ${DONE}\n`,
  })
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllEnvs())

function given(...behaviours: ModelBehaviour[]): void {
  server.behave(...behaviours)
  for (const [name, value] of Object.entries({
    QUARTERDECK_COACH_MODEL: "compatible:loopback",
    QUARTERDECK_COACH_URL: server.url,
    QUARTERDECK_COACH_KEY: "key-of-a-test",
  }))
    vi.stubEnv(name, value)
}
const asked = (more: object) => ({
  team: memory.team.slug,
  project: "ledger",
  file: "MEMORY.md",
  kind: "logs" as const,
  ...more,
})
const look = async (more: object = {}) =>
  expectDone(await runOperation(previewCompaction, memory.lead, asked(more))) as LogsPreview
const textsOf = ({ additions }: LogsPreview) => additions.map(({ text }) => text)
const keeps: ModelBehaviour = (call, response) =>
  (
    streamsText(
      JSON.stringify({
        sorted: shownLines(call).map(({ id, text }) => ({
          id,
          choice: text === PLAIN ? "keep" : "leave",
          sure: 1,
          why: "numbers stay",
        })),
      }),
    ) as (call: unknown, response: unknown) => void
  )(call, response)

it("falls back to the rubric if the model fails, says so, and is rejected if no model is configured", async () => {
  expect(
    await runOperation(previewCompaction, memory.lead, asked({ method: "model", all: true })),
  ).toMatchObject({
    ok: false,
    reason: "invalid",
  })
  given("401")
  const preview = await look({ method: "model", all: true })
  expect(preview.model).toBeNull()
  expect(preview.notes.join()).toMatch(/^Classified by rules only: compatible:loopback/)
  expect(textsOf(preview)).toContain(RULE)
})

it("asks the model only about uncertain lines, weighs its answer, and proposes the preview without asking again", async () => {
  given(keeps)
  expect(textsOf(await look())).toEqual([RULE])
  const before = server.requests.length
  const preview = await look({ method: "model" })
  expect(preview.model).toBe("compatible:loopback")
  expect(textsOf(preview)).toContain(PLAIN)
  expect(preview.additions.find(({ text }) => text === PLAIN)?.reasons).toContain(
    "language model: numbers stay",
  )
  expect(shownLines(server.requests[before]).map(({ text }) => text)).not.toContain(DONE)
  const { proposals } = expectDone(
    await runOperation(
      proposeCompaction,
      memory.lead,
      asked({
        method: "model",
        shown: preview.shown,
        only: preview.additions.filter(({ text }) => text === PLAIN).map(({ index }) => index),
      }),
    ),
  )
  expect(proposals).toHaveLength(1)
  expect(server.requests).toHaveLength(before + 1)
})
