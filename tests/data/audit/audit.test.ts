import { createHash } from "node:crypto"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { done } from "@/lib/memory/inputs/outcome"
import { exportAudit, listAudit, verifyAudit } from "@/lib/operations/audit/audit-log"
import { runOperation } from "@/lib/operations/operation"
import { asOwner } from "../../support/data/owner"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, givenMemory, givenProposal, givenToken } from "../../support/proposals"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"

let team: Awaited<ReturnType<typeof givenTeam>>
beforeEach(async () => {
  team = await givenTeam()
})

const happen = (
  subject: string,
  kind = "test.happen",
  more: { actor?: Parameters<typeof commit>[0]; detail?: object } = {},
) =>
  commit(
    more.actor ?? systemActor(),
    { kind, teamId: team.id, subject, detail: { ...more.detail } },
    async () => done(null),
  )

async function given(count: number): Promise<void> {
  for (let place = 1; place <= count; place += 1)
    expectDone(await happen(`event ${place}`, "test.happen", { detail: { place } }))
}

const verify = async () => expectDone(await runOperation(verifyAudit, systemActor(), { team: team.slug }))
const list = async (query: object) =>
  expectDone(await runOperation(listAudit, systemActor(), { team: team.slug, ...query }))

/** Runs SQL like an owner of the tables could: disables the protection and enables it again. */
async function tamper(sql: string): Promise<void> {
  const tables = ["audit_event", "audit_link", "audit_head"]
  const each = (what: string) => tables.map((table) => `ALTER TABLE ${table} ${what} TRIGGER USER`).join("; ")
  await asOwner(`${each("DISABLE")}; ${sql}; ${each("ENABLE")}`)
}

/** SQL for the event at a position of the team's chain. */
const eventAt = (link: number) =>
  `number = (SELECT number FROM audit_link WHERE chain = '${team.id}' AND link = ${link})`
const linkAt = (link: number) => `chain = '${team.id}' AND link = ${link}`

describe("verifying the audit log", () => {
  it("reports the number of events and a valid chain", async () => {
    expect(await verify()).toEqual({
      ok: true,
      events: 0,
      brokenAt: null,
      chains: [{ team: team.slug, events: 0, hash: null, brokenAt: null }],
    })
    await given(5)
    expect(await verify()).toMatchObject({
      ok: true,
      events: 5,
      brokenAt: null,
      chains: [{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    })
  })

  const changed: Record<string, string> = {
    number: "number = number + 1000000",
    at: "at = at + interval '1 microsecond'",
    team_id: "team_id = NULL",
    actor_kind: "actor_kind = 'sys\u0074en'",
    actor_id: "actor_id = 'systen'",
    actor_name: "actor_name = 'quarterdeck'",
    kind: "kind = 'test.hapqen'",
    subject: "subject = 'event 9'",
    detail: "detail = '{\"place\": 4}'",
  }
  it.each(Object.entries(changed))("finds one changed byte: %s", async (_, change) => {
    await given(5)
    await tamper(`UPDATE audit_event SET ${change} WHERE ${eventAt(3)}`)
    expect(await verify()).toMatchObject({
      ok: false,
      brokenAt: {
        team: team.slug,
        link: 3,
        why: expect.stringMatching(/event 3 (does not match its hash|was deleted)/) as string,
      },
    })
  })

  it("covers every column of an event", async () => {
    const columns = await database().$queryRaw<
      { name: string }[]
    >`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'audit_event'`
    expect(columns.map((one) => one.name).toSorted()).toEqual(Object.keys(changed).toSorted())
  })

  it.each<[string, () => string, link: number | null, words: RegExp]>([
    [
      "a changed hash",
      () =>
        `UPDATE audit_link SET hash = set_byte(hash, 7, (get_byte(hash, 7) + 1) % 256) WHERE ${linkAt(2)}`,
      2,
      /event 2 does not match its hash/,
    ],
    ["a deleted event", () => `DELETE FROM audit_event WHERE ${eventAt(3)}`, 3, /event 3 was deleted/],
    [
      "a middle that was removed with its links",
      () => `DELETE FROM audit_event WHERE ${eventAt(3)}; DELETE FROM audit_link WHERE ${linkAt(3)}`,
      3,
      /event 3 is missing/,
    ],
    [
      "a beginning that was removed",
      () => `DELETE FROM audit_event WHERE ${eventAt(1)}; DELETE FROM audit_link WHERE ${linkAt(1)}`,
      1,
      /event 1 is missing/,
    ],
    [
      "a tail that was removed",
      () =>
        `DELETE FROM audit_event WHERE number IN (SELECT number FROM audit_link WHERE chain = '${team.id}' AND link > 3); DELETE FROM audit_link WHERE chain = '${team.id}' AND link > 3`,
      4,
      /truncated: event 4 and all/,
    ],
    [
      "everything removed",
      () =>
        `DELETE FROM audit_event WHERE team_id = '${team.id}'; DELETE FROM audit_link WHERE chain = '${team.id}'`,
      1,
      /truncated: event 1 and all/,
    ],
    [
      "a pair that was swapped",
      () =>
        `UPDATE audit_event SET number = -number WHERE ${eventAt(2)} OR ${eventAt(3)}; UPDATE audit_event SET number = (SELECT max(number) + min(number) FROM audit_link WHERE chain = '${team.id}' AND link IN (2, 3)) + number WHERE number < 0`,
      2,
      /event 2 does not match its hash/,
    ],
    [
      "a forgery beside the chain",
      () =>
        `INSERT INTO audit_event (team_id, actor_kind, actor_id, actor_name, kind, subject, detail) VALUES ('${team.id}', 'person', 'x', 'Ana', 'member.invite', 'x', '{}')`,
      null,
      /is not part of any chain: it was inserted/,
    ],
    [
      "a forgery at the end",
      () =>
        `INSERT INTO audit_event (number, team_id, actor_kind, actor_id, actor_name, kind, subject, detail) VALUES (-77, '${team.id}', 'person', 'x', 'Ana', 'member.invite', 'x', '{}'); INSERT INTO audit_link SELECT '${team.id}', 6, -77, audit_hash(hash, 6, e) FROM audit_link, audit_event e WHERE ${linkAt(5)} AND e.number = -77`,
      6,
      /event 6 was added after the end/,
    ],
    [
      "a head that is gone",
      () => `DELETE FROM audit_head WHERE chain = '${team.id}'`,
      5,
      /record of the chain’s end is missing/,
    ],
    [
      "a head that was changed",
      () => `UPDATE audit_head SET hash = sha256('') WHERE chain = '${team.id}'`,
      5,
      /a different hash/,
    ],
  ])("finds %s", async (_, sql, link, words) => {
    await given(5)
    await tamper(sql())
    const { ok, brokenAt } = await verify()
    expect({ ok, link: brokenAt?.link }).toEqual({ ok: false, link })
    expect(brokenAt?.why).toMatch(words)
  })

  it("names the first broken chain that the user may see", async () => {
    await given(2)
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    expect(expectDone(await runOperation(verifyAudit, lead, {}))).toMatchObject({
      ok: true,
      chains: [{ team: team.slug }],
    })
    const owner = await actorOf(await givenPerson({ owner: true }))
    await tamper(`UPDATE audit_event SET subject = 'x' WHERE ${eventAt(2)}`)
    const all = expectDone(await runOperation(verifyAudit, owner, {}))
    expect(all.chains.map((one) => one.team)).toContain(null)
    expect(all.chains.find((one) => one.team === team.slug)?.brokenAt).toMatchObject({ link: 2 })
    expect(all.ok).toBe(false)
  })

  it.each([
    ["UPDATE audit_event SET subject = 'x' WHERE false"],
    ["DELETE FROM audit_event WHERE false"],
    ["TRUNCATE audit_event"],
    ["UPDATE audit_link SET hash = ''"],
    ["DELETE FROM audit_head"],
    ["INSERT INTO audit_link SELECT * FROM audit_link WHERE false"],
    ["TRUNCATE audit_head"],
  ])("is the second line of defense, because even the table owner is refused: %s", async (sql) => {
    await expect(asOwner(sql)).rejects.toThrow("the audit log is only ever added to")
  })
})

describe("reading the audit log", () => {
  it("lists newest events first, page by page, during concurrent writes", async () => {
    await given(7)
    const first = await list({ limit: 3 })
    expect(first).toMatchObject({
      total: 7,
      all: 7,
      kinds: ["test.happen"],
      events: [{ subject: "event 7", link: 7 }, { subject: "event 6" }, { subject: "event 5" }],
    })
    expectDone(await happen("event 8"))
    const second = await list({ limit: 3, before: first.next })
    expect(second.events.map((one) => one.subject)).toEqual(["event 4", "event 3", "event 2"])
    expect(await list({ limit: 3, before: second.next })).toMatchObject({
      next: null,
      events: [{ subject: "event 1" }],
    })
  })

  it("filters by kind, actor, name, target and day", async () => {
    const ana = await actorOf(await givenPerson({ team, role: "lead" }))
    const { name } = (await database().user.findFirstOrThrow({ where: { id: ana.id } })) as { name: string }
    expectDone(await happen("architecture/MEMORY.md", "proposal.approve", { actor: ana }))
    expectDone(
      await happen("testing/MEMORY.md", "proposal.create", {
        actor: givenToken(team, { rights: ["propose"], agent: "unit-tester" }),
        detail: { author: "agent:unit-tester" },
      }),
    )
    expectDone(await happen("100%_a\\b"))
    const subjects = async (query: object) =>
      (await list(query)).events.filter((one) => one.kind !== "person.given").map((one) => one.subject)
    expect(await subjects({ kind: "proposal" })).toEqual(["testing/MEMORY.md", "architecture/MEMORY.md"])
    expect(await subjects({ kind: "proposal.approve" })).toEqual(["architecture/MEMORY.md"])
    expect(await subjects({ who: "person" })).toEqual(["architecture/MEMORY.md"])
    expect(await subjects({ who: "agent" })).toEqual(["testing/MEMORY.md"])
    expect(await subjects({ who: "token" })).toEqual(["testing/MEMORY.md"])
    expect(await subjects({ by: name.toUpperCase() })).toEqual(["architecture/MEMORY.md"])
    expect(await subjects({ by: "unit-test" })).toEqual(["testing/MEMORY.md"])
    expect(await subjects({ subject: "memory.MD" })).toEqual(["testing/MEMORY.md", "architecture/MEMORY.md"])
    expect(await subjects({ subject: "%_" })).toEqual(["100%_a\\b"])
    const today = (await list({})).events[0]?.at.slice(0, 10) ?? ""
    expect((await subjects({ from: today, to: today })).length).toBe(3)
    expect(await subjects({ from: "2099-01-01" })).toEqual([])
    expect(await subjects({ to: "2001-01-01" })).toEqual([])
    expect((await runOperation(listAudit, systemActor(), { team: team.slug, from: "yesterday" })).ok).toBe(
      false,
    )
  })

  it("requires the right to manage the team, or ownership of the deployment", async () => {
    for (const role of ["viewer", "member"] as const)
      expect(
        await runOperation(listAudit, await actorOf(await givenPerson({ team, role })), { team: team.slug }),
      ).toMatchObject({ ok: false, reason: "forbidden" })
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    expect((await runOperation(listAudit, lead, { team: team.slug })).ok).toBe(true)
    expect(await runOperation(listAudit, lead, {})).toMatchObject({ ok: false, reason: "forbidden" })
    expect(await runOperation(exportAudit, lead, {})).toMatchObject({ ok: false, reason: "forbidden" })
    expect(
      await runOperation(verifyAudit, await actorOf(await givenPerson({ team, role: "member" })), {}),
    ).toMatchObject({ ok: false, reason: "forbidden" })
    const owner = await actorOf(await givenPerson({ owner: true }))
    const { events } = expectDone(await runOperation(listAudit, owner, { kind: "team" }))
    expect(events[0]).toMatchObject({ kind: "team.create", subject: team.name })
  })

  it("works with the export alone, without Quarterdeck", async () => {
    await given(7)
    const lines = []
    for (let after: string | null | undefined; after !== null;) {
      const page: { events: object[]; next: string | null } = expectDone(
        await runOperation(exportAudit, systemActor(), {
          team: team.slug,
          limit: 3,
          ...(after ? { after } : {}),
        }),
      )
      lines.push(...page.events.map((event) => JSON.stringify(event)))
      after = page.next
    }
    expect(lines).toHaveLength(7)
    let before = "0".repeat(64)
    for (const line of lines) {
      const { hash, ...fields } = JSON.parse(line) as Record<string, string | null>
      before = createHash("sha256")
        .update(JSON.stringify([before, ...Object.values(fields)]))
        .digest("hex")
      expect(hash).toBe(before)
    }
    expect(
      expectDone(await runOperation(verifyAudit, systemActor(), { team: team.slug })).chains[0]?.hash,
    ).toBe(before)
  })

  it("excludes the text of proposed memory", async () => {
    const memory = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["Herons nest by the weir"]) })
    await givenProposal(memory.team, {
      file: memoryPath("ann"),
      changes: [addition("Otters sleep in the reeds")],
    })
    const { events } = expectDone(await runOperation(listAudit, systemActor(), { team: memory.team.slug }))
    expect(events.map((one) => one.kind)).toContain("proposal.create")
    expect(JSON.stringify(events)).not.toMatch(/Herons|Otters/)
  })
})
