import { createHash } from "node:crypto"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import {
  addSynthesis,
  countWaitingSyntheses,
  findWaitingSynthesis,
  type NewSynthesis,
  type SynthesisRow,
} from "@/lib/db/coach/syntheses"
import {
  CLAIM_KINDS,
  type ClaimKind,
  LONGEST_CLAIM,
  MOST_CITATIONS,
  MOST_CLAIMS,
  SYNTHESIS_KINDS,
  SYNTHESIS_STATES,
} from "@/lib/memory/coach/synthesis"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { guardText } from "../guard/secrets-and-flags"
import { operation } from "../operation"
import { resolveCitations } from "./accepted-claims"
import { coachPlace, agentOfOrientation } from "./coach-place"
import { claim, claimView, citationsOf } from "./coach-outputs"
import { onOneLine } from "@/lib/memory/text/sentence"

const FROM_0_TO_1 = "must be a number from 0 to 1"
/** Maximum number of waiting syntheses of a team, because people review them claim by claim. */
export const MOST_WAITING = 100
export const tooManyPendingMessage = (team: string): string =>
  `${MOST_WAITING} syntheses in ${team} are pending, which is the maximum. Wait until a curator has reviewed some`

const short = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `enter at most ${most.toLocaleString("en")} characters`)

export const synthesisInput = z.object({
  team: z.string().optional(),
  project: z
    .string()
    .optional()
    .describe("A project's slug, name or ID. Defaults to all projects in the team"),
  kind: z
    .enum(SYNTHESIS_KINDS)
    .describe("brief: for people, about the whole fleet. orientation: for one agent that is about to start"),
  agent: short(200).optional().describe("The agent that an orientation is for"),
  title: short(200).optional().describe("A title. Generated if omitted"),
  session: short(200).optional().describe("The session that the synthesis comes from"),
  claims: z
    .array(
      z.object({
        text: short(LONGEST_CLAIM).describe("The claim, as a single statement"),
        kind: z
          .enum(CLAIM_KINDS)
          .describe(
            "shared-pattern: several agents know it. risk: something that recurs or may break. contradiction: two entries that contradict each other. gap: one agent knows it and others need it. observation: anything else",
          ),
        confidence: z
          .number(FROM_0_TO_1)
          .min(0, FROM_0_TO_1)
          .max(1, FROM_0_TO_1)
          .describe("The coach's confidence, from 0 to 1"),
        citations: z
          .array(
            z.object({
              entry: z.string().max(200).optional().describe("An entry's ID"),
              path: z
                .string()
                .max(2_000)
                .optional()
                .describe("Or the path of a memory file, together with `line`"),
              line: z
                .number()
                .int()
                .min(1)
                .max(2_147_483_647)
                .optional()
                .describe("A one-based line number in that file"),
            }),
          )
          .max(MOST_CITATIONS, `enter at most ${MOST_CITATIONS} citations per claim`)
          .describe("Citations for the claim: entries by ID, or path and line. At least one"),
      }),
    )
    .min(1, "enter at least one claim")
    .max(MOST_CLAIMS, `enter at most ${MOST_CLAIMS} claims: choose the most important ones`)
    .describe("The claims, each with citations"),
})
export type SynthesisInput = z.input<typeof synthesisInput>

export const submitSynthesis = operation({
  name: "synthesis.submit",
  summary:
    "Submit a brief across agents, or an orientation for one agent, with claims that cite entries. A curator reviews it claim by claim. Submitting the same synthesis again while it is pending returns the existing one.",
  method: "POST",
  path: "/syntheses",
  right: "coach",
  tool: {
    name: "coach_submit_synthesis",
    title: "Submit a synthesis",
    idempotent: true,
    about:
      "Only for the coach, after you have read every page of coach_read_fleet. Each claim must cite current entries. If one citation is invalid, the whole submission is rejected, and the error identifies the citation.",
  },
  input: synthesisInput,
  output: z.object({
    id: z.string(),
    state: z.enum(SYNTHESIS_STATES),
    already: z.boolean().describe("True if the same synthesis was already pending. Its ID is returned"),
    claims: z.array(claim),
  }),
  async run(actor, input) {
    const place = await coachPlace(actor, input)
    if (!place.ok) return place
    const { team, project } = place.value
    const oriented = await agentOfOrientation(place.value, input.kind, input.agent)
    if (!oriented.ok) return oriented
    const agent = oriented.value
    const named =
      input.title === undefined ? done(titleOf(agent, project?.name ?? team.name)) : titleGiven(input.title)
    if (!named.ok) return named
    const title = named.value
    const projectId = project?.id ?? null
    const claims = await resolveCitations(visibilityOf(actor, team.id, projectId), input.claims)
    if (!claims.ok) return claims
    const content = {
      teamId: team.id,
      projectId,
      kind: input.kind,
      agent,
      title,
      claims: claims.value,
    }
    const waitingKey = synthesisKey(content)
    const synthesis: NewSynthesis = {
      ...content,
      session: input.session ?? null,
      waitingKey,
      by: { kind: actor.kind, id: actor.id, name: actor.name },
    }

    return submitOnce(actor, team, synthesis)
  },
})

/** Stores the synthesis, or returns the same one that already waits. */
async function submitOnce(actor: Actor, team: VisibleTeam, synthesis: NewSynthesis) {
  const waiting = await findWaitingSynthesis(visibilityOf(actor, team.id), synthesis.waitingKey)
  if (waiting) return done(answer(waiting))
  const event = ({ id, state }: { id: string; state: string }) => ({
    kind: "synthesis.submit",
    teamId: team.id,
    subject: synthesis.title,
    detail: {
      kind: synthesis.kind,
      claims: synthesis.claims.length,
      project: synthesis.projectId,
      syntheses: [{ id, state }],
    },
  })
  const added = await commit(actor, event, async (tx) => {
    if ((await countWaitingSyntheses(tx, team.id)) >= MOST_WAITING)
      return refused("too-many", tooManyPendingMessage(team.name))
    const id = await addSynthesis(tx, synthesis)
    if (id === null) return ALREADY
    return done({
      id,
      state: "waiting" as const,
      already: false,
      claims: synthesis.claims.map(({ text, kind, confidence, citations }) => ({
        text,
        kind: kind as ClaimKind,
        confidence,
        citations: citations.map(({ entry, path, line }) => ({ entry, path, line })),
      })),
    })
  })
  if (added !== ALREADY) return added
  const first = await findWaitingSynthesis(visibilityOf(actor, team.id), synthesis.waitingKey)
  return first
    ? done(answer(first))
    : refused("conflict", "the same synthesis was submitted and reviewed in the meantime. Check the decision")
}

/**
 * Checks a title. Titles reach the coach's memory and agents without review, so instructions and hidden
 * characters are refused.
 */
function titleGiven(title: string): Outcome<string> {
  const line = onOneLine(title)
  const [flag] = guardText(line).flags
  return flag === undefined
    ? done(line)
    : refused("invalid", `title: ${flag.message}. Choose another title, or omit it`)
}

/** Returns the default title of a synthesis. */
export const titleOf = (agent: string | null, place: string): string =>
  agent === null ? `Brief on ${place}` : `Orientation for ${agent}`

/** Refusal that rolls back the transaction if the same synthesis was submitted at the same moment. */
const ALREADY = refused("conflict", "the same synthesis is already pending")

const answer = (row: SynthesisRow) => ({
  id: row.id,
  state: "waiting" as const,
  already: true,
  claims: row.claims.map(claimView),
})

interface Content {
  readonly projectId: string | null
  readonly kind: string
  readonly agent: string | null
  readonly title: string
  readonly claims: readonly {
    readonly kind: string
    readonly text: string
    readonly confidence: number
    readonly citations: readonly { readonly entry: string }[]
  }[]
}

/**
 * Returns a key that is equal for equal waiting syntheses: same place, kind, agent, title and claims with
 * citations.
 */
export function synthesisKey({ projectId, kind, agent, title, claims }: Content): Uint8Array<ArrayBuffer> {
  const said = claims.map((one) => [
    one.kind,
    one.text,
    one.confidence,
    ...one.citations.map((cited) => cited.entry),
  ])
  return new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([projectId, kind, agent, title, said]))
      .digest(),
  )
}

/** Returns the key of a stored synthesis. */
export const synthesisKeyOfRow = ({
  projectId,
  kind,
  agentName,
  title,
  claims,
}: SynthesisRow): Uint8Array<ArrayBuffer> =>
  synthesisKey({
    projectId,
    kind,
    agent: agentName,
    title,
    claims: claims.map((one) => ({
      kind: one.kind,
      text: one.text,
      confidence: one.confidence,
      citations: citationsOf(one),
    })),
  })
