import { visibilityOf } from "@/lib/memory/teams/visibility"
import type { EntryRights } from "@/components/memory-files/reader/entry-actions"
import { ForgottenHere } from "@/components/memory-files/reader/forgotten-here"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { readPolicies } from "@/lib/db/policies"
import type { Actor } from "@/lib/memory/teams/actor"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import type { VerificationDays } from "@/lib/memory/policies/effective-settings"
import type { FileSummary } from "@/lib/operations/memory-files/memory-outputs"
import { listForgottenEntries } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { categoryAt } from "@/lib/operations/policies/places"
import { teamOf } from "@/lib/operations/teams/team-and-project"

interface Looked {
  readonly file: FileSummary
  readonly readers: readonly unknown[]
  /** Number of the current revision. */
  readonly revisions: number
}

/**
 * Returns what the user may do with the entries of a file besides proposing, and how long a verification is
 * valid. `curating`: null for users with read access only and for read-only files.
 */
export async function entryRightsOf(
  actor: Actor,
  team: string,
  { file, readers, revisions }: Looked,
): Promise<{ curating: EntryRights | null; days: VerificationDays }> {
  const onlyRead = file.role === "identity" || file.format === "instructions" || file.state === "gone"
  const [place, proposes, decides] = await Promise.all(
    (["read", "propose", "curate"] as const).map((verb) => teamOf(actor, verb, team)),
  )
  const [policies, agentCategory] = place?.ok
    ? await Promise.all([
        readPolicies(visibilityOf(actor, place.value.id)),
        file.agent === null
          ? null
          : categoryAt(visibilityOf(actor, place.value.id), `agent:${file.project.slug}/${file.agent}`),
      ])
    : [[], null]
  const { verification: days } = policyOfMemory(policies, {
    ...file,
    projectSlug: file.project.slug,
    agentCategory,
  })
  return {
    curating:
      onlyRead || !proposes?.ok
        ? null
        : { team, file: file.id, revision: revisions, agents: readers.length, decides: decides?.ok === true },
    days,
  }
}

/** The newest forgotten entries of a file. */
export async function ForgottenEntries({ actor, team, file }: { actor: Actor; team: string; file: string }) {
  const [{ forgotten, total }, proposes, decides] = await Promise.all([
    runOperation(listForgottenEntries, actor, { team, file, limit: 10 }).then(valueOrNotFound),
    teamOf(actor, "propose", team),
    teamOf(actor, "curate", team),
  ])
  const otherwise = proposes.ok ? "by proposal" : "not"
  return (
    <ForgottenHere
      team={team}
      forgotten={forgotten}
      total={total}
      restores={decides.ok ? "directly" : otherwise}
    />
  )
}
