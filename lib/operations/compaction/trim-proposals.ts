import { newId } from "@/lib/db/infra/identifiers"
import { formatCount } from "@/lib/memory/text/sentence"
import { indexLine, placeOfTopic } from "@/lib/memory/alerts/fixes/topic-fixes"
import type { TrimEntry, TrimRule, TrimStep } from "@/lib/memory/compaction/trim/trim-entry"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { findTopicFile } from "../proposals/target"
import type { EarlierProposals, PlannedProposal } from "./compaction-proposals"
import type { CompactionPlace } from "./target"
import { keyOfStatement } from "./analyses"

interface TrimRequest {
  readonly steps: readonly TrimStep[]
  /** Indexes of the steps to propose, or null for all. */
  readonly only: readonly number[] | null
  readonly entries: readonly TrimEntry[]
  /**
   * True: links to new topic files are placed with the existing links, not under the heading of the moved
   * entries.
   */
  readonly together: boolean
  /** Id of the first entry that links to another file, or null. */
  readonly firstLink: string | null
  /** Existing paths, which no new file may use. */
  readonly taken: readonly string[]
  readonly earlier: EarlierProposals
}

export interface TrimProposal extends PlannedProposal {
  /** True if the proposal creates a topic file. */
  readonly makes: boolean
}

/** Maximum number of steps in one proposal, so that a person can review it. */
const MOST_TOGETHER = 60

/**
 * Returns the proposals of a trim: removals grouped by reason, then for each topic its new file and the link
 * to it.
 */
export async function proposalsOfTrim(
  place: CompactionPlace,
  { steps, only, together, firstLink, entries, taken, earlier }: TrimRequest,
): Promise<TrimProposal[]> {
  const wanted = steps
    .map((step, index) => ({ step, index }))
    .filter(({ index }) => only === null || only.includes(index))
  const leads = together ? entries.find(({ id }) => id === firstLink) : undefined
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const entriesOf = ({ step }: { readonly step: TrimStep }) =>
    step.entries.flatMap((id) => byId.get(id) ?? [])
  const removals = RULES.flatMap(([rule, words]) =>
    chunks(wanted.filter(({ step }) => step.kind !== "move" && step.rule === rule)).map(
      (some): TrimProposal => {
        const leaving = some.flatMap(entriesOf)
        return {
          target: place.target,
          makes: false,
          index: some.map(({ index }) => index),
          changes: leaving.map(removal),
          confidence: null,
          ...restsOn(place, leaving, earlier),
          reason: `${words(leaving.length)} The file exceeds its budget. Its history keeps the removed lines.`,
          evidence: evidenceOf(
            place,
            some.map(({ step }) => step),
          ),
        }
      },
    ),
  )
  return [
    ...removals,
    ...(await movesOf(
      place,
      wanted
        .filter(({ step }) => step.kind === "move")
        .map(({ step, index }) => ({
          step,
          index,
          leaving: entriesOf({ step }).toSorted((a, b) => a.line - b.line),
        })),
      { taken, earlier, section: leads === undefined ? undefined : leads.section },
    )),
  ]
}

const RULES: readonly (readonly [TrimRule, (count: number) => string])[] = [
  [
    "struck",
    (count) => `${formatCount(count, "entry is", "entries are")} already retired and not sent to agents.`,
  ],
  [
    "same words",
    (count) =>
      `${formatCount(count, "entry is", "entries are")} identical to another entry in the file, which is kept.`,
  ],
  ["noise", (count) => `${formatCount(count, "entry is", "entries are")} not useful in later sessions.`],
  [
    "said twice",
    (count) =>
      `${formatCount(count, "entry duplicates", "entries duplicate")} another entry in the file. The longer one is kept.`,
  ],
  [
    "stale",
    (count) =>
      `${formatCount(count, "entry is", "entries are")} unverified and stale according to the policy.`,
  ],
]

interface Move {
  readonly step: TrimStep
  readonly index: number
  readonly leaving: readonly TrimEntry[]
}

async function movesOf(
  place: CompactionPlace,
  moves: readonly Move[],
  {
    taken,
    earlier,
    section,
  }: Pick<TrimRequest, "taken" | "earlier"> & { readonly section: string | null | undefined },
): Promise<TrimProposal[]> {
  const { head } = place.target
  if (head === null) return []
  const used = new Set(taken)
  const proposals: TrimProposal[] = []
  for (const move of moves) {
    const { step, index, leaving } = move
    const title = step.into ?? "Details"
    const topic = placeOfTopic(head, title, used)
    if (topic === null) continue // A hundred files have this name already: the entries stay.
    used.add(topic.path)
    const common = {
      index: [index],
      confidence: null,
      ...restsOn(place, leaving, earlier),
      evidence: evidenceOf(place, [step]),
    }
    const linkSection = section === undefined ? sectionOf(leaving) : section
    proposals.push(
      {
        ...common,
        target: await findTopicFile(place, head, topic.path),
        makes: true,
        changes: leaving.map((entry) => additionOf(entry, title)),
        reason: `Moved from ${head.path}, which exceeds its budget: ${step.why}. After this file has been created, the next proposal removes the entries from the original file.`,
      },
      {
        ...common,
        target: place.target,
        makes: false,
        changes: [...leaving.map(removal), linkTo(topic.name, title, move, linkSection)],
        reason: `Moved to ${topic.name}: ${step.why}. Approve the proposal that creates that file first.`,
      },
    )
  }
  return proposals
}

const additionOf = ({ section, text, date }: TrimEntry, title: string): ProposedChange =>
  ({
    kind: "add",
    section: section ?? title,
    text,
    date,
    ...(date === null ? {} : { id: newId() }),
  }) as ProposedChange

const linkTo = (
  name: string,
  title: string,
  { step, leaving }: Move,
  section: string | null,
): ProposedChange => ({
  kind: "add",
  section,
  text: indexLine({ name, title, hook: step.text ?? formatCount(leaving.length, "entry") }),
  date: null,
})

/** Returns the section that most of the entries are in. Null if most have no section. */
const sectionOf = (leaving: readonly TrimEntry[]): string | null =>
  [...groupBy(leaving, ({ section }) => section)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ??
  null

const removal = ({ id, text }: TrimEntry): ProposedChange => ({ kind: "remove", entry: id, before: text })

/**
 * Returns the lines that a proposal is based on, and the id of a proposal that already waits for one of them.
 */
function restsOn(
  { target: { path } }: CompactionPlace,
  leaving: readonly TrimEntry[],
  { waiting: { byKey } }: EarlierProposals,
): Pick<PlannedProposal, "lines" | "waiting"> {
  return {
    lines: leaving.map(({ line, text }) => ({ path, line, text })),
    waiting: leaving.flatMap(({ text }) => byKey.get(keyOfStatement(text)) ?? [])[0] ?? null,
  }
}

const evidenceOf = ({ target: { path } }: CompactionPlace, steps: readonly TrimStep[]): string =>
  steps
    .map(({ why }) => `${path}: ${why}`)
    .join("\n")
    .slice(0, 10_000)

function chunks<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MOST_TOGETHER) }, (_, at) =>
    items.slice(at * MOST_TOGETHER, (at + 1) * MOST_TOGETHER),
  )
}
