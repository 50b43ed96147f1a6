import { type Visibility, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { entriesOfPublished } from "@/lib/db/coach/publications"
import { findOrientation, type SynthesisRow } from "@/lib/db/coach/syntheses"
import { CITATION_STANDINGS, type SynthesisKind } from "@/lib/memory/coach/synthesis"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { assembleContext, contextPlace } from "../context/assemble"
import { findWithheldKind } from "@/lib/memory/context/withheld"
import { operation } from "../operation"
import { readVerifications } from "../verification/verify-entries"
import { runForPerson } from "../isolated/run-isolated"
import { reviewedClaims } from "./review/synthesis-review"
import { citation, claim } from "./coach-outputs"
import { visibilityOfPlace, type MaterialPlace, packedMaterial } from "./material"
import { titleOf } from "./submit"
import { type AcceptedClaim, acceptDrafts } from "./accepted-claims"
import { writeExtractive } from "./extractive-analysis"

/** Budget of a brief without a synthesis. */
const FROM_CONTEXT = { budget: 4_000, limit: 20 }

const saidClaim = claim.extend({
  citations: z.array(
    citation.extend({
      stands: z.enum(CITATION_STANDINGS).describe("How the entry's current text compares to the cited text"),
    }),
  ),
})
type SaidClaim = z.output<typeof saidClaim>

const brief = z.object({
  text: z.string(),
  claims: z.array(saidClaim),
  synthesis: z.string().nullable().describe("The orientation. Null if the coach has not written one yet"),
  from: z
    .enum(["published", "made", "context"])
    .describe(
      "published: a reviewed orientation. made: created for this request by the built-in coach. context: the highest-ranked entries that the agent loads",
    ),
})
type Brief = z.output<typeof brief>

export const showBrief = operation({
  name: "brief.show",
  summary:
    "Show what an agent should know before it starts: the latest published orientation, otherwise one from the built-in coach, otherwise the highest-ranked entries that the agent loads. Each claim cites entries.",
  method: "GET",
  path: "/brief",
  right: "read",
  example: { project: "ledger", agent: "unit-tester" },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    agent: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("The agent's name. Defaults to the agent that the access token belongs to"),
  }),
  output: brief,
  async run(actor, input) {
    const place = await contextPlace(actor, input)
    if (!place.ok) return place
    const { team, project, agent, optedOut } = place.value
    const { published, waits } = optedOut
      ? { published: null, waits: false }
      : await findOrientation(visibilityOf(actor, team.id, project.id), agent)
    if (published) return done(await asBrief(published, visibilityOf(actor, team.id)))
    // If the analysis fails, the agent gets no brief of the coach, but the rest of its context.
    const made = optedOut ? null : await runExtractiveCoach({ team, project }, { kind: "orientation", agent })
    if (made?.ok && made.value.claims.length > 0) return done(asMade(made.value, waits))
    const context = await assembleContext(
      actor,
      { team: team.id, project: project.id, agent, ...FROM_CONTEXT },
      { delivers: false },
    )
    if (!context.ok) return context
    const claims = context.value.entries.map(({ id, text, path, line, parts }): SaidClaim => ({
      text,
      kind: "observation",
      confidence: parts.confidence,
      citations: [{ entry: id, path, line, stands: "same" }],
    }))
    return done({ text: context.value.text, claims, synthesis: null, from: "context" as const })
  },
})

/**
 * Returns the brief of a published orientation, with the current text of its entries in the coach's memory.
 */
async function asBrief(row: SynthesisRow, visible: Visibility): Promise<Brief> {
  const [reviewed, entries] = await Promise.all([
    reviewedClaims(visible, row.claims),
    entriesOfPublished(row),
  ])
  const vouched = await readVerifications(
    wholeTeamUnchecked(row.teamId),
    entries.map(({ entry, text }) => ({ id: entry, text })),
  )
  const said = row.claims.flatMap((stored, place) => {
    const claim = reviewed[place]
    const now = entries.find((one) => one.entry === stored.entryId)
    if (
      claim === undefined ||
      claim.state === "rejected" ||
      claim.becomes === "promotion" ||
      now === undefined
    )
      return []
    const { text, kind, confidence, citations } = claim
    return [
      {
        vouched: vouched.has(now.entry),
        claim: {
          text: now.text === stored.written ? text : now.text,
          kind,
          confidence,
          citations: citations.map(({ entry, path, line, lineNow, stands }) => ({
            entry,
            path,
            line: lineNow ?? line,
            stands,
          })),
        },
      },
    ]
  })
  const claims = said
    .filter((one) => one.vouched || findWithheldKind(one.claim.text) === null)
    .map((one) => one.claim)
  const what = `Published${row.decidedAt === null ? "" : ` on ${row.decidedAt.toISOString().slice(0, 10)}`}${row.decidedBy === null ? "" : ` by ${row.decidedBy}`}, reviewed claim by claim.`
  return {
    text: written(
      row.title,
      [what, ...heldBack(said.length - claims.length, "until verified by a person")],
      claims,
    ),
    claims,
    synthesis: row.id,
    from: "published",
  }
}

/**
 * Returns a brief from unreviewed claims. A waiting synthesis is only mentioned, because agents must not act
 * on unreviewed claims.
 */
function asMade({ title, claims: all, notes }: ExtractiveResult, waits: boolean): Brief {
  const claims = all
    .filter((one) => findWithheldKind(one.text) === null)
    .map(({ text, kind, confidence, citations }): SaidClaim => ({
      text,
      kind,
      confidence,
      citations: citations.map(({ entry, path, line }) => ({ entry, path, line, stands: "same" })),
    }))
  const what = "Created just now by the built-in coach using text matching (no language model). Not reviewed."
  return {
    text: written(
      title,
      [
        what,
        ...(waits ? ["An orientation for this agent is waiting for review."] : []),
        ...heldBack(all.length - claims.length, "until reviewed by a person"),
        ...notes,
      ],
      claims,
    ),
    claims,
    synthesis: null,
    from: "made",
  }
}

const heldBack = (count: number, until: string): string[] =>
  count === 0
    ? []
    : [
        `Left out ${until}: ${count === 1 ? "1 claim that reads" : `${count} claims that read`} like an instruction to the agent.`,
      ]

const STANDS = { same: "", changed: " (changed since)", gone: " (since removed)" } as const

function written(title: string, words: readonly string[], claims: readonly SaidClaim[]): string {
  const lines = claims.map(
    ({ text, kind, citations }) =>
      `- ${text.replaceAll("\n", "\n  ")} [${kind}; ${citations.map((one) => `${one.path}:${one.line}${STANDS[one.stands]}`).join(", ")}]`,
  )
  return [`# ${title}`, "", ...words, "", ...lines].join("\n")
}

interface ExtractiveResult {
  readonly title: string
  /** Accepted claims. Empty if the coach found nothing to report. */
  readonly claims: readonly AcceptedClaim[]
  /** Notes on omissions, in sentences. */
  readonly notes: readonly string[]
}

/**
 * Maximum number of entries for a request that a person waits for. Each agent contributes an equal number.
 */
const MOST_NOW = 6_000

/**
 * Returns the claims and notes that the extractive coach writes about a place now. Stores nothing. The actor
 * must be allowed to read `place`. Refuses if its memory cannot be analyzed.
 */
export async function runExtractiveCoach(
  place: MaterialPlace,
  { kind, agent, now = new Date() }: { kind: SynthesisKind; agent: string | null; now?: Date },
): Promise<Outcome<ExtractiveResult>> {
  const material = await packedMaterial(place, {
    kind,
    agent,
    today: now.toISOString().slice(0, 10),
    most: MOST_NOW,
  })
  const made = await runForPerson(writeExtractive, material, `The memory of ${material.place}`)
  if (!made.ok) return made
  const { written, cited } = made.value
  const { claims, notes } = await acceptDrafts(
    visibilityOfPlace(place),
    { agents: material.agents, entries: cited },
    written.claims,
  )
  return done({ title: titleOf(agent, material.place), claims, notes: [...written.notes, ...notes] })
}
