import { createHash } from "node:crypto"
import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { addSynthesis, countWaitingSyntheses, findWaitingSynthesis, type NewSynthesis, type SynthesisRow } from "@/lib/db/syntheses"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { resolveCitations } from "./citations"
import { coachPlace } from "./place"
import { claim, CLAIM_KINDS, claimView, SYNTHESIS_KINDS, SYNTHESIS_STATES } from "./views"

const FROM_0_TO_1 = "a number from 0 to 1"
const MOST_CLAIMS = 100
/** A person goes through each claim by claim. */
const MOST_WAITING = 100

const short = (most: number) => z.string().trim().min(1).max(most, `at most ${most.toLocaleString("en")} characters`)

export const synthesisInput = z.object({
  team: z.string().optional(),
  project: z.string().optional().describe("A project's slug, name or id; absent: across all projects of the team"),
  kind: z.enum(SYNTHESIS_KINDS).describe("brief: across the fleet, for people; orientation: for one agent that begins"),
  agent: short(200).optional().describe("Whom an orientation is for"),
  title: short(200).optional().describe("A heading; one is made where none is given"),
  session: short(200).optional().describe("The session that it comes from"),
  claims: z
    .array(
      z.object({
        text: short(4_000).describe("One statement"),
        kind: z.enum(CLAIM_KINDS).describe("shared-pattern: several agents know it; risk; contradiction: two memories that cannot both stand; gap: what one knows and others lack; observation: anything else"),
        confidence: z.number(FROM_0_TO_1).min(0, FROM_0_TO_1).max(1, FROM_0_TO_1).describe("How sure the coach is, from 0 to 1"),
        citations: z
          .array(z.object({ entry: z.string().max(200).optional().describe("An entry's id"), path: z.string().max(2_000).optional().describe("Or the path of a memory file, with line"), line: z.number().int().min(1).max(2_147_483_647).optional().describe("A line of that file, counted from 1") }))
          .max(50, "at most 50 citations for a claim")
          .describe("What the claim rests on: entries by id, or path and line. At least one"),
      }),
    )
    .min(1, "say at least one claim")
    .max(MOST_CLAIMS, `at most ${MOST_CLAIMS} claims: say what matters most`)
    .describe("The statements, each with what it rests on"),
})
export type SynthesisInput = z.input<typeof synthesisInput>

export const submitSynthesis = operation({
  name: "synthesis.submit",
  summary: "Submit a brief across agents, or an orientation for one, made of claims that each cite entries. A curator goes through it claim by claim. The same again while it waits is the same one.",
  method: "POST",
  path: "/syntheses",
  right: "coach",
  tool: { name: "coach_submit_synthesis", title: "Submit a synthesis", idempotent: true, about: "Only for the coach, after every page of coach_read_fleet. Each claim needs citations of entries that stand: one that leads nowhere refuses all of it, and is named." },
  input: synthesisInput,
  output: z.object({ id: z.string(), state: z.enum(SYNTHESIS_STATES), already: z.boolean().describe("The same waited already: it has the id of that one"), claims: z.array(claim) }),
  async run(actor, input) {
    if (input.kind === "orientation" && input.agent === undefined) return refused("invalid", "agent: an orientation is for one agent, name it")
    if (input.kind === "brief" && input.agent !== undefined) return refused("invalid", "agent: a brief is for the whole fleet; for one agent, make it an orientation")
    const place = await coachPlace(actor, input)
    if (!place.ok) return place
    const { team, project } = place.value
    const claims = await resolveCitations({ teamId: team.id, projectId: project?.id ?? null }, input.claims)
    if (!claims.ok) return claims
    const agent = input.agent ?? null
    const title = input.title ?? (agent === null ? `Brief on ${project?.name ?? team.name}` : `Orientation for ${agent}`)
    const content = { teamId: team.id, projectId: project?.id ?? null, kind: input.kind, agent, title, claims: claims.value }
    const waitingKey = keyOf(content)
    const synthesis: NewSynthesis = { ...content, session: input.session ?? null, waitingKey, by: { kind: actor.kind, id: actor.id, name: actor.name } }

    const waiting = await findWaitingSynthesis(team.id, waitingKey)
    if (waiting) return done(answer(waiting))
    const added = await commit(actor, { kind: "synthesis.submit", teamId: team.id, subject: title, detail: { kind: input.kind, claims: claims.value.length, project: project?.id ?? null } }, async (tx) => {
      if ((await countWaitingSyntheses(tx, team.id)) >= MOST_WAITING) return refused("too-many", `${MOST_WAITING} syntheses wait in ${team.name} already: wait until a curator has gone through some`)
      const id = await addSynthesis(tx, synthesis)
      return id === null ? ALREADY : done({ id, state: "waiting" as const, already: false, claims: claims.value.map(({ text, kind, confidence, citations }) => ({ text, kind, confidence, citations: citations.map(({ entry, path, line }) => ({ entry, path, line })) })) })
    })
    if (added !== ALREADY) return added
    const first = await findWaitingSynthesis(team.id, waitingKey)
    return first ? done(answer(first)) : refused("conflict", "the same was submitted and decided at this moment: look at it")
  },
})

/** Rolls back: the same came in from somebody else between the two looks. */
const ALREADY = refused("conflict", "the same waits already")

const answer = (row: SynthesisRow) => ({ id: row.id, state: "waiting" as const, already: true, claims: row.claims.map(claimView) })

function keyOf({ projectId, kind, agent, title, claims }: Pick<NewSynthesis, "projectId" | "kind" | "agent" | "title" | "claims">): Uint8Array<ArrayBuffer> {
  const said = claims.map((one) => [one.kind, one.text, one.confidence, ...one.citations.map((cited) => cited.entry)])
  return new Uint8Array(createHash("sha256").update(JSON.stringify([projectId, kind, agent, title, said])).digest())
}
