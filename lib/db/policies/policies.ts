import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { type PlacedPolicy, POLICY_SETTINGS, policySettings } from "@/lib/memory/policies/policy"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { prepared } from "../infra/prepared-statements"
import { batched } from "../infra/batching"

/** Returns the policies of a team and of the deployment. */
export async function readPolicies(
  { teamId }: Visibility,
  client?: Pick<Tx, "$queryRawUnsafe">,
): Promise<PlacedPolicy[]> {
  return client ? ((await policiesOf([teamId], client))[0] as PlacedPolicy[]) : readPoliciesOf(teamId)
}

/**
 * Locks the policies of a team until the end of the transaction and returns them with the policy of the
 * deployment. A check and the following change are then consistent.
 */
export async function lockPolicies(tx: Tx, teamId: string): Promise<PlacedPolicy[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended('policy of the deployment', 0)), pg_advisory_xact_lock(hashtextextended(${`policies of ${teamId}`}, 0))`
  return readPolicies(wholeTeamUnchecked(teamId), tx)
}

/**
 * Locks the policies of the deployment and of all teams against changes until the end of the transaction.
 * Returns the policies of a team and of the deployment.
 */
export async function lockDeploymentPolicy(tx: Tx, teamId: string): Promise<PlacedPolicy[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('policy of the deployment', 0))`
  return readPolicies(wholeTeamUnchecked(teamId), tx)
}

const readPoliciesOf = batched<string, PlacedPolicy[]>((teamIds) => policiesOf(teamIds, database()))

async function policiesOf(
  teamIds: readonly string[],
  client: Pick<Tx, "$queryRawUnsafe">,
): Promise<PlacedPolicy[][]> {
  const rows = await client.$queryRawUnsafe<{ teamId: string | null; place: string; settings: unknown }[]>(
    prepared(OF_TEAMS),
    [...new Set(teamIds)],
  )
  return teamIds.map((teamId) =>
    rows.filter((row) => row.teamId === null || row.teamId === teamId).map(placed),
  )
}

const OF_TEAMS = `SELECT NULL AS "teamId", 'deployment' AS place, settings FROM deployment_policy
  UNION ALL (SELECT team_id, place, settings FROM policy WHERE team_id = ANY($1::uuid[]) ORDER BY place)`

/**
 * Returns a stored policy without settings and values that this version does not support. The other settings
 * apply.
 */
function placed({ place, settings }: { place: string; settings: unknown }): PlacedPolicy {
  const stored =
    typeof settings === "object" && settings !== null ? (settings as Readonly<Record<string, unknown>>) : {}
  const known = POLICY_SETTINGS.flatMap((setting) => {
    if (stored[setting] === undefined) return []
    const read = policySettings.shape[setting].safeParse(stored[setting])
    return read.success ? [[setting, read.data] as const] : []
  })
  return { place, settings: Object.fromEntries(known) }
}

/** Stores the policy at `place`, or deletes it if `settings` is null. */
export async function setPolicy(
  tx: Tx,
  teamId: string,
  place: string,
  settings: PlacedPolicy["settings"] | null,
): Promise<void> {
  const row = { settings: settings as Prisma.InputJsonObject, changedAt: new Date() }
  if (place === "deployment") {
    if (settings === null) await tx.deploymentPolicy.deleteMany()
    else await tx.deploymentPolicy.upsert({ where: { id: true }, create: row, update: row })
  } else if (settings === null) await tx.policy.deleteMany({ where: { teamId, place } })
  else
    await tx.policy.upsert({
      where: { teamId_place: { teamId, place } },
      create: { teamId, place, ...row },
      update: row,
    })
}

export interface Curator {
  readonly id: string
  readonly name: string
  /** True for owners of the team or the deployment. */
  readonly owner: boolean
}

/** Returns the people who can decide in a team: its leads and owners, and the deployment's owners. */
export async function curatorsOf(
  { teamId }: Visibility,
  client: Pick<Reader, "user"> = database(),
): Promise<Curator[]> {
  const people = await client.user.findMany({
    where: {
      disabledAt: null,
      OR: [{ owner: true }, { memberships: { some: { teamId, role: { in: ["lead", "owner"] } } } }],
    },
    select: { id: true, name: true, owner: true, memberships: { where: { teamId }, select: { role: true } } },
  })
  return people.map(({ id, name, owner, memberships }) => ({
    id,
    name,
    owner: owner || memberships.some((one) => one.role === "owner"),
  }))
}
