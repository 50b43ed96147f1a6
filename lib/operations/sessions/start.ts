import { visibilityOf } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { addReceipt, revisionsOnDisk } from "@/lib/db/deliveries/receipts"
import { lockSession, reopenSession } from "@/lib/db/sessions"
import { isAgent } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { isPathBelow } from "@/lib/memory/deliveries/delivery-status"
import { assembleContext } from "../context/assemble"
import { contextEntry, contextInput, leftOut } from "../context/context-outputs"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/proposal-place"
import { sha256 as sha256Input } from "../sync/sync-outputs"
import { harnessName, HOOK_INPUTS, sessionName, sessionPlace, ownAgent } from "./session-place"

const { task, budget, limit, format } = contextInput.shape

/** Schema of the files that a harness found on its disk and loads itself, in addition to the given memory. */
const onDisk = z
  .array(
    z.object({
      path: z
        .string()
        .max(1_000)
        .refine(
          isPathBelow,
          "must be a path relative to the project's folder, with forward slashes, such as .kaizen/agents/ann/memory.md",
        ),
      sha256: sha256Input.describe("SHA-256 of the file's bytes, in hexadecimal"),
    }),
  )
  .max(20, "send at most 20 files, and only files that the harness loads automatically")
  .default([])
  .describe(
    "Sent by hooks: memory files that the harness loads from disk, each with the SHA-256 of its bytes",
  )

export const startSession = operation({
  name: "session.start",
  summary: "Start a session, return the agent's context and record a delivery.",
  method: "POST",
  path: "/sessions",
  right: "read",
  tool: {
    name: "memory_session_start",
    title: "Start a session",
    without: HOOK_INPUTS,
    about:
      "Call this tool once, before anything else, and take the returned text into account. Name your session, and use the same name to close it (memory_session_close). Calling it again in the same session returns the current memory.",
  },
  input: z.object({
    ...sessionPlace,
    session: sessionName,
    harness: harnessName.optional(),
    onDisk,
    task,
    budget,
    limit,
    format,
  }),
  output: z.object({
    /** Id of the receipt. Null if the agent opted out of memory and got none. */
    receipt: z.string().nullable(),
    optedOut: z.boolean(),
    text: z.string(),
    tokens: z.number(),
    agent: z.string(),
    project: z.string(),
    entries: z.array(contextEntry),
    leftOut: z.array(leftOut),
    /** Notes in addition to the text, or null. */
    message: z.string().nullable(),
  }),
  async run(actor, input) {
    const place = await proposalPlace(actor, input, "read")
    if (!place.ok) return place
    const agent = ownAgent(actor, input)
    if (!agent.ok) return agent
    const { team, project } = place.value
    const { task, budget, limit, format } = input
    const context = await assembleContext(
      actor,
      { team: team.id, project: project.id, agent: agent.value, task, budget, limit, format },
      { delivers: actor.kind === "token" || isAgent(actor), place: place.value },
    )
    if (!context.ok) return context
    const { text, tokens, entries, leftOut: left, files, optedOut } = context.value
    // An agent that works in another agent's workspace gets the memory of that agent, and its receipt records
    // the delivery.
    const whose = context.value.agent
    const given = { text, tokens, agent: whose, project: project.name, entries, leftOut: left }
    if (optedOut)
      return done({
        ...given,
        receipt: null,
        optedOut,
        text: "",
        tokens: 0,
        message: `${agent.value} has opted out of memory (memory: disabled in its own definition). It receives no memory, and none is written for it`,
      })
    const found = await revisionsOnDisk(visibilityOf(actor, team.id), project.id, input.onDisk)
    const sha256 = new Uint8Array(createHash("sha256").update(text).digest())
    const key = { teamId: team.id, projectId: project.id, agent: agent.value, session: input.session }
    return commit(
      actor,
      {
        kind: "session.start",
        teamId: team.id,
        subject: agent.value,
        detail: {
          author: `agent:${agent.value}`,
          session: input.session,
          project: project.name,
          harness: input.harness ?? null,
        },
      },
      async (tx) => {
        const held = await lockSession(tx, key, input.harness ?? null)
        if (held.closedAt !== null) await reopenSession(tx, key)
        const receipt = await addReceipt(tx, {
          ...key,
          agent: whose,
          harness: input.harness ?? null,
          sha256,
          tokens,
          files,
          onDisk: found,
          entries: entries.map((entry) => entry.id),
          by: { kind: actor.kind, id: actor.id, name: actor.name },
        })
        return done({ ...given, receipt, optedOut, message: null })
      },
    )
  },
})
