import type { FileSummary } from "@/lib/operations/memory-files/file-summary"
import { refuse } from "../infra/exit-codes"
import type { Server } from "../infra/server"

/**
 * Returns the memory file with this path, else the only one whose path ends with it. Throws if no file or
 * several files match.
 */
export async function findFile(
  server: Server,
  path: string,
  { team, project }: Readonly<Record<string, string | undefined>>,
): Promise<{ team: string; file: FileSummary }> {
  const { teams } = await server.call("team.list", {})
  const own = team === undefined ? teams.filter((one) => !one.sample).map((one) => one.slug) : [team]
  const found: { team: string; file: FileSummary }[] = []
  for (const slug of own) {
    if (project !== undefined && team === undefined && !(await hasProject(server, slug, project))) continue
    const { files } = await server.call("file.list", { team: slug, project, text: path })
    found.push(
      ...files
        .filter((file) => file.path === path || file.path.endsWith(`/${path}`))
        .map((file) => ({ team: slug, file })),
    )
  }
  const exact = found.filter((one) => one.file.path === path)
  const matching = exact.length > 0 ? exact : found
  const [only, another] = matching
  if (!only) throw refuse("not-found", `memory file not found: ${path}`)
  if (another)
    throw refuse(
      "conflict",
      `${path} matches several files (${matching
        .map((one) => `${one.file.path} in ${one.file.project.name}`)
        .slice(0, 5)
        .join(
          ", ",
        )}). Enter the full path, or filter with --project${team === undefined ? " or --team" : ""}`,
    )
  return only
}

async function hasProject(server: Server, team: string, project: string): Promise<boolean> {
  const { projects } = await server.call("project.list", { team })
  return projects.some(
    (one) => one.slug === project.toLowerCase() || one.name.toLowerCase() === project.toLowerCase(),
  )
}
