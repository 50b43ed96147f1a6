import type { OutputOf } from "@/lib/http/contract"
import { requestOf } from "@/lib/http/request"
import type { Call, Server } from "../infra/server"

/** Time limit in milliseconds. Completion must not block the shell. */
const PATIENCE_MS = 300

/**
 * Returns names of this kind from the server. `beginning` filters agents only. Empty if the server is
 * unreachable, rejects the key, or does not respond in time.
 */
export async function namesOf(
  server: Server,
  kind: "project" | "agent" | "team",
  beginning: string,
  patience = PATIENCE_MS,
): Promise<string[]> {
  const until = AbortSignal.timeout(patience)
  try {
    const { token } = server.key()
    const call: Call = async (operation, input) => {
      const response = await fetch(`${server.url}/api/v1${requestOf(operation, input).path}`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: "manual",
        signal: until,
      })
      if (!response.ok) throw new Error(String(response.status))
      return (await response.json()) as OutputOf<typeof operation>
    }
    const { teams } = await call("team.list", {})
    if (kind === "team") return unique(teams.map((team) => team.slug))
    const found = await Promise.all(
      teams.map(async ({ slug }) => {
        if (kind === "agent") {
          const { agents } = await call("jump", { team: slug, q: beginning })
          return agents.map((agent) => agent.name)
        }
        const { projects } = await call("project.list", { team: slug })
        return projects.map((project) => project.slug)
      }),
    )
    return unique(found.flat())
  } catch {
    return [] // The server is unreachable or too slow, or the user is not signed in.
  }
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted()
