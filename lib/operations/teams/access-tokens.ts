import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { inputInstant } from "@/lib/memory/inputs/read-input"
import { z } from "zod"
import {
  addAccessToken,
  findTeamToken,
  readAccessTokens,
  readMakers,
  revokeToken,
} from "@/lib/db/teams/access-tokens"
import { listProjects } from "@/lib/db/agents/fleet"
import { commit } from "@/lib/db/infra/commit"
import { newSecret } from "@/lib/db/infra/secrets"
import {
  type Actor,
  can,
  TOKEN_RIGHTS,
  tokenAncestry,
  endOfMinted,
  whyMayNotMint,
} from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { teamOf, type VisibleProject } from "./team-and-project"

const DAY_MS = 86_400_000
const MOST_DAYS = 3_650

const Team = z.string().min(1).describe("A team's slug, name or ID")

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("The first characters, to identify the token"),
  rights: z.array(z.enum(TOKEN_RIGHTS)),
  project: z.string().nullable().describe("Null for all projects in the team"),
  agent: z.string().nullable(),
  createdBy: z.string().describe("Name of the person who created the token"),
  createdById: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe("Rounded to the minute"),
})
export type AccessToken = z.output<typeof AccessToken>

export const listAccessTokens = operation({
  name: "access-token.list",
  summary: "List a team's access tokens, without their secrets.",
  method: "GET",
  path: "/teams/{team}/access-tokens",
  right: "manage",
  input: z.object({ team: Team, ...pageInput }),
  output: z.object({ accessTokens: z.array(AccessToken), next: nextOutput }),
  async run(actor, { team: reference, ...asked }) {
    const team = await teamOf(actor, "manage", reference)
    if (!team.ok) return team
    const [all, projects] = await Promise.all([
      readAccessTokens(visibilityOf(actor, team.value.id)),
      listProjects(visibilityOf(actor, team.value.id)),
    ])
    const { rows, next } = pageOf(all, asked)
    const makers = await readMakers(rows.map((row) => row.createdBy))
    return done({
      next,
      accessTokens: rows.map(
        ({ id, name, prefix, rights, agent, projectId, createdBy, createdAt, expiresAt, lastUsedAt }) => ({
          id,
          name,
          prefix,
          rights: [...rights],
          agent,
          project: projectId && (projects.find((one) => one.id === projectId)?.name ?? "a removed project"),
          createdBy: makers.get(createdBy) ?? "a removed person",
          createdById: createdBy,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        }),
      ),
    })
  },
})

export const createAccessToken = operation({
  name: "access-token.create",
  summary: "Create an access token for an agent. The token is shown only in this response.",
  method: "POST",
  path: "/teams/{team}/access-tokens",
  right: "manage",
  shownOnce: true,
  input: z.object({
    team: Team,
    name: z.string().trim().min(1).max(80),
    rights: z
      .array(z.enum(TOKEN_RIGHTS))
      .min(1, "choose at least one permission")
      .transform((rights) => [...new Set(rights)]),
    project: z
      .string()
      .min(1)
      .nullish()
      .describe("A project's slug, name or ID. Defaults to all projects in the team"),
    agent: z.string().trim().min(1).max(200).nullish().describe("The agent that the token belongs to"),
    days: z
      .int()
      .min(1)
      .max(MOST_DAYS)
      .nullish()
      .describe(
        "Lifetime in days. If omitted, the token is valid until it is revoked or its parent token expires",
      ),
    expiresAt: inputInstant.nullish().describe("Expiry date, instead of days"),
  }),
  output: z.object({ id: z.string(), token: z.string(), expiresAt: z.iso.datetime().nullable() }),
  async run(actor, { team: reference, name, rights, ...input }) {
    const team = await teamOf(actor, "manage", reference)
    if (!team.ok) return team
    const { id: teamId } = team.value
    const why = rights.includes("admin") ? whyNotAdmin(actor, teamId, input) : null
    if (why) return why
    const project = input.project
      ? await projectNamed(visibilityOf(actor, teamId), input.project)
      : done(null)
    if (!project.ok) return project
    const bounds = { projectId: project.value?.id ?? null, agent: input.agent ?? null }
    const expiresAt = expiryOf(actor, input, { rights, ...bounds })
    if (!expiresAt.ok) return expiresAt
    const token = { teamId, ...bounds, name, rights, expiresAt: expiresAt.value }
    return storeToken(actor, token, { project: project.value, days: input.days ?? null })
  },
})

type NewToken = Omit<Parameters<typeof addAccessToken>[1], "secret" | "createdBy" | "ancestors">

function storeToken(
  actor: Actor,
  token: NewToken,
  { project, days }: { readonly project: VisibleProject | null; readonly days: number | null },
) {
  const { teamId, name, rights, agent } = token
  const secret = `qd_${newSecret()}`
  const expiresAt = token.expiresAt?.toISOString() ?? null
  const detail = { rights: [...rights], project: project?.name ?? null, agent, days, expiresAt }
  return commit(actor, { kind: "access-token.create", teamId, subject: name, detail }, async (tx) => {
    const id = await addAccessToken(tx, { ...token, secret, createdBy: actor.id, ...tokenAncestry(actor) })
    return done({ id, token: secret, expiresAt })
  })
}

interface TokenInput {
  readonly project?: string | null | undefined
  readonly agent?: string | null | undefined
  readonly days?: number | null | undefined
  readonly expiresAt?: string | null | undefined
}

function whyNotAdmin(actor: Actor, teamId: string, { project, agent }: TokenInput): Refusal | null {
  if (actor.kind !== "token" && !can(actor, "own", { teamId }))
    return refused("forbidden", "Only an owner can grant the admin permission")
  return project || agent
    ? refused(
        "invalid",
        "rights: the admin permission applies to the whole team. Omit project and agent, or choose other permissions",
      )
    : null
}

async function projectNamed(visible: Visibility, named: string): Promise<Outcome<VisibleProject>> {
  const project = (await listProjects(visible)).find((one) => [one.id, one.slug, one.name].includes(named))
  return project ? done(project) : refused("not-found", `Project not found in this team: ${named}`)
}

/**
 * Returns the expiry of the token. Null: the token never expires. Refuses rights that the actor may not
 * grant.
 */
function expiryOf(
  actor: Actor,
  { days = null, expiresAt: until = null }: TokenInput,
  wanted: Omit<Parameters<typeof whyMayNotMint>[1], "expiresAt">,
): Outcome<Date | null> {
  if (days !== null && until !== null) return refused("invalid", "days and expiresAt cannot be combined")
  const now = Date.now()
  const afterDays = days === null ? null : new Date(now + days * DAY_MS)
  const asked = afterDays ?? (until === null ? null : new Date(until))
  const why = whyMayNotMint(actor, { ...wanted, expiresAt: asked })
  if (why !== null) return refused("forbidden", why)
  const expiresAt = endOfMinted(actor, asked)
  if (expiresAt && (expiresAt.getTime() <= now || expiresAt.getTime() > now + MOST_DAYS * DAY_MS))
    return refused(
      "invalid",
      `expiresAt: ${expiresAt.toISOString()} is in the past, or more than ten years in the future`,
    )
  return done(expiresAt)
}

export const revokeAccessToken = operation({
  name: "access-token.revoke",
  summary: "Revoke an access token, and all tokens created with it, immediately.",
  method: "DELETE",
  path: "/teams/{team}/access-tokens/{accessToken}",
  right: "manage",
  input: z.object({ team: Team, accessToken: z.uuid() }),
  output: z.object({ id: z.string() }),
  async run(actor, { team: reference, accessToken: id }) {
    const team = await teamOf(actor, "manage", reference)
    if (!team.ok) return team
    const { id: teamId } = team.value
    const token = await findTeamToken(visibilityOf(actor, teamId), id)
    if (!token) return NO_SUCH_TOKEN
    return commit(actor, { kind: "access-token.revoke", teamId, subject: token.name }, async (tx) =>
      (await revokeToken(tx, teamId, id, new Date())) ? done({ id }) : NO_SUCH_TOKEN,
    )
  },
})

const NO_SUCH_TOKEN = refused("not-found", "Access token not found or revoked")
