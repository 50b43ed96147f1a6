import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import fc from "fast-check"
import { expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { lastReceipts } from "@/lib/db/deliveries/last-receipts"
import { newId } from "@/lib/db/infra/identifiers"
import { runOperation } from "@/lib/operations/operation"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { runRevert } from "@/lib/operations/reverts/run"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { addition, givenMemory, givenToken } from "../../support/proposals"

const AGENTS = ["ann", "bob", "stranger"]
const HARNESSES = ["claude-code", "codex", undefined]

type Given = Awaited<ReturnType<typeof givenMemory>>

/** Computed from all receipts: the last of each agent and harness, with each file and revision once. */
async function fromAllReceipts({ team }: Given) {
  const last = new Map<
    string,
    { id: string; session: string; tokens: number; at: number; reads: string[]; unknown: number | undefined }
  >()
  for (const one of await database().receipt.findMany({
    where: { teamId: team.id },
    orderBy: { id: "asc" },
  })) {
    const [given, onDisk] = [one.files, one.onDisk] as unknown as {
      file: string | null
      revision: number | null
    }[][]
    const reads = [...(given ?? []), ...(onDisk ?? [])].flatMap(({ file, revision }) =>
      file === null || revision === null ? [] : [`${file}/${revision}`],
    )
    const unknown = onDisk?.filter(({ revision }) => revision === null).length
    last.set(`${one.projectId} ${one.agentName} ${one.harness}`, {
      id: one.id,
      session: one.session,
      tokens: one.tokens,
      at: one.createdAt.getTime(),
      reads: [...new Set(reads)].toSorted(),
      unknown,
    })
  }
  return last
}

async function asKept({ team }: Given) {
  const rows = await database().lastReceipt.findMany({ where: { teamId: team.id } })
  return new Map(
    rows.map((one) => [
      `${one.projectId} ${one.agentName} ${one.harness === "" ? null : one.harness}`,
      {
        id: one.receiptId,
        session: one.session,
        tokens: one.tokens,
        at: one.createdAt.getTime(),
        reads: one.files.map((file, place) => `${file}/${one.revisions[place]}`).toSorted(),
        unknown: one.unknown,
      },
    ]),
  )
}

const behindAsRead = async ({ team }: Given) =>
  new Map(
    (await lastReceipts(wholeTeamUnchecked(team.id))).map(({ id, behind }) => [
      id,
      behind.map(({ file, revision, head }) => `${file} ${revision} ${head}`).toSorted(),
    ]),
  )

/** The same for each last receipt, file by file. Only people change files in this test. */
async function behindOneByOne(given: Given) {
  const files = await database().memoryFile.findMany({
    where: { teamId: given.team.id },
    include: { agent: true, revisions: true },
  })
  const last = [...(await fromAllReceipts(given))].map(([key, one]) => ({ agent: key.split(" ")[1], ...one }))
  return new Map(
    last.map(({ id, agent, at, reads }) => [
      id,
      files
        .flatMap((file) => {
          const known = reads
            .filter((read) => read.startsWith(file.id))
            .map((read) => Number(read.split("/")[1]))
          const sha256Of = (number: number) =>
            Buffer.from(file.revisions.find((one) => one.number === number)?.sha256 ?? "").toString("hex")
          if (known.length > 0)
            return known
              .filter((number) => sha256Of(number) !== sha256Of(file.head))
              .map((number) => `${file.id} ${number} ${file.head}`)
          return file.agent?.name === agent && file.revisions.some((one) => one.createdAt.getTime() > at)
            ? [`${file.id} null ${file.head}`]
            : []
        })
        .toSorted(),
    ]),
  )
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant("start" as const),
    agent: fc.constantFrom(...AGENTS),
    harness: fc.constantFrom(...HARNESSES),
    onDisk: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("together" as const), agent: fc.constantFrom(...AGENTS) }),
  fc.constant({ kind: "change" as const }),
  fc.constant({ kind: "revert" as const }),
  fc.constant({ kind: "backdate" as const }),
)

it("latest receipts match all receipts after sessions in any order, concurrent sessions, changes, and removed agents and projects", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
      const given = await givenMemory({
        [memoryPath("ann")]: memoryOf("ann", ["[2026-01-05] Invoices are rounded to cents"]),
        [memoryPath("bob")]: memoryOf("bob", ["[2026-01-06] Ledgers are closed monthly"]),
      })
      const { id: teamId, slug: team } = given.team
      const start = async (agent: string, harness: string | undefined, onDisk: object[] = []) =>
        expectDone(
          await runOperation(startSession, givenToken(given.team), {
            team,
            project: "ledger",
            agent,
            harness,
            session: `s-${newId()}`,
            onDisk,
          }),
        )
      for (const one of steps) {
        if (one.kind === "start") {
          const file = await database().memoryFile.findFirstOrThrow({ where: { teamId } })
          await start(
            one.agent,
            one.harness,
            one.onDisk
              ? [
                  { path: file.path, sha256: Buffer.from(file.sha256).toString("hex") },
                  { path: "MEMORY.md", sha256: "0".repeat(64) },
                ]
              : [],
          )
        }
        if (one.kind === "together") await Promise.all([1, 2, 3].map(() => start(one.agent, "codex")))
        if (one.kind === "backdate")
          await database().receipt.updateMany({
            where: { teamId, agentName: "ann" },
            data: { createdAt: new Date("2026-11-01"), files: [] },
          })
        if (one.kind === "change") {
          const { id, head } = await given.file(memoryPath("ann"))
          expectDone(
            await runOperation(reviseFile, given.lead, {
              file: id,
              base: head,
              reason: "why",
              changes: [addition(`Learned ${newId()}`)],
            }),
          )
        }
        if (one.kind === "revert") {
          const whole = { team, of: { person: given.lead.id } }
          const preview = await runOperation(previewRevert, given.lead, whole)
          const ran = preview.ok
            ? await runOperation(runRevert, given.lead, {
                ...whole,
                shown: preview.value.shown,
                reason: "it was wrong",
              })
            : preview
          expect(ran.ok || ran.message).toSatisfy(
            (said) =>
              said === true || /nothing can be reverted|none of the current text is from/.test(String(said)),
          )
        }
        expect(await asKept(given)).toEqual(await fromAllReceipts(given))
        expect(await behindAsRead(given)).toEqual(await behindOneByOne(given))
      }
      await database().agent.deleteMany({ where: { teamId, name: "stranger" } })
      await database().memoryFile.deleteMany({ where: { teamId } })
      await database().agent.deleteMany({ where: { teamId } })
      const kept = await asKept(given)
      expect(kept).toEqual(await fromAllReceipts(given))
      const read = await lastReceipts(wholeTeamUnchecked(teamId))
      expect(new Set(read.map((one) => one.id))).toEqual(new Set([...kept.values()].map((one) => one.id)))
      expect(read.flatMap((one) => one.behind)).toEqual([])
      await database().project.deleteMany({ where: { teamId } })
      expect(await asKept(given)).toEqual(kept)
    }),
    {
      numRuns: 6,
      examples: [
        [
          [
            { kind: "start", agent: "ann", harness: "codex", onDisk: true },
            { kind: "change" },
            { kind: "start", agent: "stranger", harness: undefined, onDisk: true },
            { kind: "revert" },
            { kind: "together", agent: "ann" },
          ],
        ],
      ],
    },
  )
})
