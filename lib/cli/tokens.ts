import { formatCount } from "@/lib/memory/text/sentence"
import { TOKEN_RIGHTS } from "@/lib/memory/teams/actor"
import type { AccessToken } from "@/lib/operations/teams/access-tokens"
import { command, type Command, wrongForm } from "./infra/command"
import { oneTeam, ownTeams } from "./infra/team-and-project"
import { refuse, CommandError } from "./infra/exit-codes"
import type { Server } from "./infra/server"
import { AGENT, endOfTerm, PROJECT, someOf, TEAM, TERM } from "./infra/option-values"
import { table, visible } from "./infra/terminal"

const NO_TEAM = {
  value: "T",
  about: "the team. Required if there are several and --project does not identify it",
  takes: TEAM,
}

export const tokenCreateCommand: Command = command({
  name: "token create",
  form: "token create --name N --right R... [--team T] [--project P] [--agent A] [--expires D] [--json]",
  about: "create an access token for an agent or a script, and show it once",
  purpose: "settings",
  words: [0, 0],
  options: {
    name: { value: "N", about: 'a name that says where the token is used, such as "ledger CI"' },
    right: {
      value: "R",
      about: `${TOKEN_RIGHTS.join(", ")}; separate multiple rights with commas, or repeat the option`,
      takes: someOf(TOKEN_RIGHTS),
      repeated: true,
    },
    team: NO_TEAM,
    project: {
      value: "P",
      about: "restrict writes to this project (default: the whole team)",
      takes: PROJECT,
    },
    agent: { value: "A", about: "the agent that the token belongs to", takes: AGENT },
    expires: {
      value: "D",
      about: "lifetime (30d, 12h) or end date in UTC (2026-12-31); default: valid until revoked",
      takes: TERM,
    },
  },
  notes:
    "read: read memory. propose: read and propose. sync: read, upload and download files. coach: read the fleet and submit syntheses. admin: manage the team (only an owner can grant it). Tokens cannot approve or reject proposals.\n\nStandard output contains only the token. Save it now, because Quarterdeck stores only its hash.",
  examples: [
    'token create --name "ledger CI" --right propose --project ledger --expires 90d',
    "token create --name sync-bot --right sync,read --team core --json",
  ],
  async run({ values, lists, server, screen }) {
    const { name, project, agent, expires } = values
    if (name === undefined) throw wrongForm(tokenCreateCommand, "--name is missing")
    const rights = [...new Set((lists.right ?? []).flatMap((given) => given.split(",")).flatMap(rightsNamed))]
    if (rights.length === 0) throw wrongForm(tokenCreateCommand, "--right is required")
    const expiresAt = expires === undefined ? undefined : endIn(expires, new Date()).toISOString()
    const team = await oneTeam(server, values)
    const made = await server.call("access-token.create", { team, name, rights, project, agent, expiresAt })
    screen.say(
      `Created access token ${name} (${made.id}), ${made.expiresAt === null ? "valid until revoked" : `valid until ${made.expiresAt.slice(0, 16).replace("T", " ")} UTC`}. It is shown only once:`,
    )
    return { json: { ...made, team }, text: made.token }
  },
})

const rightsNamed = (name: string) => TOKEN_RIGHTS.filter((right) => right === name.trim())

const MOST_YEARS = 10

/**
 * Returns the time at which a token expires. Throws if that is in the past or more than `MOST_YEARS` years
 * ahead.
 */
function endIn(expires: string, now: Date): Date {
  const end = endOfTerm(expires, now)
  if (end <= now)
    throw wrongForm(
      tokenCreateCommand,
      `--expires is ${JSON.stringify(expires)}, which is in the past. Choose a later date`,
    )
  if (end.getTime() - now.getTime() > MOST_YEARS * 366 * 86_400_000)
    throw wrongForm(
      tokenCreateCommand,
      `--expires is ${JSON.stringify(expires)}, which is more than ten years away. Omit the option for a token that is valid until revoked`,
    )
  return end
}

interface Listed extends AccessToken {
  /** The team's slug. */
  readonly team: string
}

export const tokenListCommand: Command = command({
  name: "token list",
  form: "token list [--team T] [--json]",
  about: "list valid access tokens, without their secrets",
  purpose: "settings",
  words: [0, 0],
  options: {
    team: { value: "T", about: "only this team (default: all teams that you manage)", takes: TEAM },
  },
  examples: ["token list", "token list --team core --json"],
  async run({ values, server }) {
    const tokens = await tokensOf(server, values.team)
    const rows = tokens.map((one) =>
      [
        one.id,
        one.name,
        `${one.prefix}…`,
        one.rights.join(","),
        [one.agent, one.project].filter(Boolean).join(" in ") || "all projects",
        one.team,
        one.lastUsedAt === null ? "never used" : `used ${one.lastUsedAt.slice(0, 10)}`,
        endOf(one),
      ].map(visible),
    )
    return {
      json: { tokens },
      text:
        tokens.length === 0
          ? "No access tokens."
          : `${table(rows)}\n\n${formatCount(tokens.length, "access token")}`,
    }
  },
})

function endOf({ expiresAt }: AccessToken): string {
  if (expiresAt === null) return "valid until revoked"
  return Date.parse(expiresAt) <= Date.now() ? "expired" : `expires ${expiresAt.slice(0, 10)}`
}

export const tokenRevokeCommand: Command = command({
  name: "token revoke",
  form: "token revoke ID [--team T] [--json]",
  about: "revoke an access token immediately",
  purpose: "settings",
  words: [1, 1],
  options: {
    team: {
      value: "T",
      about: "the token's team (default: all teams that you manage)",
      takes: TEAM,
    },
  },
  notes:
    "ID is the token's ID, as listed by quarterdeck token list. The next request with the token is rejected.",
  examples: ["token revoke 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run({ words, values, server }) {
    const [id] = words as [string]
    const token = (await tokensOf(server, values.team)).find((one) => one.id === id.toLowerCase())
    if (!token)
      throw refuse("not-found", `access token not found or revoked: ${id}. See quarterdeck token list`)
    await server.callOnce("access-token.revoke", { team: token.team, accessToken: token.id })
    return { json: { id: token.id }, text: `Revoked ${visible(token.name)}` }
  },
})

/** Returns the tokens of the given team, else of all teams that the user manages. */
async function tokensOf(server: Server, named: string | undefined): Promise<Listed[]> {
  const teams = named === undefined ? (await ownTeams(server)).map((team) => team.slug) : [named]
  const found: Listed[] = []
  let forbidden: CommandError | null = null
  let managed = 0
  for (const team of teams) {
    try {
      const { accessTokens } = await server.call("access-token.list", { team })
      found.push(...accessTokens.map((token) => ({ ...token, team })))
      managed += 1
    } catch (cause) {
      if (!(cause instanceof CommandError) || cause.reason !== "forbidden" || named !== undefined) throw cause
      forbidden = cause
    }
  }
  if (managed === 0 && forbidden) throw forbidden
  return found
}
