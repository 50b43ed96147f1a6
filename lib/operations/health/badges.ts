import { visibilityOf, inProject, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { addBadge, dropBadge, readBadges, findBadge } from "@/lib/db/health"
import { readMakers } from "@/lib/db/teams/access-tokens"
import { commit } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import { newSecret } from "@/lib/db/infra/secrets"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { healthOf } from "@/lib/memory/health/health"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { inTeam } from "../teams/team-and-project"
import { readHealthFacts } from "./health-facts"

/** Maximum number of badges of a team. */
const MOST = 50

const team = z.string().min(1).describe("A team's slug, name or ID")

export const listBadges = operation({
  name: "health-badge.list",
  summary: "List a team's badge URLs, without their keys. A badge is a public image of the health score.",
  method: "GET",
  path: "/teams/{team}/health-badges",
  right: "manage",
  input: z.object({ team, ...pageInput }),
  output: z.object({
    badges: z.array(
      z.object({
        id: z.string(),
        project: z.string().nullable().describe("Null for the whole team"),
        prefix: z.string().describe("First characters of the key"),
        createdBy: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
    next: nextOutput,
  }),
  run: (actor, { team: asked, ...page }) =>
    inTeam(actor, "manage", asked, async ({ id: teamId }) => {
      const [all, projects] = await Promise.all([
        readBadges(visibilityOf(actor, teamId)),
        listProjects(visibilityOf(actor, teamId)),
      ])
      const { rows, next } = pageOf(all, page)
      const makers = await readMakers(rows.map((row) => row.createdBy))
      return done({
        next,
        badges: rows.map(({ id, prefix, projectId, createdBy, createdAt }) => ({
          id,
          prefix,
          project: projectId && (projects.find((one) => one.id === projectId)?.name ?? null),
          createdBy: makers.get(createdBy) ?? "a removed person",
          createdAt: createdAt.toISOString(),
        })),
      })
    }),
})

export const createBadge = operation({
  name: "health-badge.create",
  summary: "Create a public URL for the health badge of a team or project. The URL is shown only once.",
  method: "POST",
  path: "/teams/{team}/health-badges",
  right: "manage",
  shownOnce: true,
  input: z.object({
    team,
    project: z
      .string()
      .min(1)
      .max(200)
      .nullish()
      .describe("A project's slug, name or ID. Defaults to the whole team"),
  }),
  output: z.object({
    id: z.string(),
    path: z.string().describe("Relative to the URL of this deployment"),
    key: z.string(),
  }),
  run: (actor, { team: asked, project: wanted }) =>
    inTeam(actor, "manage", asked, async ({ id: teamId, name }) => {
      const project = wanted
        ? (await listProjects(visibilityOf(actor, teamId))).find((one) =>
            [one.id, one.slug, one.name].includes(wanted),
          )
        : null
      if (project === undefined) return refused("not-found", `project not found in this team: ${wanted}`)
      if ((await readBadges(visibilityOf(actor, teamId))).length >= MOST)
        return refused("invalid", `the team has ${MOST} badge URLs, which is the maximum. Revoke one first`)
      const key = newSecret()
      return commit(
        actor,
        { kind: "health-badge.create", teamId, subject: project?.name ?? name },
        async (tx) => {
          const id = await addBadge(tx, { teamId, projectId: project?.id ?? null, key, createdBy: actor.id })
          return done({ id, key, path: `/api/badge/${key}` })
        },
      )
    }),
})

export const removeBadge = operation({
  name: "health-badge.remove",
  summary: "Revoke a badge URL. Requests to the URL then return 404.",
  method: "DELETE",
  path: "/teams/{team}/health-badges/{badge}",
  right: "manage",
  input: z.object({ team, badge: z.uuid() }),
  output: z.object({ id: z.string() }),
  run: (actor, { team: asked, badge }) =>
    inTeam(actor, "manage", asked, async ({ id: teamId, name }) => {
      const [known, projects] = await Promise.all([
        readBadges(visibilityOf(actor, teamId)),
        listProjects(visibilityOf(actor, teamId)),
      ])
      const row = known.find((one) => one.id === badge)
      if (!row) return NO_SUCH_BADGE
      const subject = projects.find((one) => one.id === row.projectId)?.name ?? name
      return commit(actor, { kind: "health-badge.remove", teamId, subject }, async (tx) =>
        (await dropBadge(tx, teamId, badge)) ? done({ id: badge }) : NO_SUCH_BADGE,
      )
    }),
})

const NO_SUCH_BADGE = refused("not-found", "badge URL not found or revoked")

/** Cache time of the facts behind a badge, in milliseconds. README badges are requested often. */
const FRESH_MS = 60_000
const MOST_KEPT = 1_000

const kept = new Map<string, { readonly at: number; readonly score: Promise<number | null> }>()

/**
 * Returns the score of a badge; null if nothing can be measured yet. Undefined if the badge does not exist,
 * which is checked on each request, so that a removed badge stops working at once.
 */
export async function badgeScore(key: string, now: Date): Promise<number | null | undefined> {
  const badge = /^[\w-]{43}$/.test(key) ? await findBadge(key) : null
  if (badge === null) return undefined
  const known = kept.get(badge.id)
  if (known && now.getTime() - known.at < FRESH_MS) return known.score
  const score = readHealthFacts(inProject(wholeTeamUnchecked(badge.teamId), badge.projectId), now).then(
    ({ facts }) => healthOf(facts).score,
  )
  kept.delete(badge.id)
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
  kept.set(badge.id, { at: now.getTime(), score })
  score.catch(() => kept.delete(badge.id))
  return score
}
