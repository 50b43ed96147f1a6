import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { runOperation, type Operation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { listProposals, showProposal } from "@/lib/operations/proposals/proposals"
import {
  reviewProposal,
  reviewProposals,
  undoReview,
  undoReviews,
} from "@/lib/operations/proposals/decisions/review"
import { assignProposals, withdrawProposal } from "@/lib/operations/proposals/rebase-withdraw-snooze-assign"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { quarterdeck } from "../../support/commands/command-line"
import { send } from "../../support/http/http-client"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { addition, givenMemory, givenProposal, givenSecret, textOf } from "../../support/proposals"
import { THOROUGH } from "../../support/thorough"

const PATH = memoryPath("billing")

const EDITS = THOROUGH ? 50 : 1
const PROPOSALS = THOROUGH ? 100 : 10
const DECISIONS = THOROUGH ? 50 : 16
const ROUNDS = THOROUGH ? 6 : 3

let door: HttpDoor
let machine: string
beforeAll(async () => {
  door = await openHttpDoor()
  machine = await givenSecret(null, { rights: ["admin"] })
})
afterAll(() => door.close())

type Memory = Awaited<ReturnType<typeof givenMemory>>

/** The revision numbers of a file, ascending. */
async function numbersOf({ team }: Memory, fileId: string): Promise<number[]> {
  const rows = await database().revision.findMany({
    where: { teamId: team.id, fileId },
    select: { number: true },
    orderBy: { number: "asc" },
  })
  return rows.map((row) => row.number)
}

const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1)

interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Calls an operation through one of two interfaces with the same result. */
type Door = (operation: Operation, input: Record<string, unknown>) => Promise<Reply>

const STATUS: Record<string, number> = {
  stale: 412,
  conflict: 409,
  forbidden: 403,
  "not-found": 404,
  invalid: 422,
}

function operations(actor: Actor): Door {
  return async (operation, input) => {
    const outcome: Outcome<unknown> = await runOperation(operation, actor, input)
    return outcome.ok
      ? { status: 200, body: outcome.value as Record<string, unknown> }
      : { status: STATUS[outcome.reason] ?? 500, body: { detail: outcome.message, ...outcome.details } }
  }
}

function http(secret: string): Door {
  return async (operation, input) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(input[name])),
    )
    const { status, body } = await send(door.url, {
      method: operation.method,
      path,
      secret,
      ...(operation.method === "DELETE" || operation.method === "GET" ? {} : { body: input }),
    })
    return { status, body: body ?? {} }
  }
}

describe("concurrent writes to one file", () => {
  it(`keep every edit of 32 writers with ${EDITS} edits each, and return the current text for every stale one`, async () => {
    const [writers, edits] = [32, EDITS]
    const memory = await givenMemory({
      [PATH]: memoryOf(
        "billing",
        upTo(writers).map((writer) => `[2026-01-02] Writer ${writer} wrote:`),
      ),
    })
    const { id: file, head, text: first } = await memory.file(PATH)
    const refused = { stale: 0 }
    const inTurn = atATime(3)
    const work = async (writer: number) => {
      const through = writer % 2 === 0 ? operations(memory.lead) : http(machine)
      let [base, text] = [head, first]
      const write = async (edit: number) => {
        for (;;) {
          const next = text.replace(new RegExp(`(Writer ${writer} wrote:.*)`), `$1 e${edit}`)
          const { status, body } = await through(reviseFile as unknown as Operation, {
            file,
            base,
            text: next,
            reason: `writer ${writer}, edit ${edit}`,
          })
          if (status === 200) return void ([base, text] = [body.revision as number, next])
          expect([
            status,
            body.yours === next,
            body.base === text,
            typeof body.theirs,
            typeof body.revision,
          ]).toEqual([412, true, true, "string", "number"])
          refused.stale += 1
          ;[base, text] = [body.revision as number, body.theirs as string]
        }
      }
      for (const edit of upTo(edits)) await inTurn(() => write(edit))
    }
    await Promise.all(upTo(writers).map(work))
    expect(await numbersOf(memory, file)).toEqual(upTo(1 + writers * edits))
    const final = await textOf(memory, PATH)
    expect(final).toBe(
      memoryOf(
        "billing",
        upTo(writers).map(
          (writer) =>
            `[2026-01-02] Writer ${writer} wrote: ${upTo(edits)
              .map((edit) => `e${edit}`)
              .join(" ")}`,
        ),
      ),
    )
    expect(refused.stale).toBeGreaterThan(0)
  }, 300_000)

  it("and concurrent imports of the file lose nothing", async () => {
    const memory = await givenMemory({})
    const lines = ["[2026-01-02] Invoices are numbered by the ledger"]
    await startAndWait(
      memory.team,
      (
        await offerFiles(
          memory.team,
          "/srv/ledger",
          { [PATH]: memoryOf("billing", lines) },
          { project: "ledger" },
        )
      ).run,
    )
    const { id: file } = await memory.file(PATH)
    const importing = async () => {
      for (let round = 1; round <= 5; round += 1) {
        const now = await textOf(memory, PATH)
        await startAndWait(
          memory.team,
          (
            await offerFiles(
              memory.team,
              "/srv/ledger",
              {
                [PATH]: now.replace(
                  "\n\n## Session",
                  `\n- [2026-02-0${round}] Imported ${round}\n\n## Session`,
                ),
              },
              { project: "ledger" },
            )
          ).run,
        )
      }
    }
    const approving = async (from: number) => {
      for (let place = from; place < from + 10; place += 1) {
        const { id } = await givenProposal(memory.team, {
          file: PATH,
          changes: [addition(`Approved ${place} of part ${place * 31}`)],
        })
        const { shown } = expectDone(await runOperation(showProposal, memory.lead, { proposal: id }))
        expectDone(
          await runOperation(reviewProposal, memory.lead, { proposal: id, shown, verdict: "approve" }),
        )
      }
    }
    await Promise.all([importing(), approving(0), approving(10)])
    const numbers = await numbersOf(memory, file)
    expect(numbers).toEqual(upTo(numbers.length))
    expect(
      await database().review.count({ where: { teamId: memory.team.id, revision: { not: null } } }),
    ).toBe(20)
    const revisions = await database().revision.findMany({
      where: { teamId: memory.team.id, fileId: file },
      orderBy: { number: "asc" },
    })
    const reviews = await database().review.findMany({
      where: { teamId: memory.team.id },
      include: { proposal: true },
    })
    for (const { revision, proposal } of reviews)
      expect(revisions.find((one) => one.number === revision)?.text).toContain(proposal.text)
  })
})

describe("concurrent decisions on one proposal", () => {
  it(`have exactly one effect, and all others get the name of the decider: ${PROPOSALS} proposals, ${DECISIONS} decisions each`, async () => {
    const memory = await givenMemory({
      [PATH]: memoryOf("billing", ["[2026-01-02] Invoices are numbered by the ledger"]),
      [memoryPath("shipping")]: memoryOf("shipping", ["[2026-01-02] Labels are printed last"]),
    })
    const entry = (await memory.file(memoryPath("shipping"))).entries[0]?.id ?? ""
    const people = await Promise.all(
      upTo(4).map(async () => actorOf(await givenPerson({ team: memory.team, role: "lead" }))),
    )
    const doors = [
      ...people.map(operations),
      http(machine),
      http(await givenSecret(null, { rights: ["admin"] })),
    ]
    const verdicts = [
      { verdict: "approve" },
      { verdict: "reject", reason: "no" },
      { verdict: "edit", text: "Edited words" },
      { verdict: "merge", entry },
      "withdraw",
    ] as const
    for (let begin = 0; begin < PROPOSALS; begin += 10) {
      await Promise.all(
        upTo(10).map(async (place) => {
          const number = begin + place
          const { id } = await givenProposal(memory.team, {
            agent: number % 2 ? "billing" : "fresh",
            changes: [addition(`Statement ${number} is about part ${number * 7919}`)],
          })
          const { shown } = expectDone(await runOperation(showProposal, memory.lead, { proposal: id }))
          const replies = await Promise.all(
            upTo(DECISIONS).map((turn): Promise<Reply> => {
              const through = doors[(turn + number) % doors.length] as Door
              const verdict = verdicts[(turn * 7 + number) % verdicts.length] as (typeof verdicts)[number]
              if (verdict === "withdraw")
                return through(withdrawProposal as unknown as Operation, { proposal: id })
              return through(reviewProposal as unknown as Operation, {
                proposal: id,
                shown,
                ...verdict,
                ...(verdict.verdict === "edit"
                  ? { text: `Edited ${number} is about part ${number * 7919}` }
                  : {}),
              })
            }),
          )
          expect(replies.filter((one) => one.status === 200)).toHaveLength(1)
          for (const { status, body } of replies) {
            if (status === 200) continue
            expect([status, body.detail]).toEqual([
              409,
              expect.stringMatching(/^already (?:approved|edited|merged|rejected|withdrawn) by .+$/),
            ])
          }
          expect(await database().review.count({ where: { teamId: memory.team.id, proposalId: id } })).toBe(1)
        }),
      )
    }
    for (const path of [PATH, memoryPath("fresh")]) {
      const { id, head, entries } = await memory.file(path)
      expect(await numbersOf(memory, id)).toEqual(upTo(head))
      const written = await database().review.count({
        where: { teamId: memory.team.id, fileId: id, revision: { not: null } },
      })
      expect([entries.length, head]).toEqual(path === PATH ? [1 + written, 1 + written] : [written, written])
    }
  }, 300_000)

  it("may include decisions at the command line", async () => {
    const memory = await givenMemory({
      [PATH]: memoryOf("billing", ["[2026-01-02] Invoices are numbered by the ledger"]),
    })
    const { id } = await givenProposal(memory.team, { agent: "billing", content: "Credit notes are blue" })
    const env = { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: machine }
    const { shown } = expectDone(await runOperation(showProposal, memory.lead, { proposal: id }))
    const ended = await Promise.all([
      quarterdeck(["review", id, "--approve", "--json"], { env }),
      quarterdeck(["review", id, "--reject", "--reason", "no", "--json"], { env }),
      ...upTo(5).map(async () => ({
        code: (
          await runOperation(reviewProposal, memory.lead, {
            proposal: id,
            shown,
            verdict: "reject",
            reason: "no",
          })
        ).ok
          ? 0
          : 1,
      })),
    ])
    expect(ended.filter((one) => one.code === 0)).toHaveLength(1)
    expect(await database().review.count({ where: { teamId: memory.team.id } })).toBe(1)
  })
})

describe("concurrent decisions, undos and lists", () => {
  it("never deadlock, and leave each proposal in one state with at most one effective decision", async () => {
    const memory = await givenMemory({
      [PATH]: memoryOf("billing", ["[2026-01-02] Invoices are numbered by the ledger"]),
      [memoryPath("shipping")]: memoryOf("shipping", ["[2026-01-02] Labels are printed last"]),
    })
    const people = await Promise.all(
      upTo(3).map(async () => actorOf(await givenPerson({ team: memory.team, role: "lead" }))),
    )
    const input = (number: number) => ({
      agent: number % 2 ? "billing" : "shipping",
      changes: [addition(`Statement ${number} is about part ${number * 7919}`)],
    })
    const ids = await Promise.all(
      upTo(24).map(async (number) => (await givenProposal(memory.team, input(number))).id),
    )
    const items = await Promise.all(
      ids.map(async (proposal) => ({
        proposal,
        shown: expectDone(await runOperation(showProposal, memory.lead, { proposal })).shown,
      })),
    )
    const unexpected: unknown[] = []
    const reasons = new Set(["conflict", "not-found", "stale", "invalid"])
    const attempt = async (work: Promise<Outcome<unknown>>) => {
      const outcome = await work.catch((cause: unknown) => ({ ok: false as const, reason: String(cause) }))
      if (!outcome.ok && !reasons.has(outcome.reason)) unexpected.push(outcome)
    }
    const randomly = <T>(list: readonly T[], seed: number) =>
      list.toSorted((a, b) => hash(`${JSON.stringify(a)}${seed}`) - hash(`${JSON.stringify(b)}${seed}`))
    await Promise.all(
      people.flatMap((person, who) =>
        upTo(ROUNDS).map(async (round) => {
          const order = randomly(items, who * 10 + round)
          await attempt(
            runOperation(reviewProposals, person, {
              items: order.slice(0, 12),
              verdict: round % 3 === 0 ? "reject" : "approve",
              reason: "together",
            }),
          )
          await attempt(runOperation(undoReviews, person, { proposals: randomly(ids, round).slice(0, 8) }))
          await Promise.all([
            attempt(runOperation(reviewProposal, person, { ...order[0], verdict: "approve" })),
            attempt(runOperation(undoReview, person, { proposal: ids[(who * 5 + round) % ids.length] })),
            attempt(runOperation(assignProposals, person, { proposals: randomly(ids, who), person: "me" })),
            attempt(runOperation(createProposal, person, { team: memory.team.slug, ...input(round) })),
            attempt(
              database()
                .proposal.updateMany({
                  where: { teamId: memory.team.id, id: { in: ids.slice(0, 4) } },
                  data: { comparedAt: null },
                })
                .then(() =>
                  runOperation(listProposals, person, {
                    team: memory.team.slug,
                    order: round % 2 ? "newest" : "oldest",
                  }),
                ),
            ),
          ])
        }),
      ),
    )
    expect(unexpected).toEqual([])
    const rows = await database().proposal.findMany({
      where: { teamId: memory.team.id },
      include: { reviews: true },
    })
    for (const { state, round, reviews } of rows) {
      const holding = reviews.filter((one) => one.undoneAt === null)
      expect(holding.map((one) => one.round)).toEqual(state === "waiting" ? [] : [round])
    }
    for (const path of [PATH, memoryPath("shipping")]) {
      const { id, head, entries } = await memory.file(path)
      expect(await numbersOf(memory, id)).toEqual(upTo(head))
      const approved = rows.filter((row) => row.fileId === id && row.state === "approved")
      expect(
        entries
          .map((entry) => entry.text)
          .slice(1)
          .toSorted(),
      ).toEqual(approved.map((row) => row.text).toSorted())
    }
  }, 180_000)
})

/**
 * At most this many concurrent writes, because each makes the versions of the others stale. All at once would
 * need 50,000 requests.
 */
function atATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let going = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else going += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}

const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
