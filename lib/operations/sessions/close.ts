import { sha256OfJson } from "@/lib/files/sha256"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import { closeSessionAt, lockSession, keepSessionAnswer, type SessionKey } from "@/lib/db/sessions"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { decideHeldProposals } from "../proposals/decisions/auto-approval"
import { type ProposalPlace, proposalPlace } from "../proposals/proposal-place"
import { endMemoryOfSession, type DeletedMemory } from "./session-memory-deletion"
import {
  dayOfWriting,
  harnessName,
  HOOK_INPUTS,
  extraOutput,
  sessionName,
  sessionPlace,
  whyNotOn,
  ownAgent,
  newAgent,
  optedOutMessage,
  type FilePlace,
  sessionLogOf,
} from "./session-place"
import { learned, learning, notLearned, proposeLearnings, withoutTheSecret } from "./learnings"
import { recordSession } from "./append"
import { onOneLine } from "@/lib/memory/text/sentence"

const answer = z.object({
  /** Revision of the file that records sessions. Null if the sessions of the agent are not recorded. */
  revision: z.number().nullable(),
  path: z.string().nullable(),
  proposals: z.array(learned),
  refused: z.array(notLearned),
  ...extraOutput,
})
type Answer = z.output<typeof answer>

/** Fields stored with a closed session: its answer, or the learnings that are not proposed yet. */
const endsMemory = z
  .boolean()
  .default(true)
  .describe("True if the caller may delete the session's own memory")
const asked = z
  .string()
  .optional()
  .describe("SHA-256 of the learnings, used to distinguish a repeated close from a new one")
const kept = z.union([
  z.object({ answer, endsMemory, asked }),
  z.object({ begun: answer, learnings: z.array(learning), endsMemory, asked }),
])
type Kept = z.output<typeof kept>

const line = (most: number) =>
  z
    .string()
    .transform(onOneLine)
    .pipe(z.string().min(1, "enter text").max(most, `enter at most ${most} characters`))

export const closeSession = operation({
  name: "session.close",
  summary:
    "Close a session: its log line and session count are written immediately, its learnings are proposed, and its own memory is deleted. Closing the session again returns the same result, with a note if the text differs.",
  method: "POST",
  path: "/sessions/{session}/close",
  right: "propose",
  unguarded: ["learnings.content", "learnings.reason"], // Each learning is checked as its own proposal.
  tool: {
    name: "memory_session_close",
    title: "Close a session",
    without: HOOK_INPUTS,
    idempotent: true,
    about:
      "Call this tool once, when your work is done. Send one line on what you did (summary), the outcome, and each durable finding in `learnings`. A person must review the learnings, but the summary is saved immediately. Check `refused`, which lists what was rejected and why.",
  },
  input: z.object({
    ...sessionPlace,
    session: sessionName,
    summary: line(1_000),
    outcome: line(300).optional(),
    learnings: z
      .array(learning)
      .max(50, "send at most 50 learnings. Choose the most important ones")
      .default([]),
    harness: harnessName.optional(),
    date: dayOfWriting,
  }),
  output: answer,
  async run(actor, input) {
    const place = await proposalPlace(actor, input)
    if (!place.ok) return place
    const agent = ownAgent(actor, input)
    if (!agent.ok) return agent
    const { team, project } = place.value
    const now = new Date()
    const hindrance = input.date === undefined ? null : whyNotOn(input.date, now)
    if (hindrance) return refused("invalid", hindrance)
    if (await isOptedOut(visibilityOf(actor, team.id), project.id, agent.value))
      return refused("forbidden", optedOutMessage(agent.value))
    const log = await sessionLogOf(place.value, agent.value, input.date ?? now.toISOString().slice(0, 10))
    if (!log.ok) return log
    const { kept: learnings, refused: secret } = withoutTheSecret(input.learnings)
    return close({
      actor,
      key: { teamId: team.id, projectId: project.id, agent: agent.value, session: input.session },
      place: place.value,
      log: log.value,
      summary: input.summary,
      outcome: input.outcome ?? null,
      harness: input.harness ?? null,
      day: input.date ?? null,
      now,
      learnings,
      secret,
      unknown: await newAgent(place.value, agent.value),
    })
  },
})

async function close(closing: Closing): Promise<Outcome<Answer>> {
  const { actor, key, learnings } = closing
  if (learnings.length === 0) {
    const closed = await record(closing)
    if (!closed.ok) return closed
    if ("answer" in closed.value.kept) {
      await outsideRequest(() => decideHeldProposals(actor, key))
      return done(withNote(closed.value.kept.answer, closed.value))
    }
  }
  // The close runs without the idempotency key of the request. The session stores its own state, so a retry
  // completes an interrupted close.
  const closed = await outsideRequest(() => record(closing))
  if (!closed.ok) return closed
  await outsideRequest(() => decideHeldProposals(actor, key))
  return finish(actor, key, closed.value)
}

interface Closing {
  readonly actor: Actor
  readonly key: SessionKey
  readonly place: ProposalPlace
  readonly log: FilePlace | null
  readonly summary: string
  readonly outcome: string | null
  readonly harness: string | null
  readonly day: string | null
  readonly now: Date
  readonly learnings: z.output<typeof learning>[]
  readonly secret: z.output<typeof notLearned>[]
  /** Function that returns a message about a new agent. Null if the agent was known. */
  readonly unknown: ((made: string | null) => string) | null
}

interface RecordedClose {
  readonly closedAt: Date
  readonly kept: Kept
  /** Paths of the session's own memory that was deleted. */
  readonly memory: readonly string[]
  /** Note if the session was closed before with other content, or null. */
  readonly note: string | null
}

/**
 * Writes the log line and the session count and deletes the session's memory, in one transaction. If the
 * session was closed before, returns the stored answer.
 */
async function record(closing: Closing): Promise<Outcome<RecordedClose>> {
  const { actor, key, place, log, harness, now } = closing
  return commit(
    actor,
    (value: RecordedClose) => ({
      kind: value.closedAt === now ? "session.close" : "session.close-again",
      teamId: key.teamId,
      subject: log?.path ?? key.agent,
      detail: {
        author: `agent:${key.agent}`,
        session: key.session,
        project: place.project.name,
        memory: [...value.memory],
      },
    }),
    async (tx) => {
      const { closedAt, summary, answer: stored } = await lockSession(tx, key, harness)
      return closedAt === null
        ? closeIn(tx, closing)
        : done(closedBefore(closing, { closedAt, summary, kept: kept.parse(stored) }))
    },
  )
}

function closedBefore(
  { key, summary, learnings, secret }: Closing,
  before: { readonly closedAt: Date; readonly summary: string | null; readonly kept: Kept },
): RecordedClose {
  const asked = hashOf(learnings, secret.length)
  const isSame = before.summary === summary && (before.kept.asked ?? asked) === asked
  const note = `${key.session} was already closed at ${before.closedAt.toISOString()}. Nothing was changed`
  return withAnswer({
    closedAt: before.closedAt,
    kept: before.kept,
    memory: [],
    note: isSame ? null : note,
  })
}

async function closeIn(tx: Tx, closing: Closing): Promise<Outcome<RecordedClose>> {
  const { actor, key, place, log, summary, outcome, day, now, learnings, secret, unknown } = closing
  const memory = await endMemoryOfSession(tx, place, key, { actor, log })
  const written =
    log === null
      ? done(null)
      : await recordSession(tx, place, log, {
          actor,
          agent: key.agent,
          session: key.session,
          done: "Closed",
          now,
          summary,
          outcome,
          day: day ?? now.toISOString().slice(0, 10),
        })
  if (!written.ok) return written
  const { path, revision } = written.value ?? { path: null, revision: null }
  const messages = [unknown?.(path), memory.kept.length > 0 ? stays(memory) : null]
  const begun: Answer = {
    revision,
    path,
    proposals: [],
    refused: secret,
    made: revision === 1 ? path : null,
    message: messages.filter((one) => typeof one === "string").join("; ") || null,
  }
  const state = { endsMemory: memory.kept.length === 0, asked: hashOf(learnings, secret.length) }
  const answer: Kept = learnings.length === 0 ? { answer: begun, ...state } : { begun, learnings, ...state }
  await closeSessionAt(tx, key, { closedAt: now, summary, outcome, written: written.value, answer })
  return done(withAnswer({ closedAt: now, kept: answer, memory: memory.ended, note: null }))
}

const stays = ({ kept: paths, days }: DeletedMemory): string =>
  `${paths.join(", ")} will be kept for ${days === 1 ? "a day" : `${days} days`} after the last change. Only the access token that started the session, or a token for its agent, can delete this memory`

/**
 * Adds the fields of a complete answer to the result. The result is stored under the idempotency key, so a
 * repeated request returns it.
 */
const withAnswer = (recorded: RecordedClose): RecordedClose =>
  "answer" in recorded.kept ? { ...withNote(recorded.kept.answer, recorded), ...recorded } : recorded

const withNote = (whole: Answer, { note }: Pick<RecordedClose, "note">): Answer =>
  note === null
    ? whole
    : { ...whole, message: [note, whole.message].filter((one) => one !== null).join("; ") }

/** Returns a hash of the learnings. Learnings with a secret are only counted. */
const hashOf = (learnings: Closing["learnings"], secrets: number): string =>
  sha256OfJson([learnings, secrets])

/**
 * Proposes the learnings and stores the complete answer. If several callers finish at the same time, all get
 * the first answer.
 */
async function finish(
  actor: Actor,
  key: SessionKey,
  { closedAt, kept: before, note }: RecordedClose,
): Promise<Outcome<Answer>> {
  if ("answer" in before) return done(withNote(before.answer, { note }))
  const { begun, learnings, endsMemory, asked } = before
  const { proposals, refused: notTaken } = await proposeLearnings(actor, learnings, {
    team: key.teamId,
    project: key.projectId,
    agent: key.agent,
    session: key.session,
    closedAt,
  })
  const whole: Answer = { ...begun, proposals, refused: [...begun.refused, ...notTaken] }
  return commit(
    actor,
    {
      kind: "session.learn",
      teamId: key.teamId,
      subject: key.agent,
      detail: {
        author: `agent:${key.agent}`,
        session: key.session,
        proposed: proposals.length,
        refused: whole.refused.length,
      },
    },
    async (tx) => {
      const held = await lockSession(tx, key, null)
      const other = kept.safeParse(held.answer)
      if (other.success && "answer" in other.data) return done(withNote(other.data.answer, { note }))
      if (held.closedAt?.getTime() === closedAt.getTime())
        await keepSessionAnswer(tx, key, {
          answer: whole,
          endsMemory,
          ...(asked === undefined ? {} : { asked }),
        })
      return done(withNote(whole, { note }))
    },
  )
}
