import { createHash } from "node:crypto"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { expectDone, givenTeam } from "../../support/data/people"

type Team = Awaited<ReturnType<typeof givenTeam>>

const happen = (team: Team | null, subject: string, detail = {}) =>
  commit(systemActor(), { kind: "test.happen", teamId: team?.id ?? null, subject, detail }, async () =>
    done(null),
  )

interface Linked {
  link: bigint
  hash: string
  number: bigint
  team_id: string | null
  at: string
  actor_kind: string
  actor_id: string
  actor_name: string
  kind: string
  subject: string
  detail: string
}

/** The hash chain of a team, computed independently from the fields with nothing but the exact text. */
async function chainOf(team: Team): Promise<Linked[]> {
  return database().$queryRaw<Linked[]>`
    SELECT link, encode(hash, 'hex') AS hash, number, team_id::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, actor_kind, actor_id, actor_name, kind, subject, detail::text
    FROM audit_link JOIN audit_event USING (number) WHERE chain = ${team.id}::uuid ORDER BY link`
}

const hashOf = (
  before: string,
  { link, team_id, number, at, actor_kind, actor_id, actor_name, kind, subject, detail }: Linked,
) =>
  createHash("sha256")
    .update(
      JSON.stringify([
        before,
        String(link),
        team_id,
        String(number),
        at,
        actor_kind,
        actor_id,
        actor_name,
        kind,
        subject,
        detail,
      ]),
    )
    .digest("hex")

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

describe("the audit log", () => {
  it("links each event to the previous one, for each team and for the deployment", async () => {
    const other = await givenTeam()
    for (const subject of ["one", 'with "quotes", \\ and \u0001', "支払い 𝕏 \u2028\u007f", "last"]) {
      expectDone(await happen(team, subject, { subject, nested: { b: [1, 2.5, null], a: "é" } }))
      expectDone(await happen(other, subject))
    }
    const chain = await chainOf(team)
    const ours = chain.filter((one) => one.kind === "test.happen")
    expect(ours.map((one) => one.subject)).toEqual([
      "one",
      'with "quotes", \\ and \u0001',
      "支払い 𝕏 \u2028\u007f",
      "last",
    ])
    expect(chain.map((one) => Number(one.link))).toEqual(chain.map((_, place) => place + 1))
    for (const [place, one] of chain.entries())
      expect(one.hash).toBe(hashOf(chain[place - 1]?.hash ?? "0".repeat(64), one))
    expect(await database().auditHead.findUnique({ where: { chain: team.id } })).toMatchObject({
      links: BigInt(chain.length),
      hash: Uint8Array.from(Buffer.from(chain.at(-1)?.hash ?? "", "hex")),
    })
    expectDone(await happen(null, "the deployment"))
    expect(
      await database().auditHead.count({ where: { chain: "00000000-0000-0000-0000-000000000000" } }),
    ).toBe(1)
  })

  it("leaves no gap if a change is rejected or fails", async () => {
    const before = await chainOf(team)
    expect(
      (
        await commit(systemActor(), { kind: "test.refuse", teamId: team.id, subject: "x" }, async () =>
          refused("invalid", "no"),
        )
      ).ok,
    ).toBe(false)
    await expect(
      commit(systemActor(), { kind: "test.fail", teamId: team.id, subject: "x" }, async () =>
        Promise.reject(new Error("broken")),
      ),
    ).rejects.toThrow("broken")
    expectDone(await happen(team, "after"))
    expect((await chainOf(team)).length).toBe(before.length + 1)
  })

  it("stays intact with eight concurrent writers in one team", async () => {
    const writer = async (name: string) => {
      for (let turn = 0; turn < 25; turn += 1)
        expectDone(await happen(team, `${name} ${turn}`, { id: newId() }))
    }
    await Promise.all(Array.from({ length: 8 }, (_, place) => writer(`writer ${place}`)))
    const chain = await chainOf(team)
    expect(chain.filter((one) => one.kind === "test.happen")).toHaveLength(200)
    expect(chain.map((one) => Number(one.link))).toEqual(chain.map((_, place) => place + 1))
    for (const [place, one] of chain.entries())
      expect(one.hash).toBe(hashOf(chain[place - 1]?.hash ?? "0".repeat(64), one))
  })
})

describe("the application’s role", () => {
  const refusedSql = [
    "UPDATE audit_event SET subject = 'other'",
    "DELETE FROM audit_event",
    "TRUNCATE audit_event",
    "ALTER TABLE audit_event DISABLE TRIGGER ALL",
    "ALTER TABLE audit_event ADD COLUMN more text",
    "DROP TABLE audit_event",
    "DROP TRIGGER audit_event_kept ON audit_event",
    "INSERT INTO audit_event (number, actor_kind, actor_id, actor_name, kind, subject, detail) VALUES (1, 'a', 'b', 'c', 'd', 'e', '{}')",
    "INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, kind, subject, detail) VALUES (now(), 'a', 'b', 'c', 'd', 'e', '{}')",
    "SELECT setval('audit_event_number_seq', 1)",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION audit_hash(bytea, bigint, audit_event) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'",
    ...["audit_link", "audit_head"].flatMap((table) => [
      `INSERT INTO ${table} SELECT * FROM ${table}`,
      `UPDATE ${table} SET hash = ''`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `SELECT * FROM ${table} FOR UPDATE`,
    ]),
    "CREATE TEMP TABLE mine (LIKE audit_event); CREATE TRIGGER mine AFTER INSERT ON mine FOR EACH ROW EXECUTE FUNCTION audit_event_linked()",
    "UPDATE _prisma_migrations SET checksum = ''",
    "CREATE TABLE mine (id int)",
    "SET ROLE quarterdeck",
  ]
  it.each(refusedSql)("has no permission for: %s", async (sql) => {
    const before = await chainOf(team)
    await expect(database().$executeRawUnsafe(sql)).rejects.toThrow(/permission denied|must be owner/)
    expect(await chainOf(team)).toEqual(before)
  })

  it("cannot replace the log's table with its own", async () => {
    await database().$transaction(async (tx) => {
      await tx.$executeRawUnsafe("CREATE TEMP TABLE audit_head (chain uuid, links bigint, hash bytea)")
      await tx.$executeRaw`INSERT INTO audit_event (team_id, actor_kind, actor_id, actor_name, kind, subject, detail) VALUES (${team.id}::uuid, 'system', 'system', 'x', 'test.happen', 'mine', '{}')`
      await tx.$executeRawUnsafe("SET CONSTRAINTS ALL IMMEDIATE")
      await tx.$executeRawUnsafe("DROP TABLE pg_temp.audit_head")
    })
    const chain = await chainOf(team)
    expect(chain.at(-1)).toMatchObject({
      subject: "mine",
      hash: hashOf(chain.at(-2)?.hash ?? "0".repeat(64), chain.at(-1) as Linked),
    })
  })
})
