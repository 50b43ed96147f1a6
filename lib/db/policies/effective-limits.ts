import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import { LIMIT_SETTINGS, limitsOf, sameCut } from "@/lib/memory/policies/effective-limits"
import type { FileRole, FormatId, LoadLimits } from "@/lib/memory/memory-files/format"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { prepared } from "../infra/prepared-statements"
import { readPolicies } from "./policies"
import type { Tx } from "../infra/commit"

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
