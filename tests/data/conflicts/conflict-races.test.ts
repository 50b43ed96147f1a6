import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { resolveConflict, resolveConflicts, undoResolution } from "@/lib/operations/conflicts/resolve"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { quarterdeck } from "../../support/commands/command-line"
import {
  conflictsOf,
  givenConflicts,
  detectConflicts,
  memoryWith,
  PAIR,
  shownNow,
} from "../../support/conflicts/conflicts"
import { send } from "../../support/http/http-client"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, givenPerson } from "../../support/data/people"
import { givenSecret, textOf } from "../../support/proposals"
import { THOROUGH } from "../../support/thorough"

const CONFLICTS = THOROUGH ? 20 : 1
const DECISIONS = THOROUGH ? 50 : 20

let door: HttpDoor
let machine: string
beforeAll(async () => {
  door = await openHttpDoor()
  machine = await givenSecret(null, { rights: ["admin"] })
})
afterAll(() => door.close())

const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1)

interface Reply {
  readonly status: number
  readonly detail: string
}

type Door = (conflict: string, resolution: Readonly<Record<string, unknown>>) => Promise<Reply>

const byOperation =
  (actor: Actor): Door =>
  async (conflict, resolution) => {
    const outcome: Outcome<unknown> = await runOperation(resolveConflict, actor, { conflict, ...resolution })
    return outcome.ok
      ? { status: 200, detail: "" }
      : { status: outcome.reason === "conflict" ? 409 : 500, detail: outcome.message }
  }

const byHttp: Door = async (conflict, resolution) => {
  const { status, body } = await send(door.url, {
    method: "PUT",
    path: `/conflicts/${conflict}/resolution`,
    secret: machine,
    body: resolution,
  })
  return { status, detail: String(body?.detail ?? "") }
}

describe("concurrent decisions on one conflict", () => {
  it(`have exactly one effect, and all others get the name of the decider: ${CONFLICTS} conflicts, ${DECISIONS} decisions each`, async () => {
    const numbers = upTo(CONFLICTS)
    // The sides of all conflicts are in the same two files.
    const { team } = await givenConflicts({
      [memoryPath("billing")]: memoryOf(
        "billing",
        numbers.map((number) => PAIR(number)[0]),
      ),
      [memoryPath("shipping")]: memoryOf(
        "shipping",
        numbers.map((number) => PAIR(number)[1]),
      ),
    })
    const people = await Promise.all(
      upTo(4).map(async () => actorOf(await givenPerson({ team, role: "lead" }))),
    )
    const doors = [...people.map(byOperation), byHttp]
    const verdicts = [
      { verdict: "keep-left" },
      { verdict: "keep-right" },
      { verdict: "merge", text: "" },
      { verdict: "delete-both" },
      { verdict: "not-a-conflict" },
      { verdict: "keep-both" },
    ]
    const conflicts = await conflictsOf(team)
    expect(conflicts).toHaveLength(CONFLICTS)
    await Promise.all(
      conflicts.map(async ({ id, shown }, number) => {
        const replies = await Promise.all(
          upTo(DECISIONS).map((turn) => {
            const verdict = verdicts[(turn * 7 + number) % verdicts.length] as (typeof verdicts)[number]
            return (doors[(turn + number) % doors.length] as Door)(id, {
              shown,
              ...verdict,
              ...(verdict.verdict === "merge" ? { text: `Merged number ${number}` } : {}),
            })
          }),
        )
        expect(replies.filter((one) => one.status === 200)).toHaveLength(1)
        for (const { status, detail } of replies.filter((one) => one.status !== 200))
          expect([status, detail]).toEqual([409, expect.stringMatching(/^already decided by .+: /)])
      }),
    )
    const rows = await database().conflict.findMany({
      where: { teamId: team.id },
      include: { resolutions: true },
    })
    expect(rows.map((row) => row.resolutions.length)).toEqual(rows.map(() => 1))
    const texts = `${await textOf({ team }, memoryPath("billing"))}${await textOf({ team }, memoryPath("shipping"))}`
    for (const { left, right, id } of conflicts) {
      const verdict = rows.find((row) => row.id === id)?.resolutions[0]?.verdict ?? ""
      const stands = [texts.includes(left.text), texts.includes(right.text)]
      expect([verdict, stands]).toEqual([
        verdict,
        {
          "keep-left": [true, false],
          "keep-right": [false, true],
          merge: [false, false],
          "delete-both": [false, false],
          "not-a-conflict": [true, true],
          "keep-both": [true, true],
        }[verdict],
      ])
    }
  }, 300_000)

  it("may include decisions at the command line", async () => {
    const { team, lead } = await givenConflicts(memoryWith("billing", 1))
    const [{ id, shown } = { id: "", shown: "" }] = await conflictsOf(team)
    const env = { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: machine }
    const ended = await Promise.all([
      quarterdeck(["resolve", id, "--keep", "left", "--json"], { env }),
      quarterdeck(["resolve", id, "--dismiss", "--json"], { env }),
      ...upTo(5).map(async () => ({
        code: (await runOperation(resolveConflict, lead, { conflict: id, shown, verdict: "keep-right" })).ok
          ? 0
          : 1,
      })),
    ])
    expect(ended.filter((one) => one.code === 0)).toHaveLength(1)
    expect(await database().resolution.count({ where: { teamId: team.id } })).toBe(1)
  })
})

describe("concurrent decisions, undos, evaluations and writes", () => {
  it("never deadlock, and leave each conflict in one state with at most one effective decision", async () => {
    const numbers = upTo(8)
    const { team, lead } = await givenConflicts({
      ...memoryWith("billing", ...numbers),
      ...memoryWith("shipping", ...numbers),
    })
    const people = [
      lead,
      ...(await Promise.all(upTo(2).map(async () => actorOf(await givenPerson({ team, role: "lead" }))))),
    ]
    const ids = (await conflictsOf(team)).map((one) => one.id)
    const unexpected: unknown[] = []
    const reasons = new Set(["conflict", "stale", "invalid"])
    const attempt = async (work: Promise<Outcome<unknown>>) => {
      const outcome = await work.catch((cause: unknown) => ({ ok: false as const, reason: String(cause) }))
      if (!outcome.ok && !reasons.has(outcome.reason)) unexpected.push(outcome)
    }
    const verdicts = ["keep-left", "keep-right", "delete-both", "not-a-conflict", "keep-both"]
    await Promise.all(
      people.flatMap((person, who) =>
        upTo(6).map(async (round) => {
          const id = ids[(who * 3 + round) % ids.length] as string
          await attempt(
            runOperation(resolveConflict, person, {
              conflict: id,
              shown: await shownNow(person, id),
              verdict: verdicts[(who + round) % verdicts.length],
            }),
          )
          await attempt(
            detectConflicts(team, { everything: round % 3 === 0 }).then(() => ({
              ok: true as const,
              value: null,
            })),
          )
          await Promise.all([
            attempt(runOperation(undoResolution, person, { conflict: ids[(who + round * 2) % ids.length] })),
            attempt(
              shownNow(person, id).then((shown) =>
                runOperation(resolveConflicts, person, {
                  items: [{ conflict: id, shown }],
                  verdict: "not-a-conflict",
                }),
              ),
            ),
            attempt(
              database()
                .memoryFile.findFirstOrThrow({ where: { teamId: team.id, path: memoryPath("shipping") } })
                .then(async (file) =>
                  runOperation(reviseFile, person, {
                    file: file.id,
                    base: file.head,
                    text: `${await textOf({ team }, file.path)}- [2026-03-0${who + 1}] Noted in round ${round}\n`,
                    reason: "why",
                  }),
                ),
            ),
          ])
        }),
      ),
    )
    expect(unexpected).toEqual([])
    await detectConflicts(team, { everything: true })
    const rows = await database().conflict.findMany({
      where: { teamId: team.id },
      include: { resolutions: true },
    })
    for (const { state, round, resolutions, openKey } of rows) {
      const holding = resolutions.filter((one) => one.undoneAt === null)
      expect([state, openKey !== null, holding.map((one) => one.round)]).toEqual([
        state,
        state === "open",
        state === "resolved" || state === "dismissed" ? [round] : [],
      ])
    }
    const open = rows
      .filter((row) => row.state === "open")
      .map((row) => Buffer.from(row.pair ?? []).toString("hex"))
    const dismissed = new Set(
      rows
        .filter((row) => row.state === "dismissed")
        .map((row) => Buffer.from(row.pair ?? []).toString("hex")),
    )
    expect(open.filter((pair) => dismissed.has(pair))).toEqual([])
    for (const path of [memoryPath("billing"), memoryPath("shipping")]) {
      const file = await database().memoryFile.findFirstOrThrow({
        where: { teamId: team.id, path },
        include: { revisions: { select: { number: true }, orderBy: { number: "asc" } } },
      })
      expect(file.revisions.map((one) => one.number)).toEqual(upTo(file.head))
    }
  }, 180_000)
})
