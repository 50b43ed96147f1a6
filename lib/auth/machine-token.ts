import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { addAccessToken, findAccessToken } from "@/lib/db/access-tokens"
import { commit } from "@/lib/db/commit"
import { TOKEN_RIGHTS } from "@/lib/memory/actor"
import { done } from "@/lib/memory/outcome"
import { systemActor } from "./mint"

const NAME = "owner.token on this machine"

/** Takes up the token that the command line on the same machine uses by itself. Absent when another process manages the home. */
export async function registerMachineTokenFile(home: string): Promise<void> {
  const token = await readFile(join(home, "owner.token"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null
    throw error
  })
  if (token !== null) await registerMachineToken(token.trim())
}

/** All teams, all rights. Registering it again changes nothing; one that was revoked stays revoked. */
export async function registerMachineToken(token: string): Promise<void> {
  if (!/^qd_[\w-]{43,}$/.test(token))
    throw new Error(
      "owner.token does not hold an access token (qd_ and 256 random bits): delete it and start again, a new one is made",
    )
  if (await findAccessToken(token)) return
  await commit(systemActor(), { kind: "access-token.create", teamId: null, subject: NAME }, async (tx) => {
    await addAccessToken(tx, {
      teamId: null,
      projectId: null,
      agent: null,
      name: NAME,
      rights: TOKEN_RIGHTS,
      secret: token,
      createdBy: "system",
      expiresAt: null,
    })
    return done(undefined)
  })
}
