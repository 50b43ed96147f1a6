import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { done, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/team-and-project"
import { sharedWith, targetOf } from "../proposals/target"
import { optedOutMessage } from "../sessions/opted-out"
import { agentName, categorySlug, curatedScope, memoryPlace } from "./inputs"

const shownFile = { path: z.string(), text: z.string(), file: z.string(), revision: z.number() }
const shownAs = ({ path, text, id, revision }: CurrentFile) => ({ path, text, file: id, revision })

export const showMemory = operation({
  name: "memory.show",
  summary:
    "Return the memory file of an agent, a category or a scope. For an agent, also return its category's shared memory.",
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
  output: z.object({
    ...shownFile,
    also: z.array(z.object(shownFile)).describe("The category's shared memory"),
  }),
  async run(actor, { agent, category, scope, ...named }) {
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project } = place.value
    const where = { team, project, today: new Date().toISOString().slice(0, 10) }
    const target = await targetOf(where, { agent, category, scope })
    if (!target.ok) return target
    const { head, path, ownSection } = target.value
    if (head) {
      const hasOwnFile = agent !== undefined && ownSection === null
      return done({ ...shownAs(head), also: hasOwnFile ? await sharedFiles(where, agent) : [] })
    }
    if (agent !== undefined && (await isOptedOut(visibilityOf(actor, team.id), project.id, agent)))
      return refused("not-found", optedOutMessage(agent))
    return noMemory(agent ?? category ?? `${scope ?? "project"} memory`, project.name, path)
  },
})

async function sharedFiles(place: Parameters<typeof sharedWith>[0], agent: string) {
  const shared = await sharedWith(place, agent)
  return shared?.head ? [shownAs(shared.head)] : []
}

const noMemory = (subject: string, project: string, path: string): Refusal =>
  refused("not-found", `${subject}: no memory in ${project} yet. To create ${path}, use memory init`)
