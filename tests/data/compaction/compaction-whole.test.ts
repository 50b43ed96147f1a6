import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { previewCompaction } from "@/lib/operations/compaction/preview"
import { proposeCompaction } from "@/lib/operations/compaction/propose"
import type { LogsPreview } from "@/lib/operations/compaction/compaction-outputs"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { asOwner } from "../../support/data/owner"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenToken } from "../../support/proposals"
import { dayIn } from "../../support/alerts/watching"

const MIGRATE = "Always run the migrations before the seed script, otherwise the seed fails silently."
const UTC = "Decision: we store every timestamp in UTC from now on."
const path = (daysAgo: number) => `memory/${dayIn(-daysAgo)}.md`
const log = (day: string, lines: readonly string[]) =>
  `# ${day}\n\n## Notes\n\n${lines.map((line) => `- ${line}\n`).join("")}`
const CURATED = `# Memory\n\n## Lessons\n\n- [${dayIn(-60)}] Invoices are rounded half-even, never half-up\n`
const IDENTITY = {
  "SOUL.md": "# Soul\n\nYou are calm.\n",
  "TOOLS.md": "# Tools\n\nUse the shell.\n",
  "USER.md": "# User\n\n- Never deploy on a Friday afternoon\n",
}
/** Two unique words for each number below 4,900, because lines with common words are all compared. */
function oddWords(number: number): string {
  const syllable = (place: number) => `${"bdfgklmnprstvz"[place % 14]}${"aeiou"[Math.floor(place / 14) % 5]}`
  const stem = `${syllable(number % 70)}${syllable(Math.floor(number / 70))}`
  return `${stem}x ${stem}q`
}
type Memory = Awaited<ReturnType<typeof givenMemory>>
const asked = ({ team }: Memory, more: object = {}) => ({
  team: team.slug,
  project: "ledger",
  file: "MEMORY.md",
  kind: "logs" as const,
  ...more,
})
const look = async (memory: Memory) =>
  expectDone(await runOperation(previewCompaction, memory.lead, asked(memory))) as LogsPreview

it("stores the proposals and the record of a compaction in one transaction", async () => {
  const memory = await givenMemory({
    ...IDENTITY,
    "MEMORY.md": CURATED,
    [path(9)]: log(dayIn(-9), [MIGRATE, UTC]),
  })
  const { shown, additions } = await look(memory)
  expect(additions).toHaveLength(2)
  await asOwner("ALTER TABLE compaction ADD CONSTRAINT none_is_recorded CHECK (considered < 0) NOT VALID")
  try {
    await expect(runOperation(proposeCompaction, memory.lead, asked(memory, { shown }))).rejects.toThrow()
  } finally {
    await asOwner("ALTER TABLE compaction DROP CONSTRAINT none_is_recorded")
  }
  expect(await database().proposal.count({ where: { teamId: memory.team.id } })).toBe(0)
  expect(
    expectDone(await runOperation(proposeCompaction, memory.lead, asked(memory, { shown }))).proposals,
  ).toHaveLength(2)
})

it("reads as many logs as a person can review, in order of their days, and the rest next time", async () => {
  const lines = (day: number) =>
    Array.from({ length: 100 }, (_, at) => `Looked at ${oddWords(day * 100 + at)}`)
  const memory = await givenMemory({
    ...IDENTITY,
    "MEMORY.md": CURATED,
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        path(40 - at),
        log(dayIn(at - 40), at === 11 ? [UTC] : lines(at)),
      ]),
    ),
  })
  const first = await look(memory)
  expect([first.considered, first.logs.length, first.upTo, first.additions.length]).toEqual([
    1_000,
    10,
    dayIn(-31),
    0,
  ])
  expect(first.notes.join(" ")).toContain(`Still to read: 2 daily logs after ${dayIn(-31)}.`)
  expectDone(await runOperation(proposeCompaction, memory.lead, asked(memory, { shown: first.shown })))
  const next = await look(memory)
  expect([next.since, next.upTo, next.notes, next.additions.map(({ text }) => text)]).toEqual([
    dayIn(-31),
    dayIn(-29),
    [],
    [UTC],
  ])
})

it("proposes one addition for an agent that may have one pending proposal, reports the others, and leaves the logs uncompacted", async () => {
  const memory = await givenMemory({
    ...IDENTITY,
    "MEMORY.md": CURATED,
    [path(9)]: log(dayIn(-9), [MIGRATE, UTC]),
  })
  expectDone(
    await runOperation(changePolicy, systemActor(), {
      team: memory.team.slug,
      place: "team",
      settings: { waitingPerAgent: 1 },
    }),
  )
  const token = givenToken(memory.team)
  const { shown } = await look(memory)
  const made = expectDone(await runOperation(proposeCompaction, token, asked(memory, { shown })))
  expect(made).toMatchObject({
    proposals: [expect.any(String)],
    refused: [{ why: expect.stringContaining("1 proposals by") as string }],
  })
  expect(await database().compaction.findFirst({ where: { teamId: memory.team.id } })).toMatchObject({
    upTo: null,
  })
  expect(
    await runOperation(proposeCompaction, token, asked(memory, { shown: (await look(memory)).shown })),
  ).toMatchObject({ ok: false, reason: "too-many" })
})
