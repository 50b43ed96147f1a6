import { z } from "zod"
import { isOptedOut } from "@/lib/db/agent-names"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/place"
import { targetOf } from "../proposals/target"
import { optedOutMessage } from "../sessions/opted-out"
import { agentName, categorySlug, curatedScope, memoryPlace } from "./inputs"

export const showMemory = operation({
  name: "memory.show",
  summary: "The memory of an agent, a category or a scope, as its file has it.",
  method: "GET",
  path: "/memory",
  right: "read",
  version: { of: "revision" },
  example: { project: "ledger", agent: "unit-tester" },
  input: z.object({
    ...memoryPlace,
    agent: agentName.optional(),
    category: categorySlug.optional(),
    scope: curatedScope.optional(),
  }),
  output: z.object({ path: z.string(), text: z.string(), file: z.string(), revision: z.number() }),
  async run(actor, { agent, category, scope, ...named }) {
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project } = place.value
    const target = await targetOf(
      { team, project, today: new Date().toISOString().slice(0, 10) },
      { agent, category, scope },
    )
    if (!target.ok) return target
    const { head, path } = target.value
    if (head) return done({ path, text: head.text, file: head.id, revision: head.revision })
    if (agent !== undefined && (await isOptedOut(team.id, project.id, agent)))
      return refused("not-found", optedOutMessage(agent))
    return refused(
      "not-found",
      `${agent ?? category ?? `${scope ?? "project"} memory`}: there is none in ${project.name} yet; it would be ${path}, and memory init makes it`,
    )
  },
})
