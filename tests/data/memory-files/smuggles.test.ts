import { beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { setPolicy } from "@/lib/db/policies"
import { systemActor } from "@/lib/auth/create-actor"
import { done } from "@/lib/memory/inputs/outcome"
import { runOperation } from "@/lib/operations/operation"
import { createProposal, type ProposeInput } from "@/lib/operations/proposals/create"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { reviewProposals } from "@/lib/operations/proposals/decisions/review"
import { INNOCENT, type Smuggle, smuggledPieces, smuggledStatements } from "../../support/hostile/smuggles"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { decide, givenMemory, textOf } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"

const PATH = memoryPath("billing")
const FINDINGS = Array.from({ length: 40 }, (_, place) => `[2026-01-02] Ledger ${place} is closed on Fridays`)
const FLAGS = ["invisible-character", "look-alike", "instruction-like"]

let memory: Awaited<ReturnType<typeof givenMemory>>
let entries: Awaited<ReturnType<(typeof memory)["file"]>>["entries"]
beforeEach(async () => {
  memory = await givenMemory({ [PATH]: memoryOf("billing", FINDINGS) })
  entries = (await memory.file(PATH)).entries
})

const propose = async (input: Omit<ProposeInput, "team">) =>
  expectDone(
    await runOperation(createProposal, systemActor(), {
      team: memory.team.slug,
      project: "ledger",
      confidence: 0.9,
      ...input,
    }),
  )
const show = async (proposal: string) =>
  expectDone(await runOperation(showProposal, memory.lead, { proposal }))

interface Carried {
  readonly trick: string
  readonly id: string
  /** The text that must be stored unchanged. */
  readonly sent: string
}

/** Each attack in an added statement, and every third in a replacement. */
async function carriedInStatements(smuggles: readonly Smuggle[]): Promise<Carried[]> {
  return inPortions([...smuggles.entries()], async ([number, { trick, text }]) => {
    const entry = entries[number % entries.length]
    const change =
      number % 3 === 2 && entry
        ? ({ kind: "edit", entry: entry.id, before: entry.text, text } as const)
        : ({ kind: "add", section: "Accumulated Findings", text, date: null } as const)
    const { id } = await propose({ agent: "billing", changes: [change] })
    return { trick: `${trick} in ${change.kind}`, id, sent: text }
  })
}

/** Runs several at a time. */
async function inPortions<One, Other>(
  all: readonly One[],
  work: (one: One) => Promise<Other>,
): Promise<Other[]> {
  const made: Other[] = []
  for (let from = 0; from < all.length; from += 16)
    made.push(...(await Promise.all(all.slice(from, from + 16).map(work))))
  return made
}

/** Each attack in all other fields that are shown to curators or written to a file. */
async function carriedElsewhere(): Promise<Carried[]> {
  const fields: Record<string, (words: string, number: number) => Omit<ProposeInput, "team">> = {
    reason: (reason, number) => ({ agent: "billing", content: `Case ${number} rests`, reason }),
    evidence: (evidence, number) => ({ agent: "billing", content: `Case ${number} rests`, evidence }),
    session: (session, number) => ({ agent: "billing", content: `Case ${number} rests`, session }),
    type: (type, number) => ({ agent: "billing", content: `Case ${number} rests`, type }),
    section: (section, number) => ({ agent: "billing", content: `Case ${number} rests`, section }),
    author: (author, number) => ({ agent: "billing", content: `Case ${number} rests`, author }),
    why: (why, number) => ({
      agent: "billing",
      changes: [
        {
          kind: "retire",
          entry: entries[number % 40]?.id ?? "",
          before: entries[number % 40]?.text ?? "",
          why,
        },
      ],
    }),
    "section of a move": (section, number) => ({
      agent: "billing",
      changes: [
        {
          kind: "move",
          entry: entries[number % 40]?.id ?? "",
          before: entries[number % 40]?.text ?? "",
          section,
        },
      ],
    }),
  }
  const all = Object.entries(fields).flatMap(([field, input]) =>
    smuggledPieces().map(({ trick, piece }) => ({ trick: `${trick} in ${field}`, input, piece })),
  )
  expect(smuggledStatements().length + all.length).toBeGreaterThan(500)
  return inPortions(sampleOf([...all.entries()], 8), async ([place, { trick, input, piece }]) => {
    const sent = `${piece} ${9001 + place}`
    return { trick, id: (await propose(input(sent, 9001 + place))).id, sent }
  })
}

describe("hidden text", () => {
  it("is stored unchanged, flagged, and excluded from bulk and rule approvals in more than 500 variants", async () => {
    await commit(systemActor(), { kind: "policy.set", teamId: memory.team.id, subject: "team" }, async (tx) =>
      done(
        await setPolicy(tx, memory.team.id, "team", {
          rule: { kinds: ["add", "edit", "retire", "move"], types: [], agents: [], leastConfidence: 0.5 },
        }),
      ),
    )
    const smuggles = sampleOf(smuggledStatements(), 8)
    const carried = [...(await carriedInStatements(smuggles)), ...(await carriedElsewhere())]

    const rows = new Map(
      (await database().proposal.findMany({ where: { teamId: memory.team.id } })).map((row) => [row.id, row]),
    )
    const wrong: string[] = []
    for (const [number, { trick, id, sent }] of carried.entries()) {
      const { state, flagged, findings, changes, reason, evidence, session, type, authorAgent } =
        rows.get(id) ?? {}
      const kinds = (findings as { kind: string }[]).map((one) => one.kind)
      if (state !== "waiting") wrong.push(`${trick}: ${state} by rule`)
      if (!flagged) wrong.push(`${trick}: is not flagged`)
      if (
        !kinds.some((kind) => FLAGS.includes(kind)) ||
        (number < smuggles.length && !kinds.includes(smuggles[number]?.found ?? ""))
      )
        wrong.push(`${trick}: found ${kinds.join(", ") || "nothing"}`)
      const stored = [
        reason,
        evidence,
        session,
        type,
        authorAgent,
        ...(changes as object[]).flatMap((one) => Object.values(one) as unknown[]),
      ]
      if (!stored.includes(sent)) wrong.push(`${trick}: ${JSON.stringify(sent)} is not stored as it came`)
    }
    expect(wrong).toEqual([])

    const items = carried.map(({ id }) => ({
      proposal: id,
      shown: Buffer.from(rows.get(id)?.shown ?? []).toString("hex"),
    }))
    const { outcomes, revisions } = expectDone(
      await runOperation(reviewProposals, memory.lead, { items, verdict: "approve" }),
    )
    expect(revisions).toBe(0)
    expect(
      outcomes.filter(
        (one) =>
          one.ok ||
          one.state !== "waiting" ||
          one.refused?.reason !== "forbidden" ||
          !/flagged/.test(one.refused.message),
      ),
    ).toEqual([])
    expect(await textOf(memory, PATH)).toBe(memoryOf("billing", FINDINGS))
  }, 240_000)

  it("is written character by character after a user has reviewed and approved it", async () => {
    const shownOnce = new Map<string, string>()
    for (const { text, trick } of sampleOf(smuggledStatements(), 27)) {
      const { id } = await propose({ agent: "billing", content: text })
      const { diff, fullText } = await show(id)
      const lines = diff?.after.filter((line) => !diff.before.includes(line)) ?? []
      const decided = await decide(memory.lead, id, { verdict: "approve" })
      if (!decided.ok) throw new Error(`${trick}: ${decided.message}`)
      expect(fullText, trick).toBe(text)
      shownOnce.set(trick, lines.join("\n"))
    }
    const file = await textOf(memory, PATH)
    for (const [trick, lines] of shownOnce)
      expect(file.includes(`\n${lines}\n`), `${trick}: ${JSON.stringify(lines)}`).toBe(true)
  })

  it("is not covered by an approval of an earlier version", async () => {
    const { id } = await propose({ agent: "billing", content: "Ledger 77 is closed on Mondays" })
    const { shown } = await show(id)
    const [entry] = entries
    const other = await propose({
      agent: "billing",
      changes: [
        {
          kind: "edit",
          entry: entry?.id ?? "",
          before: entry?.text ?? "",
          text: "Ledger 0 is clo\u200bsed on Mondays",
        },
      ],
    })
    expect(
      expectDone(
        await runOperation(reviewProposals, memory.lead, {
          items: [{ proposal: other.id, shown }],
          verdict: "approve",
        }),
      ).outcomes,
    ).toMatchObject([{ ok: false, refused: { reason: "stale" } }])
  })
})

describe("text in other languages", () => {
  it("is not flagged, can be approved in bulk, and is written unchanged", async () => {
    const written = Object.entries(INNOCENT).flatMap(([script, texts]) =>
      texts.map((text) => ({ script, text })),
    )
    const flagged: string[] = []
    const items: { proposal: string; shown: string }[] = []
    for (const { script, text } of written) {
      const { id } = await propose({
        agent: "billing",
        content: text,
        reason: text,
        evidence: text,
        session: text,
      })
      const shown = await show(id)
      const flags = shown.findings.filter((one) => FLAGS.includes(one.kind))
      if (shown.flagged || flags.length > 0)
        flagged.push(`${script}: ${text}: ${flags.map((one) => one.message).join("; ")}`)
      items.push({ proposal: id, shown: shown.shown })
    }
    expect(flagged).toEqual([])
    const { outcomes, revisions } = expectDone(
      await runOperation(reviewProposals, memory.lead, { items, verdict: "approve" }),
    )
    expect([outcomes.filter((one) => !one.ok), revisions]).toEqual([[], 1])
    const file = await textOf(memory, PATH)
    for (const { text } of written) expect(file).toContain(text)
  })
})
