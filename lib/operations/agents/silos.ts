import { visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { fleetMembers, type FleetMember, listCategories } from "@/lib/db/agents/fleet"
import { groupStamps, type SiloEntry, waitingFor, type GroupStamp, siloEntries } from "@/lib/db/agents/silos"
import { type Generality, generalityOf } from "@/lib/memory/agents/promotion"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done } from "@/lib/memory/inputs/outcome"
import { findSimilarEntries } from "@/lib/db/similar-statements"
import { operation } from "../operation"
import { nextOutput, placeInList } from "../infra/paging"
import { partInput, partOf, partOutput } from "./fleet-filters"

/**
 * Maximum number of entries to check, shared among the requested categories. Each category gets at least
 * LEAST_IN_ONE.
 */
const LOOKED_AT = 1_000
const LEAST_IN_ONE = 100
/** Maximum number of listed agents. */
const MOST_MATES = 12
/** Entries compared with those of other agents at the same time. */
const TOGETHER = 4
const MOST_COMPARED = 120

const mate = z.object({ name: z.string(), project: z.string() })

export const showSilos = operation({
  name: "fleet.missed",
  summary:
    "List silos: entries known to only one agent, with no equivalent in its category or in shared memory. Most reusable first.",
  method: "GET",
  path: "/fleet/missed",
  right: "read",
  example: { team: "platform", category: "testing", limit: 20 },
  input: z.object({
    ...partInput,
    limit: z.coerce.number().int().min(1).max(100).default(20),
    after: placeInList.optional(),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        entry: z.string(),
        text: z.string(),
        type: z.string().nullable(),
        confidence: z.number().nullable(),
        date: z.string().nullable(),
        section: z.string().nullable(),
        title: z.string().nullable().describe("The label above the entry"),
        file: z.string(),
        path: z.string(),
        line: z.number(),
        agent: z.string(),
        project: z.string(),
        category: z.string(),
        /** Reusability, 0–1. `why`: the reasons. */
        score: z.number(),
        why: z.array(z.string()),
        /** Agents that do not have the entry, those of the same project first. */
        missedBy: z.array(mate),
        mates: z.number(),
        /** A waiting proposal that would add the entry, or null. */
        waiting: z.object({ id: z.string(), path: z.string() }).nullable(),
      }),
    ),
    /**
     * Number of entries that only one agent has word for word. Entries that others have in other words are
     * removed page by page.
     */
    candidates: z.number(),
    /** Number of entries checked, the newest of each category. `capped`: there are more. */
    lookedAt: z.number(),
    capped: z.boolean(),
    /** Number of agents without a category, which are not compared. */
    uncategorized: z.number(),
    next: nextOutput,
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const teamId = part.value.team.id
    const now = new Date()
    const [members, stamps, categories] = await Promise.all([
      fleetMembers(part.value),
      groupStamps(part.value),
      listCategories(visibilityOf(actor, teamId)),
    ])
    const mates = groupBy(
      members.filter(({ optedOut }) => !optedOut),
      ({ category }) => category,
    )
    // A category with one agent cannot have missed entries.
    const asked = stamps.flatMap((stamp) => {
      const slug = categories.find(({ id }) => id === stamp.id)?.slug
      const agents = slug === undefined ? [] : (mates.get(slug) ?? [])
      return slug === undefined || agents.length < 2 || stamp.own === 0 ? [] : [{ stamp, slug, agents }]
    })
    const take = Math.max(LEAST_IN_ONE, Math.floor(LOOKED_AT / Math.max(1, asked.length)))
    const groups = asked.map(({ stamp, slug, agents }): Group => ({
      category: slug,
      agents,
      only: SiloFinder.of({ ...stamp, visible: part.value.visible, take: take + 1 }),
    }))
    const found = await Promise.all(
      groups.map(async (group) => ({ group, ...(await group.only.useful(now)) })),
    )
    const ranked = found
      .flatMap(({ group, useful }) => useful.map((one): Candidate => ({ group, ...one })))
      .toSorted(
        (a, b) =>
          b.general.score - a.general.score ||
          (b.entry.date ?? "").localeCompare(a.entry.date ?? "") ||
          (a.entry.id < b.entry.id ? -1 : 1),
      )
    const page = await missedFrom(ranked, { from: Number(input.after ?? 0), limit: input.limit })
    const waiting = await waitingFor(
      visibilityOf(actor, teamId),
      page.rows.map(({ entry }) => entry.text),
    )
    return done({
      entries: page.rows.map(({ group, entry, general }) =>
        viewOf(group, entry, general, waiting.get(entry.text) ?? null),
      ),
      candidates: ranked.length,
      lookedAt: found.reduce((sum, { looked }) => sum + Math.min(take, looked), 0),
      capped: found.some(({ looked }) => looked > take),
      uncategorized: mates.get(null)?.length ?? 0,
      next: page.next === null ? null : String(page.next),
      ...part.value.choices,
    })
  },
})

/** The agents of a category, with the entries that only one of them has. */
interface Group {
  readonly category: string
  readonly agents: readonly FleetMember[]
  readonly only: SiloFinder
}

interface Candidate extends RatedSilo {
  readonly group: Group
}

/**
 * Returns the next entries that no other agent has in other words, and the index to continue from; null at
 * the end. Removed entries do not shorten the page, up to a limit of comparisons.
 */
async function missedFrom(
  ranked: readonly Candidate[],
  { from, limit }: { from: number; limit: number },
): Promise<{ rows: Candidate[]; next: number | null }> {
  const rows: Candidate[] = []
  let at = from
  while (at < ranked.length && rows.length < limit && at - from < MOST_COMPARED) {
    const some = ranked.slice(at, at + TOGETHER)
    const known = await Promise.all(some.map(({ group, entry }) => group.only.isSaidByMate(entry)))
    for (const [place, one] of some.entries()) {
      if (rows.length === limit) break
      at += 1
      if (known[place] !== true) rows.push(one)
    }
  }
  return { rows, next: at < ranked.length ? at : null }
}

function viewOf(
  group: Group,
  entry: SiloEntry,
  { score, why }: Generality,
  waiting: { id: string; path: string } | null,
) {
  const owner = group.agents.find(({ id }) => id === entry.agentId)
  const mates = group.agents
    .filter((one) => one !== owner)
    .toSorted((a, b) => Number(b.project === owner?.project) - Number(a.project === owner?.project))
  const { id, text, type, confidence, date, section, title, line } = entry
  return {
    entry: id,
    text,
    type,
    confidence,
    date,
    section,
    title,
    line,
    file: entry.fileId,
    path: entry.path,
    agent: owner?.name ?? "",
    project: owner?.project ?? entry.project,
    category: group.category,
    score,
    why: [...why],
    missedBy: mates.slice(0, MOST_MATES).map(({ name, project }) => ({ name, project })),
    mates: mates.length,
    waiting,
  }
}

/** Maximum entries of other agents that are compared with an entry in full. */
const ALIKE = 12
/** Maximum number of groups in the cache. */
const MOST = 200

export interface RequestedGroup extends GroupStamp {
  readonly visible: Visibility
  /** Number of the newest entries to check. */
  readonly take: number
}

interface RatedSilo {
  readonly entry: SiloEntry
  readonly general: Generality
}

/**
 * Finds the entries that only one agent of a group has, and which of them other agents have in other words.
 */
class SiloFinder {
  private readonly known: ReturnType<typeof siloEntries>
  private told: { readonly day: string; readonly useful: readonly RatedSilo[] } | null = null
  private readonly said = new Map<string, Promise<boolean>>()

  private constructor(private readonly group: RequestedGroup) {
    this.known = siloEntries({ categoryId: group.id, visible: group.visible }, group)
  }

  /** Returns the cached finder of the group, or a new one if one of its files changed. */
  static of(group: RequestedGroup): SiloFinder {
    const key = JSON.stringify([group.visible.teamId, group.visible.projectId, group.id, group.take])
    const before = remembered.get(key)
    const now = before?.group.stamp === group.stamp ? before : new SiloFinder(group)
    remembered.delete(key)
    remembered.set(key, now) // Moves the entry to the end of the eviction order.
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST) break
      remembered.delete(oldest)
    }
    now.known.catch(() => remembered.delete(key))
    return now
  }

  /**
   * Returns the entries of single agents that others can use. Cached for a day, because the score depends on
   * the age in days.
   */
  async useful(now: Date): Promise<{ useful: readonly RatedSilo[]; looked: number }> {
    const { entries, looked } = await this.known
    const day = now.toISOString().slice(0, 10)
    if (this.told?.day !== day)
      this.told = {
        day,
        useful: entries
          .map((entry) => ({ entry, general: generalityOf(entry, now) }))
          .filter(({ general }) => general.score > 0),
      }
    return { useful: this.told.useful, looked }
  }

  /** True if another agent of the category has the entry in other words. Cached by entry. */
  isSaidByMate({ id, text, agentId }: SiloEntry): Promise<boolean> {
    const before = this.said.get(id)
    if (before) return before
    const { visible, id: categoryId } = this.group
    const asked = findSimilarEntries(visible, text, {
      mates: { categoryId, projectId: visible.projectId, agentId },
      exclude: [id],
      take: 1,
      compared: ALIKE,
    }).then(([like]) => like !== undefined && (like.kind === "same" || like.kind === "duplicate"))
    this.said.set(id, asked)
    asked.catch(() => this.said.delete(id))
    return asked
  }
}

const remembered = new Map<string, SiloFinder>()
