import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { readPolicies } from "@/lib/db/policies"
import {
  neverVerified,
  type PlacedDays,
  type VerifiableEntry,
  verifiedEntries,
} from "@/lib/db/memory-files/verifications"
import { done } from "@/lib/memory/inputs/outcome"
import {
  distinguishedMemories,
  type PlacedPolicy,
  policyFor,
  policyOfMemory,
} from "@/lib/memory/policies/policy"
import {
  DEFAULT_VERIFICATION,
  datePlusDays,
  spreadDays,
  verificationDays,
  verifiedUntil,
} from "@/lib/memory/policies/effective-settings"
import { operation } from "../operation"
import { placeInList } from "../infra/paging"
import { projectOf, inTeam } from "../teams/team-and-project"
import { viewVerification, verificationOutput, readVerifications } from "./verify-entries"
import { compareText } from "@/lib/memory/text/aggregates"

export const dueEntry = z.object({
  id: z.string(),
  text: z.string(),
  type: z.string().nullable(),
  section: z.string().nullable(),
  /** Heading above the entry, or null. */
  title: z.string().nullable(),
  scope: z.string(),
  date: z.string().nullable(),
  path: z.string(),
  fileId: z.string(),
  line: z.number(),
  endLine: z.number(),
  project: z.object({ slug: z.string(), name: z.string() }),
  agent: z.string().nullable(),
  /** Author, time and reason of the current text. */
  from: z.object({ by: z.string(), at: z.string(), reason: z.string() }),
  /** Verification that expired or is about to expire. Null if the current text was never verified. */
  vouched: verificationOutput.nullable(),
  /** Day on which the entry became or becomes due. */
  due: z.string(),
  /** Day until which a verification of today would be valid. */
  until: z.string(),
})
export type DueEntry = z.output<typeof dueEntry>

export const listDueEntries = operation({
  name: "entry.due",
  summary:
    "List entries due for verification: those with expired or expiring verifications, and old entries that were never verified.",
  method: "GET",
  path: "/entries/due",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    agent: z.string().optional(),
    within: z.coerce.number().int().min(0).max(3_650).default(14).describe("Number of days to look ahead"),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    after: placeInList.optional(),
  }),
  output: z.object({ entries: z.array(dueEntry), next: z.string().nullable(), total: z.number() }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const project = await projectOf(actor, team.id, input.project)
      if (!project.ok) return project
      const today = new Date().toISOString().slice(0, 10)
      const last = datePlusDays(today, input.within)
      const from = Number(input.after ?? 0)
      const where = {
        visible: visibilityOf(actor, team.id, project.value?.id),
        agent: input.agent ?? null,
      }
      const policies = await readPolicies(visibilityOf(actor, team.id))
      const [known, never] = await Promise.all([
        verifiedEntries(where),
        neverVerified(where, { placed: placedDays(policies), until: last, take: from + input.limit }),
      ])
      const holds = await readVerifications(visibilityOf(actor, team.id), known)
      const ended = known
        .map((entry) => ({ ...entry, due: holds.get(entry.id)?.until ?? neverDue(entry, policies) }))
        .filter((one) => one.due <= last)
      const all = [...ended, ...never.rows].toSorted(
        (a, b) => compareText(a.due, b.due) || compareText(a.path, b.path) || a.line - b.line,
      )
      const total = ended.length + never.total
      const page = all.slice(from, from + input.limit)
      const entries = page.map(
        ({ by, at, reason, project: name, projectSlug, category, agentCategory, revision: _, ...entry }) => ({
          ...entry,
          due: entry.due,
          project: { slug: projectSlug, name },
          from: { by, at: at.toISOString(), reason },
          vouched: viewVerification(holds.get(entry.id)),
          until: verifiedUntil(
            entry,
            policyOfMemory(policies, { ...entry, projectSlug, category, agentCategory }).verification,
            today,
          ),
        }),
      )
      return done({
        entries,
        total,
        next: from + page.length < total && page.length > 0 ? String(from + page.length) : null,
      })
    }),
})

/**
 * Returns the day on which an entry without a valid verification is due. A verification of an earlier text
 * does not count.
 */
function neverDue(entry: VerifiableEntry, policies: readonly PlacedPolicy[]): string {
  const { verification } = policyOfMemory(policies, entry)
  return datePlusDays(
    entry.date ?? entry.at.toISOString(),
    spreadDays(verificationDays(verification, entry.type), entry.id),
  )
}

/**
 * Returns the verification intervals for each place with its own policy, in days by type. Lists every type,
 * because the query has no defaults.
 */
function placedDays(policies: readonly PlacedPolicy[]): PlacedDays[] {
  return distinguishedMemories(policies.filter(({ settings }) => settings.verification !== undefined)).map(
    (whose) => {
      const days = policyFor(policies, whose).verification
      const types = new Set([...Object.keys(DEFAULT_VERIFICATION), ...Object.keys(days)])
      return {
        ...whose,
        days: Object.fromEntries(
          [...types].map((type) => [type, verificationDays(days, type === "other" ? null : type)]),
        ),
      }
    },
  )
}
