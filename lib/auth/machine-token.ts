import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { addAccessToken, findAccessToken, revokeToken } from "@/lib/db/teams/access-tokens"
import { commit } from "@/lib/db/infra/commit"
import { TOKEN_RIGHTS } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { systemActor } from "./create-actor"
import { authSecret } from "./environment"

const NAME = "owner.token on this machine"

/**
 * Registers the token in the file `owner.token`, which the command line on this machine uses. Revokes the
 * token registered before. Does nothing if the file is missing, because another process then manages the
 * home.
 */
export async function registerMachineTokenFile(home: string): Promise<void> {
  const token = await readIfThere(join(home, "owner.token"))
  if (token === null) return
  const id = await registerMachineToken(token)
  const before = await readIfThere(join(home, "owner.token.id"))
  if (before === id) return
  if (before !== null) {
    await commit(systemActor(), { kind: "access-token.revoke", teamId: null, subject: NAME }, async (tx) =>
      done(await revokeToken(tx, null, before, new Date())),
    )
  }
  await writeFile(join(home, "owner.token.id"), `${id}\n`, { mode: 0o600 })
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null
      throw error
    },
  )
}

/**
 * Registers a token with all rights in all teams and returns its ID. A known token stays unchanged, even if
 * it was revoked. Throws if the token is malformed.
 */
export async function registerMachineToken(token: string): Promise<string> {
  if (!/^qd_[\w-]{43,}$/.test(token))
    throw new Error(
      "owner.token does not contain an access token (qd_ followed by 256 random bits). Delete the file and restart Quarterdeck to create a new token",
    )
  const known = await findAccessToken(token)
  if (known) return known.id
  const registered = await commit(
    systemActor(),
    { kind: "access-token.create", teamId: null, subject: NAME },
    async (tx) => {
      const id = await addAccessToken(tx, {
        teamId: null,
        projectId: null,
        agent: null,
        name: NAME,
        rights: TOKEN_RIGHTS,
        secret: token,
        createdBy: "system",
        expiresAt: null,
      })
      return done(id)
    },
  )
  if (!registered.ok) throw new Error(`${NAME} could not be registered: ${registered.message}`)
  return registered.value
}

/**
 * Checks NEXTAUTH_SECRET and registers the access token of this machine. Runs at each start, before the first
 * request. Throws if the secret is missing or too short.
 */
export async function prepareAuth({ home }: { home: string }): Promise<void> {
  authSecret()
  await registerMachineTokenFile(home)
}
