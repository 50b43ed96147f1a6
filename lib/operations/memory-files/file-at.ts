import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findCurrentFile, findCurrentFiles, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { isAgent } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { findWithheldKind, withheldLines, withheldText } from "@/lib/memory/context/withheld"
import { operation } from "../operation"
import { projectOf } from "../teams/project-of"
import { teamOf } from "../teams/team-of"
import { readVerifications } from "../verification/verification-view"

export const readFileAt = operation({
  name: "file.read",
  summary:
    "Return the exact text of the memory file at a path, with its revision. For agents, unverified lines that read like instructions are replaced by a note.",
  method: "GET",
  path: "/file",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().describe("A project's slug, name or ID"),
    path: z.string().max(2_000).describe("The path as imported, with forward slashes"),
  }),
  output: z.object({
    file: z.string(),
    path: z.string(),
    project: z.string(),
    format: z.string(),
    revision: z.number(),
    text: z.string(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const [found] = await findCurrentFiles(visibilityOf(actor, team.value.id), {
      projectId: project.value?.id ?? "",
      path: input.path,
    })
    const head = found ? await findCurrentFile(visibilityOf(actor, team.value.id), found.id) : null
    if (!head || head.state === "gone")
      return refused(
        "not-found",
        `memory file not found in ${project.value?.name ?? "this project"}: ${input.path}`,
      )
    return done({
      file: head.id,
      path: head.path,
      project: head.projectSlug,
      format: head.format,
      revision: head.revision,
      text: isAgent(actor) ? await withoutWithheld(visibilityOf(actor, team.value.id), head) : head.text,
    })
  },
})

/**
 * Replaces lines that agents must not get with a note. Checks the whole text, because front matter and prose
 * also reach agents. Lines of verified entries stay.
 */
async function withoutWithheld(visible: Visibility, head: { id: string; text: string }): Promise<string> {
  const entries = await entriesAtHead(visible, head.id)
  const verified = await readVerifications(visible, entries)
  const withheld = new Map(withheldLines(head.text).map(({ line, kind }) => [line, kind]))
  for (const entry of entries) {
    const kind = verified.has(entry.id) ? null : findWithheldKind(entry.text)
    for (let line = entry.line; line <= entry.endLine; line += 1)
      if (kind !== null) withheld.set(line, kind)
      else if (verified.has(entry.id)) withheld.delete(line)
  }
  if (withheld.size === 0) return head.text
  const lines = head.text.split(/(\r\n|\r|\n)/)
  for (const [line, kind] of withheld) lines[(line - 1) * 2] = withheldText(kind)
  return lines.join("")
}
