import { Prisma } from "@/generated/prisma/client"
import { type PlacedPolicy, type PolicySetting, policySettings } from "@/lib/memory/policy"
import { database } from "./client"
import type { Tx } from "./commit"
import { kept } from "./kept"
import { together } from "./together"

export async function readPolicies(teamId: string, client?: Pick<Tx, "policy">): Promise<PlacedPolicy[]> {
  if (!client) return readPoliciesOf(teamId)
  return (await client.policy.findMany({ where: { teamId }, orderBy: { place: "asc" } })).map(placed)
}

/** The same, with everybody else who changes policies of the team kept waiting: what is compared with them still holds when they are changed. */
export async function holdPolicies(tx: Tx, teamId: string): Promise<PlacedPolicy[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`policies of ${teamId}`}, 0))`
  return readPolicies(teamId, tx)
}

const readPoliciesOf = together<string, PlacedPolicy[]>(async (teamIds) => {
  const rows = await database().$queryRawUnsafe<{ teamId: string; place: string; settings: unknown }[]>(kept(OF_TEAMS), [...new Set(teamIds)])
  return teamIds.map((teamId) => rows.filter((row) => row.teamId === teamId).map(placed))
})

const OF_TEAMS = `SELECT team_id AS "teamId", place, settings FROM policy WHERE team_id = ANY($1::uuid[]) ORDER BY place`

const STORED = policySettings.partial().catch({})
const placed = ({ place, settings }: { place: string; settings: unknown }): PlacedPolicy => ({ place, settings: STORED.parse(settings) })

/** Null takes the place's own settings away: what is more general holds again. */
export async function setPolicy(tx: Tx, teamId: string, place: string, settings: PlacedPolicy["settings"] | null): Promise<void> {
  if (settings === null) return void (await tx.policy.deleteMany({ where: { teamId, place } }))
  const row = { settings: settings as Prisma.InputJsonObject, changedAt: new Date() }
  await tx.policy.upsert({ where: { teamId_place: { teamId, place } }, create: { teamId, place, ...row }, update: row })
}

/** Sets some of a place's own settings and takes others away, in one statement: two people who change different ones lose neither. Gives what the place says then. */
export async function changeSettings(tx: Tx, teamId: string, place: string, { set, unset }: { set: PlacedPolicy["settings"]; unset: readonly PolicySetting[] }): Promise<PlacedPolicy["settings"]> {
  const fresh = JSON.stringify(set)
  const [row] = await tx.$queryRaw<{ settings: PlacedPolicy["settings"] }[]>`
    INSERT INTO policy (team_id, place, settings) VALUES (${teamId}::uuid, ${place}, ${fresh}::jsonb - ${[...unset]}::text[])
    ON CONFLICT (team_id, place) DO UPDATE SET settings = (policy.settings || ${fresh}::jsonb) - ${[...unset]}::text[], changed_at = now() RETURNING settings`
  await tx.policy.deleteMany({ where: { teamId, place, settings: { equals: {} } } })
  return row?.settings ?? {}
}

export interface Curator {
  readonly id: string
  readonly name: string
  /** Of the team or of the deployment. */
  readonly owner: boolean
}

/** The people who may decide in a team: its leads and owners, and the owners of the deployment. */
export async function curatorsOf(teamId: string, client: Pick<Tx, "user"> = database()): Promise<Curator[]> {
  const people = await client.user.findMany({
    where: { disabledAt: null, OR: [{ owner: true }, { memberships: { some: { teamId, role: { in: ["lead", "owner"] } } } }] },
    select: { id: true, name: true, owner: true, memberships: { where: { teamId }, select: { role: true } } },
  })
  return people.map(({ id, name, owner, memberships }) => ({ id, name, owner: owner || memberships.some((one) => one.role === "owner") }))
}
