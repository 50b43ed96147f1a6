import { TOKEN_RIGHTS } from "@/lib/memory/actor"
import type { AccessToken } from "@/lib/operations/access-tokens"
import { type Command, wrongForm } from "./command"
import { oneTeam, ownTeams } from "./one-team"
import { refuse, Stop } from "./refusal"
import type { Server } from "./server"
import { AGENT, endOfTerm, PROJECT, someOf, TEAM, TERM } from "./taken"
import { count, table } from "./table"
import { visible } from "./visible"

const NO_TEAM = {
  value: "T",
  about: "the team; needed where there are several and no --project says it",
  takes: TEAM,
}

export const tokenCreateCommand: Command = {
  name: "token create",
  form: "token create --name N --right R... [--team T] [--project P] [--agent A] [--expires D] [--json]",
  about: "makes an access token for an agent or a script, and shows it this once",
  purpose: "settings",
  words: [0, 0],
  options: {
    name: { value: "N", about: 'where it is used: "CI of ledger"' },
    right: {
      value: "R",
      about: `${TOKEN_RIGHTS.join(", ")}; several with commas, or given several times`,
      takes: someOf(TOKEN_RIGHTS),
      repeated: true,
    },
    team: NO_TEAM,
    project: {
      value: "P",
      about: "it writes in this project alone; in all of the team unless given",
      takes: PROJECT,
    },
    agent: { value: "A", about: "the agent that it stands for", takes: AGENT },
    expires: {
      value: "D",
      about:
        "how long it holds, 30d or 12h, or its last day (UTC), 2026-12-31; until it is revoked unless given",
      takes: TERM,
    },
  },
  notes:
    "read reads memory. propose reads and proposes. sync reads and brings files in and out. coach reads the fleet and submits syntheses. admin manages the team; only an owner gives it out. None of them decides.\n\nThe token is all that stands on standard output: keep it at once. Only its hash is stored.",
  examples: [
    'token create --name "CI of ledger" --right propose --project ledger --expires 90d',
    "token create --name sync-bot --right sync,read --team core --json",
  ],
  async run({ values, lists, server, screen }) {
    const { name, project, agent, expires } = values
    if (name === undefined) throw wrongForm(tokenCreateCommand, "--name is missing")
    const rights = [
      ...new Set((lists.right ?? []).flatMap((given) => given.split(",").map((one) => one.trim()))),
    ]
    if (rights.length === 0) throw wrongForm(tokenCreateCommand, "--right is missing")
    const expiresAt = expires === undefined ? undefined : endIn(expires, new Date()).toISOString()
    const team = await oneTeam(server, values)
    const made = await server.send<{ id: string; token: string; expiresAt: string | null }>(
      "POST",
      `/teams/${encodeURIComponent(team)}/access-tokens`,
      { name, rights, project, agent, expiresAt },
    )
    screen.say(
      `Made the access token ${name} (${made.id}), which ${made.expiresAt === null ? "holds until it is revoked" : `ends at ${made.expiresAt.slice(0, 16).replace("T", " ")} UTC`}. It is shown this once:`,
    )
    return { json: { ...made, team }, text: made.token }
  },
}

const MOST_YEARS = 10

/** When the token ends; a day that is over, or one that nobody will remember, is a slip. */
function endIn(expires: string, now: Date): Date {
  const end = endOfTerm(expires, now)
  if (end <= now)
    throw wrongForm(tokenCreateCommand, `--expires is ${JSON.stringify(expires)}, which is past`)
  if (end.getTime() - now.getTime() > MOST_YEARS * 366 * 86_400_000)
    throw wrongForm(
      tokenCreateCommand,
      `--expires is ${JSON.stringify(expires)}, more than ten years ahead: leave it out for a token that holds until it is revoked`,
    )
  return end
}

interface Listed extends AccessToken {
  /** Its slug. */
  readonly team: string
}

export const tokenListCommand: Command = {
  name: "token list",
  form: "token list [--team T] [--json]",
  about: "lists the access tokens that hold, without their secrets",
  purpose: "settings",
  words: [0, 0],
  options: {
    team: { value: "T", about: "only of this team; of all that you manage unless given", takes: TEAM },
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
          : `${table(rows)}\n\n${count(tokens.length, "access token")}`,
    }
  },
}

const endOf = ({ expiresAt }: AccessToken): string =>
  expiresAt === null
    ? "until revoked"
    : Date.parse(expiresAt) <= Date.now()
      ? "expired"
      : `ends ${expiresAt.slice(0, 10)}`

export const tokenRevokeCommand: Command = {
  name: "token revoke",
  form: "token revoke ID [--team T] [--json]",
  about: "ends an access token at once",
  purpose: "settings",
  words: [1, 1],
  options: {
    team: {
      value: "T",
      about: "the team that it belongs to; looked for in all that you manage unless given",
      takes: TEAM,
    },
  },
  notes:
    "ID is the token's id, as quarterdeck token list has it. The next request with the token is refused.",
  examples: ["token revoke 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run({ words, values, server }) {
    const [id] = words as [string]
    const token = (await tokensOf(server, values.team)).find((one) => one.id === id.toLowerCase())
    if (!token)
      throw refuse(
        "not-found",
        `there is no access token ${id}, or it is revoked already: quarterdeck token list has those that hold`,
      )
    await server.sendOnce("DELETE", `/teams/${encodeURIComponent(token.team)}/access-tokens/${token.id}`)
    return { json: { id: token.id }, text: `Revoked ${visible(token.name)}` }
  },
}

/** Of the team that is named, else of every team that one manages. */
async function tokensOf(server: Server, named: string | undefined): Promise<Listed[]> {
  const teams = named === undefined ? (await ownTeams(server)).map((team) => team.slug) : [named]
  const found: Listed[] = []
  let forbidden: Stop | null = null
  let managed = 0
  for (const team of teams) {
    try {
      const { accessTokens } = await server.get<{ accessTokens: AccessToken[] }>(
        `/teams/${encodeURIComponent(team)}/access-tokens`,
      )
      found.push(...accessTokens.map((token) => ({ ...token, team })))
      managed += 1
    } catch (cause) {
      if (!(cause instanceof Stop) || cause.reason !== "forbidden" || named !== undefined) throw cause
      forbidden = cause
    }
  }
  if (managed === 0 && forbidden) throw forbidden
  return found
}
