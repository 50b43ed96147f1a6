import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { type CompactionRow, listCompactions } from "@/lib/db/compactions"
import { listProjects } from "@/lib/db/agents/fleet"
import { isId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { NOT_A_CURSOR } from "../infra/paging"
import { projectOf, teamOf } from "../teams/team-and-project"
import { type CompactionKind, type CompactionView, compactionPage } from "./compaction-outputs"

export const PAGE = 50

export const listCompactionHistory = operation({
  name: "compaction.history",
  summary:
    "List a team's compactions, newest first: what was read, when and by whom, and the decision on each proposal.",
  method: "GET",
  path: "/compaction/history",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    file: z.string().max(2_000).optional().describe("ID or path of the memory file"),
    cursor: z.string().max(100).optional().describe("Cursor from the previous page"),
    limit: z.coerce.number().int().min(1).max(500).optional(),
  }),
  output: compactionPage,
  async run(actor, { team: asked, project, file, cursor, limit }) {
    if (cursor !== undefined && !isId(cursor)) return refused("invalid", `cursor: ${NOT_A_CURSOR}`)
    const team = await teamOf(actor, "read", asked)
    if (!team.ok) return team
    const projects = await projectsSeen(actor, team.value.id, project)
    return projects.ok
      ? done(
          await pageOfHistory(visibilityOf(actor, team.value.id), {
            projectIds: projects.value.map(({ id }) => id),
            file,
            before: cursor ?? null,
            limit: limit ?? PAGE,
          }),
        )
      : projects
  },
})

/** Returns the named project, or all that the actor may see. */
export async function projectsSeen(
  actor: Actor,
  teamId: string,
  named: string | undefined,
): Promise<Outcome<readonly { readonly id: string; readonly slug: string }[]>> {
  const one = await projectOf(actor, teamId, named)
  if (!one.ok) return one
  return done(one.value === null ? await listProjects(visibilityOf(actor, teamId)) : [one.value])
}

/** Returns one page of compactions. `cursor` is null on the last page. */
export async function pageOfHistory(
  visible: Visibility,
  {
    limit,
    ...of
  }: {
    readonly projectIds: readonly string[]
    readonly file: string | undefined
    readonly before: string | null
    readonly limit: number
  },
) {
  const rows = await listCompactions(visible, { ...of, take: limit + 1 })
  const page = rows.slice(0, limit)
  return { compactions: page.map(viewOf), cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const viewOf = ({
  id,
  kind,
  fileId,
  path,
  project,
  agent,
  upTo,
  considered,
  left,
  by,
  at,
  proposals,
}: CompactionRow): CompactionView => ({
  id,
  kind: kind as CompactionKind,
  file: fileId,
  path,
  project,
  agent,
  upTo,
  considered,
  left,
  by,
  at: at.toISOString(),
  proposals: proposals.map((one) => ({
    id: one.id,
    state: one.state as CompactionView["proposals"][number]["state"],
  })),
})
