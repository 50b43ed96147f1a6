import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Actor } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import { readMembers } from "./members"
import { projectBound } from "./teams"
import { containing } from "../infra/sql-fragments"

const SHOWN = 8

/**
 * Returns agents, files and members whose name or path contains `text`, at most 8 of each. Agents whose name
 * begins with `text` come first, and so do files with short paths. Members are left out if `text` is empty.
 */
export async function findPlaces(visible: Visibility, actor: Actor, text: string) {
  const bound = projectBound(actor)
  const like = containing(text)
  const starts = like.slice(1)
  const [agents, files, people] = await Promise.all([
    database().$queryRaw<{ name: string; project: string; category: string | null }[]>`
      SELECT a.name, p.slug AS project, c.slug AS category FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id
      LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
      WHERE a.team_id = ${visible.teamId}::uuid AND (${bound}::uuid IS NULL OR a.project_id = ${bound}::uuid) AND a.name ILIKE ${like}
      ORDER BY a.name ILIKE ${starts} DESC, a.name LIMIT ${SHOWN}`,
    database().$queryRaw<{ id: string; path: string; project: string }[]>`
      SELECT f.id, f.path, p.slug AS project FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      WHERE f.team_id = ${visible.teamId}::uuid AND f.state <> 'gone' AND (${bound}::uuid IS NULL OR f.project_id = ${bound}::uuid) AND f.path ILIKE ${like}
      ORDER BY length(f.path), f.path LIMIT ${SHOWN}`,
    text === "" ? [] : readMembers(visible),
  ])
  const members = people
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, SHOWN)
    .map(({ id, name, role }) => ({ id, name, role }))
  return { agents, files, members }
}
