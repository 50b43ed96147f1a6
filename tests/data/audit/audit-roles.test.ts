import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { verifyChains } from "@/lib/db/audit-log"
import { disconnect } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { startEmbedded } from "@/lib/db/embedded/database"
import { migrate, ownsAuditLog } from "@/lib/db/infra/migrate"
import { newId } from "@/lib/db/infra/identifiers"
import { done } from "@/lib/memory/inputs/outcome"
import { otherPostgres, query, startOther } from "../../support/data/other-server"
import { siblingDatabaseUrl } from "../../support/data/owner"
import { expectDone } from "../../support/data/people"

const own = process.env.DATABASE_URL ?? ""
let home = ""
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "quarterdeck-home-"))
  chmodSync(home, 0o711)
})
afterEach(async () => {
  process.env.DATABASE_URL = own
  await disconnect()
  rmSync(home, { recursive: true, force: true })
})

/** Connects the application to this URL from now on. */
async function use(url: string): Promise<void> {
  process.env.DATABASE_URL = url
  await disconnect()
}

const happen = async (teamId: string | null, subject: string) =>
  expectDone(await commit(systemActor(), { kind: "test.happen", teamId, subject }, async () => done(null)))

describe("data from before the database role", () => {
  it("get the role at the next start, and their chains stay", async () => {
    const first = await startEmbedded(home)
    await migrate(first.ownerUrl, { applicationUrl: first.url })
    await use(first.url)
    const team = newId()
    for (const teamId of [team, null, team]) await happen(teamId, 'ÄÖ "支払い"')
    await disconnect()
    await query(first.ownerUrl, "DROP OWNED BY quarterdeck_application; DROP ROLE quarterdeck_application")
    await first.stop()
    rmSync(join(home, "postgres.application.password"))

    const second = await startEmbedded(home)
    onTestFinished(() => second.stop())
    expect(await migrate(second.ownerUrl, { applicationUrl: second.url })).toEqual([])
    expect(statSync(join(home, "postgres.application.password")).mode & 0o777).toBe(0o600)
    await use(second.url)
    await happen(team, "after")
    expect(await verifyChains([null, team])).toMatchObject([
      { events: 1, brokenAt: null },
      { events: 3, brokenAt: null },
    ])
    expect(await ownsAuditLog(second.url)).toBe(false)
    await expect(query(second.url, "DELETE FROM audit_event")).rejects.toThrow("permission denied")
  })

  it("get a new role password if the old one was lost", async () => {
    const first = await startEmbedded(home)
    await first.stop()
    rmSync(join(home, "postgres.application.password"))
    const second = await startEmbedded(home)
    onTestFinished(() => second.stop())
    expect(
      await query(
        second.url,
        "SELECT current_user AS role, usesuper FROM pg_user WHERE usename = current_user",
      ),
    ).toEqual([{ role: "quarterdeck_application", usesuper: false }])
  })
})

describe("an external PostgreSQL server", () => {
  const found = otherPostgres()

  it.skipIf(!found)(
    `PostgreSQL ${found?.version}: chains and verifies the log, and protects it from a role that does not own it`,
    async () => {
      const server = await startOther(found?.binaries ?? "")
      onTestFinished(async () => {
        await disconnect()
        server.stop()
      })
      await query(server.url, "CREATE ROLE deck_owner LOGIN; CREATE ROLE deck LOGIN")
      await query(server.url, "CREATE DATABASE deck OWNER deck_owner")
      await query(server.url, "CREATE DATABASE alone OWNER deck")
      const as = (role: string, database: string) =>
        Object.assign(new URL(siblingDatabaseUrl(server.url, database)), { username: role }).href
      const [ownerUrl, url, alone] = [as("deck_owner", "deck"), as("deck", "deck"), as("deck", "alone")]

      await migrate(ownerUrl, { applicationUrl: url })
      await migrate(ownerUrl, { applicationUrl: url })
      await use(url)
      const team = newId()
      await Promise.all(
        Array.from({ length: 8 }, (_, writer) =>
          Promise.all(Array.from({ length: 5 }, (__, turn) => happen(team, `${writer} ${turn} ÄÖ`))),
        ),
      )
      expect(await verifyChains([team])).toMatchObject([{ events: 40, brokenAt: null }])
      expect(await ownsAuditLog(url)).toBe(false)
      await expect(query(url, "UPDATE audit_event SET subject = 'x'")).rejects.toThrow("permission denied")
      await expect(query(ownerUrl, "UPDATE audit_event SET subject = 'x'")).rejects.toThrow(
        "only ever added to",
      )
      await query(
        ownerUrl,
        `ALTER TABLE audit_event DISABLE TRIGGER USER; UPDATE audit_event SET detail = '{"a": 1}' WHERE number = (SELECT number FROM audit_link WHERE link = 17)`,
      )
      expect(await verifyChains([team])).toMatchObject([{ brokenAt: { link: 17n, why: "changed" } }])

      await migrate(alone, { applicationUrl: alone })
      await use(alone)
      await happen(null, "one role for all")
      expect(await ownsAuditLog(alone)).toBe(true)
      await expect(query(alone, "DELETE FROM audit_event")).rejects.toThrow("only ever added to")
      await expect(migrate(ownerUrl, { applicationUrl: alone })).rejects.toThrow(
        "Both must refer to the same database",
      )
    },
  )
})
