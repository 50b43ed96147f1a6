import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { setPolicy } from "@/lib/db/policies"
import { formatById } from "@/lib/formats/format-detection"
import { linksIn } from "@/lib/memory/memory-files/topic-files"
import { done } from "@/lib/memory/inputs/outcome"
import { previewCompaction } from "@/lib/operations/compaction/preview"
import { proposeCompaction } from "@/lib/operations/compaction/propose"
import { listDueCompactions } from "@/lib/operations/compaction/due"
import type { TrimPreview } from "@/lib/operations/compaction/compaction-outputs"
import { runOperation } from "@/lib/operations/operation"
import { offerFiles, startAndWait, storedFile } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { decide, givenMemory, textOf } from "../../support/proposals"
import { dayIn } from "../../support/alerts/watching"

const FOLDER = ".claude/agent-memory/billing"
const INDEX = `${FOLDER}/MEMORY.md`
/** A memory of 260 lines, as an agent leaves it after a year and a half; "D-20" means twenty days ago. */
const LONG = readFileSync("tests/fixtures/long-memory.md", "utf8").replaceAll(
  /\[D-(\d+)\]/g,
  (_, days: string) => `[${dayIn(-Number(days))}]`,
)
const TOPICS = {
  [`${FOLDER}/bank-connectors.md`]:
    "# Bank connectors\n\n- The Irish bank wants its client id in lower case\n",
  [`${FOLDER}/ledger-schema.md`]: "# Ledger schema\n\n- Bookings are written by the ledger alone\n",
}

let memory: Awaited<ReturnType<typeof givenMemory>>
async function given(files: Readonly<Record<string, string>>, policy: object = { budgetLines: 100 }) {
  memory = await givenMemory({ "AGENTS.md": "# Billing\n\nBe careful.\n" })
  expectDone(
    await commit(systemActor(), { kind: "policy.set", teamId: memory.team.id, subject: "team" }, async (tx) =>
      done(await setPolicy(tx, memory.team.id, "team", policy)),
    ),
  )
  await startAndWait(
    memory.team,
    (await offerFiles(memory.team, "/srv/ledger", files, { project: "ledger" })).run,
  )
}
const asked = (more: object = {}) => ({
  team: memory.team.slug,
  project: "ledger",
  file: INDEX,
  kind: "trim" as const,
  ...more,
})
const look = async (more: object = {}) =>
  expectDone(await runOperation(previewCompaction, memory.lead, asked(more))) as TrimPreview
const trim = async (more: object = {}) =>
  expectDone(
    await runOperation(proposeCompaction, memory.lead, asked({ shown: (await look()).shown, ...more })),
  )
const approve = async (id: string) => expectDone(await decide(memory.lead, id, { verdict: "approve" }))
const linesOf = (text: string) => text.trimEnd().split("\n").length

it("trims a file of 260 lines to 100 with approved proposals only, removes only the announced lines, and links topic files from the index", async () => {
  await given({ [INDEX]: LONG, ...TOPICS })
  expect(linesOf(LONG)).toBe(260)
  const due = expectDone(await runOperation(listDueCompactions, memory.lead, { team: memory.team.slug }))
  expect(due.memories).toMatchObject([
    { path: INDEX, kinds: [{ kind: "trim", due: true, figures: { lines: 260, budget: 100, over: 160 } }] },
  ])
  const preview = await look()
  expect(preview).toMatchObject({ lines: { before: 260, budget: 100 }, missing: 0 })
  expect(new Set(preview.steps.map(({ how }) => how))).toEqual(new Set(["remove", "merge", "move"]))
  for (const { reason } of preview.steps) expect(reason).toMatch(/\d|This /)
  const { proposals } = await trim()
  expect(proposals).toHaveLength(preview.proposals.length)
  for (const { reason, evidence } of await database().proposal.findMany({
    where: { teamId: memory.team.id },
  }))
    expect([reason, evidence].join(" ")).toMatch(/[Ll]ine|Moved to|Moved from/)
  expect(await textOf(memory, INDEX), "nothing is written before somebody approves").toBe(LONG)
  for (const id of proposals) await approve(id)

  const text = await textOf(memory, INDEX)
  expect(linesOf(text)).toBeLessThanOrEqual(100)
  expect(linesOf(text)).toBe(preview.lines.after)
  expect(formatById("claude-agent-memory").parse(text, INDEX).diagnostics).toEqual([])
  const links = linksIn(text, INDEX).map(({ target }) => target)
  const topics = [...new Set(preview.steps.flatMap(({ to }) => to ?? []))]
  for (const path of topics) {
    expect(links).toContain(path)
    expect(await storedFile(memory.team, path)).toMatchObject({ role: "topic", state: "present" })
  }
  expect(links).toEqual(expect.arrayContaining(Object.keys(TOPICS)))
  const everything = [text, ...(await Promise.all(topics.map((path) => textOf(memory, path))))].join("\n")
  const removed = preview.steps
    .filter(({ how }) => how !== "move")
    .flatMap(({ entries }) => entries.map((entry) => entry.text))
  for (const { text: statement } of formatById("claude-agent-memory").parse(LONG, INDEX).entries)
    if (!removed.includes(statement)) expect(everything, statement).toContain(statement)
  expect((await look()).steps, "it fits now").toEqual([])
})

it("never proposes again to remove an entry that a user kept", async () => {
  const agent = memoryPath("ann")
  const old = [
    "The gateway keeps its table of routes in memory",
    "Rates are read from the bank once a day",
    "The mailer waits for a receipt of each message",
    "Invoices close at four on Fridays",
  ].map((text) => `[${dayIn(-300)}] ${text}`)
  const fresh = Array.from(
    { length: 10 },
    (_, n) =>
      `[${dayIn(-n)}] ${["Gateway", "Ledger", "Broker", "Mailer", "Parser"][n % 5]} number ${n * 37} answers for region ${"abcdefghij"[n]}`,
  )
  await given({ [agent]: memoryOf("ann", [...old, ...fresh]) }, { budgetLines: 10 })
  const first = expectDone(
    await runOperation(previewCompaction, memory.lead, asked({ file: agent })),
  ) as TrimPreview
  expect(first.steps.map(({ how, rule }) => `${how} ${rule}`)).toEqual(old.map(() => "remove stale"))
  const { proposals } = expectDone(
    await runOperation(proposeCompaction, memory.lead, asked({ file: agent, shown: first.shown, only: [0] })),
  )
  const kept = first.steps[0]?.entries[0]?.text ?? ""
  const waiting = expectDone(
    await runOperation(previewCompaction, memory.lead, asked({ file: agent })),
  ) as TrimPreview
  expect(
    expectDone(
      await runOperation(
        proposeCompaction,
        memory.lead,
        asked({ file: agent, shown: waiting.shown, only: [0] }),
      ),
    ),
  ).toMatchObject({ proposals: [], already: proposals })
  expectDone(await decide(memory.lead, proposals[0] ?? "", { verdict: "reject", reason: "It still holds" }))
  const next = expectDone(
    await runOperation(previewCompaction, memory.lead, asked({ agent: "ann", file: undefined })),
  ) as TrimPreview
  expect(next.steps.flatMap(({ entries }) => entries.map(({ text }) => text))).not.toContain(kept)
  expect(next.missing).toBeGreaterThan(0)
  expect(next.told).toMatch(/still \d+ over/)
})

it("keeps twenty runs in a run cache: older runs are removed by a proposal, stay in the history, and repeated findings become a note", async () => {
  const path = ".sdd/cache/project_memory.json"
  const lesson = (n: number) =>
    n % 10 === 3
      ? "The schema has to be migrated before the seed script runs"
      : `Part ${n} of the ${["gateway", "ledger", "broker"][n % 3]} took ${n} tries because of table ${n * 37}`
  const NOTE = `${lesson(3)} (from 3 runs)`
  const cache = JSON.stringify(
    {
      runs: Array.from({ length: 24 }, (_, n) => ({
        timestamp: `2026-10-${String(n + 1).padStart(2, "0")}T10:00:00Z`,
        goal: `Ship part ${n}`,
        outcome: "success",
        lesson: lesson(n),
      })),
      notes: [],
    },
    null,
    2,
  )
  await given({ [path]: cache })
  const preview = expectDone(
    await runOperation(previewCompaction, memory.lead, {
      team: memory.team.slug,
      project: "ledger",
      file: path,
      kind: "runs",
    }),
  )
  expect(preview).toMatchObject({
    kind: "runs",
    runs: 24,
    keep: 20,
    notes: [{ text: NOTE, cites: [{ day: "2026-10-04" }, { day: "2026-10-14" }, { day: "2026-10-24" }] }],
  })
  const { proposals, refused } = expectDone(
    await runOperation(proposeCompaction, memory.lead, {
      team: memory.team.slug,
      project: "ledger",
      file: path,
      kind: "runs",
      shown: preview.shown,
    }),
  )
  expect(refused).toEqual([])
  expect(proposals).toHaveLength(2)
  for (const id of proposals) await approve(id)
  const after = JSON.parse(await textOf(memory, path)) as { runs: { goal: string }[]; notes: string[] }
  expect(after.runs.map(({ goal }) => goal)).toEqual(
    Array.from({ length: 20 }, (_, n) => `Ship part ${n + 4}`),
  )
  expect(after.notes).toEqual([NOTE])
  const file = await storedFile(memory.team, path)
  expect(
    (
      await database().revision.findFirstOrThrow({
        where: { teamId: memory.team.id, fileId: file.id, number: 1 },
      })
    ).text,
  ).toBe(cache)
  expect(
    expectDone(
      await runOperation(previewCompaction, memory.lead, {
        team: memory.team.slug,
        project: "ledger",
        file: path,
        kind: "runs",
      }),
    ),
  ).toMatchObject({ prune: [], notes: [] })
})
