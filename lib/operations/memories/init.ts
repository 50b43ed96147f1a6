import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { commit } from "@/lib/db/infra/commit"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { boundAgent } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { FileWriting } from "../proposals/file-writing"
import { proposalPlace } from "../proposals/place"
import { type Target, targetOf } from "../proposals/target"
import { optedOutMessage } from "../sessions/opted-out"
import { agentName, curatedScope, memoryPlace } from "./inputs"

/** Formats that keep one file for each agent, and where. */
export const AGENT_PATHS = {
  kaizen: (agent: string) => `.kaizen/agents/${agent}/memory.md`,
  "claude-agent-memory": (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`,
} as const satisfies Partial<Record<FormatId, (agent: string) => string>>
const AGENT_FORMATS = Object.keys(AGENT_PATHS) as [keyof typeof AGENT_PATHS, ...(keyof typeof AGENT_PATHS)[]]

export const initMemory = operation({
  name: "memory.init",
  summary:
    "Create an empty memory with its format's structure, for an agent or a scope. Existing memory is not changed.",
  method: "POST",
  path: "/memory",
  right: "propose",
  refuses: ["conflict"],
  example: { project: "ledger", agent: "regression-tester" },
  input: z.object({
    ...memoryPlace,
    agent: agentName.optional(),
    scope: curatedScope.optional(),
    format: z
      .enum(AGENT_FORMATS)
      .optional()
      .describe("Default: the format of the project's other agents, then kaizen"),
  }),
  output: z.object({
    path: z.string(),
    file: z.string(),
    made: z.boolean().describe("False: it already existed"),
    text: z.string().describe("Current text"),
    revision: z.number(),
  }),
  async run(actor, { agent, scope, format, ...named }) {
    if ((agent === undefined) === (scope === undefined))
      return refused("invalid", "give either agent or scope")
    if (format !== undefined && agent === undefined)
      return refused("invalid", `format: a scope's memory has a fixed format. Omit it`)
    const bound = boundAgent(actor)
    if (bound !== null && agent !== bound)
      return refused(
        "forbidden",
        `${agent ?? scope}: this access token belongs to ${bound} and cannot create other memory`,
      )
    const place = await proposalPlace(actor, named)
    if (!place.ok) return place
    const { team, project } = place.value
    if (agent !== undefined && (await isOptedOut(team.id, project.id, agent)))
      return refused("forbidden", optedOutMessage(agent))
    const now = new Date()
    const found = await targetOf({ team, project, today: now.toISOString().slice(0, 10) }, { agent, scope })
    if (!found.ok) return found
    const { head, ownSection } = found.value
    const target =
      agent === undefined || format === undefined || (head && ownSection === null)
        ? found.value
        : { ...found.value, head: null, format, path: AGENT_PATHS[format](agent), agent, category: null }
    if (target.head) return standing(target)
    return commit(
      actor,
      {
        kind: "memory.init",
        teamId: team.id,
        subject: target.path,
        detail: { project: project.name, ...(agent === undefined ? {} : { agent }) },
      },
      async (tx) => {
        const file = await FileWriting.open(
          tx,
          team.id,
          {
            fileId: null,
            path: target.path,
            format: target.format,
            scope: target.scope,
            agent: target.agent,
            category: target.category,
            project: project.name,
            projectId: project.id,
          },
          now,
        )
        if (!file) return refused("conflict", `${target.path} cannot be created now: try again`)
        if (file.head.revision > 0) return standing({ path: target.path, head: file.head })
        const written = file.write([])
        if ("why" in written) return refused("conflict", `${target.path}: ${written.why}`)
        const closed = await file.close(
          { kind: actor.kind, id: actor.id, name: actor.name },
          "Created as an empty memory",
          now,
        )
        return closed.ok
          ? done({
              path: target.path,
              file: file.head.id,
              made: true,
              text: file.head.text,
              revision: closed.value?.revision ?? 1,
            })
          : closed
      },
    )
  },
})

function standing({ path, head }: Pick<Target, "path" | "head">) {
  if (!head) return refused("conflict", `${path} cannot be created now: try again`)
  if (head.state === "gone")
    return refused(
      "conflict",
      `${path} was removed from its source: restore it from its history, or import it again`,
    )
  return done({ path, file: head.id, made: false, text: head.text, revision: head.revision })
}
