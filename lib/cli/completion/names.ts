import type { Server } from "../infra/server"

/** Time limit: completion must not block the shell. */
const PATIENCE_MS = 300

/** Returns names of this kind that the server knows. Empty if the server does not respond in time. */
export async function namesOf(
  server: Server,
  kind: "project" | "agent" | "team",
  beginning: string,
  patience = PATIENCE_MS,
): Promise<string[]> {
  const until = AbortSignal.timeout(patience)
  try {
    const { token } = server.key()
    const get = async <T>(path: string): Promise<T> => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: "manual",
        signal: until,
      })
      if (!response.ok) throw new Error(String(response.status))
      return (await response.json()) as T
    }
    const { teams } = await get<{ teams: { slug: string }[] }>("/teams")
    if (kind === "team") return unique(teams.map((team) => team.slug))
    const found = await Promise.all(
      teams.map(async ({ slug }) => {
        const query = new URLSearchParams({ team: slug, ...(kind === "agent" ? { q: beginning } : {}) })
        if (kind === "agent")
          return (await get<{ agents: { name: string }[] }>(`/jump?${query}`)).agents.map(
            (agent) => agent.name,
          )
        return (await get<{ projects: { slug: string }[] }>(`/projects?${query}`)).projects.map(
          (project) => project.slug,
        )
      }),
    )
    return unique(found.flat())
  } catch {
    return [] // unreachable, not signed in, or too slow: no completions
  }
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted()
