import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import {
  type PlacedPolicy,
  POLICY_SETTINGS,
  policySettings,
  policyOfMemory,
} from "@/lib/memory/policies/policy"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import { LIMIT_SETTINGS, limitsOf, sameCut } from "@/lib/memory/policies/effective-limits"
import type { FileRole, FormatId, LoadLimits } from "@/lib/memory/memory-files/format"
import { database, type Reader, prepared } from "./infra/client"
import type { Tx } from "./infra/commit"
import { batched } from "./infra/batching"

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

/** The scope, project, category and agent of a file, which decide which policies apply. */
export interface Belonging {
  readonly scope: string
  readonly projectSlug: string
  readonly category: string | null
  readonly agent: string | null
}

interface FileOfFormat {
  readonly projectId: string
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly format: string
  readonly location: { readonly scope: string; readonly role: FileRole }
  readonly text: string
  readonly limits: LoadLimits
  readonly cut: number | null
}

/**
 * Returns the files with the load limits of the policies that apply to them, and with the line at which they
 * are truncated.
 */
export async function withLimitsOfPlace<File extends FileOfFormat>(
  tx: Tx,
  teamId: string,
  files: readonly File[],
): Promise<readonly File[]> {
  const [said] = await tx.$queryRawUnsafe<{ found: boolean }[]>(prepared(SAYS_LIMITS), teamId, [
    ...LIMIT_SETTINGS,
  ])
  if (!said?.found) return files
  const [policies, places] = [
    await readPolicies(wholeTeamUnchecked(teamId), tx),
    await placesOf(tx, teamId, files),
  ]
  return files.map((file, at) => {
    const place = places[at]
    if (!place) return file
    const limits = limitsAt(
      policies,
      { format: file.format as FormatId, role: file.location.role, own: file.limits },
      { ...place, scope: file.location.scope },
    )
    return {
      ...file,
      limits,
      cut: sameCut(limits, file.limits) ? file.cut : (cutOf(file.text, limits)?.line ?? null),
    }
  })
}

export function limitsAt(
  policies: readonly PlacedPolicy[],
  file: { readonly format: FormatId; readonly role: FileRole; readonly own: LoadLimits },
  place: Belonging,
): LoadLimits {
  return limitsOf(file, policyOfMemory(policies, place))
}

const SAYS_LIMITS = `SELECT EXISTS (SELECT 1 FROM policy WHERE team_id = $1::uuid AND settings ?| $2::text[]) OR EXISTS (SELECT 1 FROM deployment_policy WHERE settings ?| $2::text[]) AS found`

/** Returns the project, category and agent of files, in the order of the files. */
async function placesOf(
  tx: Tx,
  teamId: string,
  files: readonly FileOfFormat[],
): Promise<Omit<Belonging, "scope">[]> {
  return tx.$queryRawUnsafe(
    `SELECT p.slug AS "projectSlug", coalesce(c.slug, ac.slug) AS category, a.name AS agent
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) WITH ORDINALITY AS w(project_id, agent_id, category_id, place) JOIN project p ON p.team_id = $1::uuid AND p.id = w.project_id
       LEFT JOIN agent a ON a.team_id = $1::uuid AND a.id = w.agent_id LEFT JOIN category c ON c.team_id = $1::uuid AND c.id = w.category_id
       LEFT JOIN category ac ON ac.team_id = $1::uuid AND ac.id = a.category_id ORDER BY w.place`,
    teamId,
    files.map((file) => file.projectId),
    files.map((file) => file.agentId),
    files.map((file) => file.categoryId),
  )
}
