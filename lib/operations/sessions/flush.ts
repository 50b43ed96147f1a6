import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { commit } from "@/lib/db/infra/commit"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/team-and-project"
import { appendToLog, lockForAppending } from "./append"
import { dayOfWriting, HOOK_INPUTS, extraOutput, sessionName, sessionPlace, whyNotOn } from "./inputs"
import { dailyLogOf } from "./log-place"
import { newAgent } from "./new-agent"
import { optedOutMessage } from "./opted-out"
import { ownAgent } from "./own-agent"

const LONGEST = 20_000

export const flush = operation({
  name: "flush",
  summary:
    "Write a note to an agent's log for today, for example before its context is compacted. The note is written immediately, without approval.",
  method: "POST",
  path: "/flush",
  right: "propose",
  tool: {
    name: "memory_flush",
    title: "Write to today's log",
    without: HOOK_INPUTS,
    about:
      "Call this tool before your context is compacted, or when something must outlive this session and is not yet a finding: what you are working on, what you tried, what comes next. The note is appended to today's log as one item. Propose durable findings with memory_propose.",
  },
  input: z.object({
    ...sessionPlace,
    content: z
      .string()
      .max(LONGEST, `enter at most ${LONGEST.toLocaleString("en")} characters`)
      .refine((text) => text.trim() !== "", "enter the text to save"),
    session: sessionName.optional(),
    date: dayOfWriting,
  }),
  output: z.object({ path: z.string(), line: z.number(), revision: z.number(), ...extraOutput }),
  async run(actor, input) {
    const place = await proposalPlace(actor, input)
    if (!place.ok) return place
    const agent = ownAgent(actor, input)
    if (!agent.ok) return agent
    const { team, project } = place.value
    const now = new Date()
    const day = input.date ?? now.toISOString().slice(0, 10)
    const hindrance = whyNotOn(day, now)
    if (hindrance) return refused("invalid", hindrance)
    if (await isOptedOut(visibilityOf(actor, team.id), project.id, agent.value))
      return refused("forbidden", optedOutMessage(agent.value))
    const log = await dailyLogOf(place.value, agent.value, day)
    if (!log.ok) return log
    const session = input.session ?? null
    const unknown = await newAgent(place.value, agent.value)
    return commit(
      actor,
      {
        kind: "flush",
        teamId: team.id,
        subject: log.value.path,
        detail: { author: `agent:${agent.value}`, session, project: project.name },
      },
      async (tx) => {
        const standing = await lockForAppending(tx, place.value, log.value)
        const written = await appendToLog(tx, place.value, standing, {
          actor,
          agent: agent.value,
          session,
          done: "Flushed",
          now,
          words: input.content,
          day,
        })
        return written.ok
          ? done({
              path: written.value.path,
              line: written.value.line,
              revision: written.value.revision,
              made: standing.head.revision === 0 ? written.value.path : null,
              message: unknown?.(written.value.path) ?? null,
            })
          : written
      },
    )
  },
})
