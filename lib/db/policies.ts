import { Prisma } from "@/generated/prisma/client"
import { type PlacedPolicy, policySettings } from "@/lib/memory/policy"
import { database } from "./client"
import type { Tx } from "./commit"

export async function readPolicies(teamId: string, client: Pick<Tx, "policy"> = database()): Promise<PlacedPolicy[]> {
  const rows = await client.policy.findMany({ where: { teamId }, orderBy: { place: "asc" } })
  return rows.map(({ place, settings }) => ({ place, settings: policySettings.partial().catch({}).parse(settings) }))
}

/** Null takes the place's own settings away: what is more general holds again. */
export async function setPolicy(tx: Tx, teamId: string, place: string, settings: PlacedPolicy["settings"] | null): Promise<void> {
  if (settings === null) return void (await tx.policy.deleteMany({ where: { teamId, place } }))
  const row = { settings: settings as Prisma.InputJsonObject, changedAt: new Date() }
  await tx.policy.upsert({ where: { teamId_place: { teamId, place } }, create: { teamId, place, ...row }, update: row })
}

/** The people who may decide in a team: its leads and owners, and the owners of the deployment. */
export async function curatorsOf(teamId: string, client: Pick<Tx, "user"> = database()): Promise<{ id: string; name: string }[]> {
  return client.user.findMany({
    where: { disabledAt: null, OR: [{ owner: true }, { memberships: { some: { teamId, role: { in: ["lead", "owner"] } } } }] },
    select: { id: true, name: true },
  })
}
