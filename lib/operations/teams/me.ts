import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { endCommandLine, readCommandLines } from "@/lib/db/teams/logins"
import { commit } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import { isId } from "@/lib/db/infra/identifiers"
import { findPerson } from "@/lib/db/teams/people"
import { visibleTeams } from "@/lib/db/teams/teams"
import { ROLES, TOKEN_RIGHTS } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"

const Me = z.object({
  kind: z.enum(["person", "token", "system"]),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable().describe("The person's email address. Null for access tokens"),
  owner: z.boolean().describe("True for a Quarterdeck owner, or the machine's own token"),
  commandLine: z
    .string()
    .nullable()
    .describe("The command-line login. Null in the browser and for access tokens"),
  rights: z
    .array(z.enum(TOKEN_RIGHTS))
    .describe("Permissions of an access token. Empty for people, who have roles"),
  agent: z.string().nullable().describe("The agent that the access token belongs to"),
  project: z
    .string()
    .nullable()
    .describe("The project that an access token is bound to. Null for all projects"),
  teams: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      sample: z.boolean(),
      role: z.enum(ROLES).nullable(),
    }),
  ),
})

export const showMe = operation({
  name: "me.show",
  summary: "Show the signed-in person or access token, with their permissions.",
  method: "GET",
  path: "/me",
  right: "read",
  input: z.object({}),
  output: Me,
  async run(actor) {
    const teams = await visibleTeams(actor)
    const whole = {
      kind: actor.kind,
      id: actor.id,
      name: actor.name,
      email: null,
      owner: false,
      commandLine: null,
      rights: [],
      agent: null,
      project: null,
      teams: teams.map((team) => ({ ...team, role: null })),
    }
    switch (actor.kind) {
      case "system":
        return done(whole)
      case "person": {
        const roleIn = (teamId: string) =>
          actor.memberships.find((one) => one.teamId === teamId)?.role ?? (actor.owner ? "owner" : null)
        const person = await findPerson(actor.id)
        return done({
          ...whole,
          email: person?.email ?? null,
          owner: actor.owner,
          commandLine: actor.through ?? null,
          teams: teams.map((team) => ({ ...team, role: roleIn(team.id) })),
        })
      }
      case "token": {
        const project =
          actor.projectId === null || actor.teamId === null
            ? null
            : (await listProjects(visibilityOf(actor, actor.teamId))).find(
                (one) => one.id === actor.projectId,
              )
        return done({
          ...whole,
          owner: actor.teamId === null && actor.rights.includes("admin"),
          rights: [...actor.rights],
          agent: actor.agent,
          project: project?.name ?? null,
        })
      }
    }
  },
})

export const CommandLine = z.object({
  id: z.string(),
  name: z.string().describe("Machine name, as reported by the command line"),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe("Rounded to the minute"),
})
export type CommandLine = z.output<typeof CommandLine>

export const listCommandLines = operation({
  name: "command-line.list",
  summary: "List your command-line logins.",
  method: "GET",
  path: "/me/command-lines",
  right: "read",
  input: z.object({}),
  output: z.object({ commandLines: z.array(CommandLine) }),
  async run(actor) {
    const rows = actor.kind === "person" ? await readCommandLines(actor.id, new Date()) : []
    return done({
      commandLines: rows.map(({ createdAt, expiresAt, lastUsedAt, ...rest }) => ({
        ...rest,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    })
  },
})

export const endOwnCommandLine = operation({
  name: "command-line.end",
  summary: "End one of your command-line logins immediately.",
  method: "DELETE",
  path: "/me/command-lines/{commandLine}",
  right: "read",
  input: z.object({ commandLine: z.string().describe("The ID of the login, from GET /me/command-lines") }),
  output: z.object({ id: z.string() }),
  async run(actor, { commandLine: id }) {
    if (actor.kind !== "person")
      return refused(
        "forbidden",
        "Access tokens have no command-line logins. To revoke an access token, use Settings > Access tokens",
      )
    if (!isId(id)) return NO_SUCH_LINE
    const ended = await commit(
      actor,
      (name: string) => ({ kind: "command-line.end", teamId: null, subject: name }),
      async (tx) => {
        const name = await endCommandLine(tx, { userId: actor.id, id, now: new Date() })
        return name === null ? NO_SUCH_LINE : done(name)
      },
    )
    return ended.ok ? done({ id }) : ended
  },
})

const NO_SUCH_LINE = refused("not-found", "Command-line login not found or signed out")
