import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findAgent } from "@/lib/db/agents/agent-names"
import {
  revisionPairs,
  timelineOf,
  TIMELINE_KINDS,
  type TimelineKind,
  type TimelineSubject,
  type TimelinePlace,
  type TimelineRow,
} from "@/lib/db/memory-files/timeline"
import { ALERT_KINDS, ALERT_SEVERITIES, ALERT_STATES } from "@/lib/memory/alerts/kinds"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { hunksBetween } from "@/lib/memory/text/line-differences"
import { operation } from "../operation"
import { cursorOf, nextOutput, readCursor } from "../infra/paging"
import { projectOf, teamOf } from "../teams/team-and-project"

/**
 * Fields of every item. `key`: key of the item in the list. `at`: time of the item, or null if it has no
 * date.
 */
const item = { key: z.string(), at: z.string().nullable(), agent: z.string().nullable() }
const written = { file: z.string().nullable(), path: z.string().nullable() }

export const timelineItem = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("session"),
    ...item,
    ...written,
    session: z.string(),
    harness: z.string().nullable(),
    startedAt: z.string(),
    closedAt: z.string().nullable(),
    summary: z.string().nullable(),
    outcome: z.string().nullable(),
    revision: z.number().nullable(),
  }),
  z.object({
    kind: z.literal("log"),
    ...item,
    date: z.string().nullable(),
    summary: z.string(),
    outcome: z.string().nullable(),
    file: z.string(),
    path: z.string(),
    line: z.number(),
  }),
  /** `added` and `cut` are numbers of lines. Null if the texts are too large to compare for a list. */
  z.object({
    kind: z.literal("revision"),
    ...item,
    file: z.string(),
    path: z.string(),
    revision: z.number(),
    by: z.string(),
    byKind: z.string(),
    reason: z.string(),
    added: z.number().nullable(),
    cut: z.number().nullable(),
  }),
  z.object({
    kind: z.literal("proposal"),
    ...item,
    proposal: z.string(),
    path: z.string(),
    does: z.string(),
    text: z.string(),
    author: z.string(),
    createdAt: z.string(),
    state: z.string(),
    /**
     * Decision on the proposal: approved, edited, merged, rejected or withdrawn, with author and reason. Null
     * while the proposal waits.
     */
    verdict: z.string().nullable(),
    by: z.string().nullable(),
    reason: z.string().nullable(),
    file: z.string().nullable(),
    revision: z.number().nullable(),
  }),
  z.object({
    kind: z.literal("receipt"),
    ...item,
    receipt: z.string(),
    harness: z.string().nullable(),
    session: z.string(),
    tokens: z.number(),
    sha256: z.string(),
    files: z.number(),
    onDisk: z.number(),
  }),
  z.object({
    kind: z.literal("alert"),
    ...item,
    alert: z.string(),
    alertKind: z.enum(ALERT_KINDS),
    what: z.enum(["raised", "resolved"]),
    round: z.number(),
    state: z.enum(ALERT_STATES),
    severity: z.enum(ALERT_SEVERITIES),
    message: z.string(),
    path: z.string().nullable(),
  }),
])
export type TimelineItem = z.output<typeof timelineItem>

const kind = z.enum(TIMELINE_KINDS)
/** A comma-separated list, or a repeated query parameter. */
const kinds = z.array(kind).or(
  z
    .string()
    .transform((text) => text.split(",").filter((one) => one !== ""))
    .pipe(z.array(kind)),
)

const cursor = z.tuple([
  z.string().regex(/^(?:-infinity|\d{4,6}-\d\d-\d\dT[\d:.+-]{8,40}Z?)$/),
  z.string().max(600),
])

export const showTimeline = operation({
  name: "agent.timeline",
  summary:
    "List events for one agent, newest first: sessions and their logs, memory revisions, proposals by and for the agent, deliveries from its harnesses, and alerts raised and resolved.",
  method: "GET",
  path: "/fleet/{project}/{agent}/timeline",
  right: "read",
  example: {
    team: "platform",
    project: "ledger",
    agent: "unit-tester",
    kinds: "session,revision",
    limit: 20,
  },
  input: z.object({
    team: z.string(),
    project: z.string(),
    agent: z.string(),
    kinds: kinds
      .optional()
      .describe(`One or more of ${TIMELINE_KINDS.join(", ")}, separated by commas. Defaults to all kinds`),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    after: z.string().max(1_200).optional(),
  }),
  output: z.object({ items: z.array(timelineItem), next: nextOutput }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const after = readCursor(input.after, cursor)
    if (!after.ok) return after
    const agent =
      project.value && (await findAgent(visibilityOf(actor, team.value.id), project.value.id, input.agent))
    if (!project.value || !agent)
      return refused("not-found", `agent not found in this project: ${input.agent}`)
    const place = after.value && { at: after.value[0], key: after.value[1] }
    return done(
      await readTimeline(
        { teamId: team.value.id, projectId: project.value.id, agent },
        { kinds: input.kinds, limit: input.limit, after: place },
      ),
    )
  },
})

/** Returns one page of the timeline and the cursor of the next page; null on the last page. */
export async function readTimeline(
  of: TimelineSubject,
  {
    kinds: wanted,
    limit,
    after,
  }: { kinds?: readonly TimelineKind[] | undefined; limit: number; after: TimelinePlace | null },
): Promise<{ items: TimelineItem[]; next: string | null }> {
  const rows = await unknownFrom(of, {
    kinds: wanted === undefined || wanted.length === 0 ? TIMELINE_KINDS : [...new Set(wanted)],
    after,
    wanted: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const lines = await countLines(of.teamId, page)
  return {
    items: page.map((row) => toItem(row, lines)),
    next: rows.length > limit && last ? cursorOf(last.at, last.key) : null,
  }
}

/** Maximum number of rows per query. */
const MOST_READ = 1_000

/**
 * Returns the next rows, without log lines that known sessions wrote. Reads more rows until the page is full.
 */
async function unknownFrom(
  of: TimelineSubject,
  {
    kinds: named,
    after,
    wanted,
  }: { kinds: readonly TimelineKind[]; after: TimelinePlace | null; wanted: number },
): Promise<TimelineRow[]> {
  const rows: TimelineRow[] = []
  for (
    let [place, take] = [after, of.agent === null ? 4 * wanted : wanted];
    rows.length < wanted;
    take = Math.min(4 * take, MOST_READ)
  ) {
    const some = await timelineOf(of, { kinds: named, after: place, take })
    rows.push(...some.filter(({ known }) => !known))
    place = some.at(-1) ?? null
    if (some.length < take || of.agent === null) break
  }
  return rows
}

/** Maximum number of bytes of stored text to compare for one page. */
const MOST_COMPARED = 2 * 1024 * 1024

interface Counts {
  readonly added: number
  readonly cut: number
}

async function countLines(
  teamId: string,
  rows: readonly TimelineRow[],
): Promise<ReadonlyMap<string, Counts>> {
  let bytes = 0
  const wanted = rows.flatMap(({ kind: what, detail }) => {
    if (what !== "revision") return []
    bytes += 2 * Number(detail.bytes)
    return bytes > MOST_COMPARED ? [] : [{ file: String(detail.file), revision: Number(detail.revision) }]
  })
  const texts = await revisionPairs(wholeTeamUnchecked(teamId), wanted)
  return new Map(
    texts.map(({ file, revision, text, before }) => [
      `${file}/${revision}`,
      hunksBetween(before ?? "", text),
    ]),
  )
}

function toItem(
  { kind: what, key, at, agent, detail }: TimelineRow,
  lines: ReadonlyMap<string, Counts>,
): TimelineItem {
  const { bytes: _, ...shown } = detail
  const counted =
    what === "revision" ? lines.get(`${String(detail.file)}/${Number(detail.revision)}`) : undefined
  const more = what === "revision" ? { added: counted?.added ?? null, cut: counted?.cut ?? null } : {}
  return timelineItem.parse({ kind: what, key, at: at === "-infinity" ? null : at, agent, ...shown, ...more })
}
