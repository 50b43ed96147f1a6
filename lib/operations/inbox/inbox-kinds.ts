import type { z } from "zod"
import { type InboxOrder, type ItemSelect, countWaitingFor, snoozedUntil } from "@/lib/db/inbox"
import { type AlertSeverity, type AlertState, ALERT_KINDS, type AlertKind } from "@/lib/memory/alerts/kinds"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { countWaiting, findProposals, proposalItems } from "@/lib/db/proposals/proposals"
import { PROPOSAL_KINDS } from "@/lib/memory/proposals/proposal-kinds"
import { conflictItems, countOpenConflicts, findConflictRows } from "@/lib/db/conflicts/conflicts"
import { synthesisItems, listSynthesisRows } from "@/lib/db/coach/syntheses"
import { SYNTHESIS_KINDS } from "@/lib/memory/coach/synthesis"
import { listSeedPlans } from "@/lib/db/seed/plans"
import { seedItems } from "@/lib/db/seed/open-plans"
import { alertItems, findAlerts, countWaitingAlerts } from "@/lib/db/alerts/alerts"
import { runOperation } from "../operation"
import { withComparisons } from "../proposals/compare-queue"
import { proposalDetail, proposalSummary, type ProposalSummary } from "../proposals/proposal-outputs"
import { showProposal } from "../proposals/proposals"
import { summarizeProposals } from "../proposals/summary"
import {
  CONFLICT_KINDS,
  conflictDetail,
  conflictSummary,
  type ConflictSummary,
} from "../conflicts/conflict-outputs"
import { closeRemovedSides } from "../conflicts/open-and-close"
import { showConflict } from "../conflicts/conflicts"
import { summarizeConflicts } from "../conflicts/current-conflicts"
import { synthesisSummary } from "../coach/coach-outputs"
import { showSynthesis, summarizeSyntheses } from "../coach/syntheses"
import { seedSummaryOf, showSeed } from "../seed/seed-plans"
import { planSummary } from "../seed/seed-outputs"
import { type AlertView, alertView, viewAlert } from "../alerts/alert-outputs"
import { showAlert } from "../alerts/alerts"
import { showFileExcerpt } from "../memory-files/file-contents"

/** The filters of `inbox.list`. A missing filter matches any item. */
interface ItemFilters {
  /** The kinds of items to list. Empty: all. */
  readonly kinds: readonly string[]
  /** Kinds that the list is limited to, in addition to `kinds`. */
  readonly among?: readonly string[] | undefined
  readonly state: "waiting" | "snoozed" | "decided"
  /** Action or topic of an item, such as "edit", "cross-scope", "brief" or "past-cut". */
  readonly type?: string | undefined
  readonly agent?: string | undefined
  readonly category?: string | undefined
  readonly author?: string | undefined
  /** "flagged", or the kind of a finding. */
  readonly found?: string | undefined
  readonly standing?: string | undefined
  /** "me", "none", or a person’s id. */
  readonly assignee?: string | undefined
  readonly severity?: AlertSeverity | undefined
  /** State of alerts. Applies only if `kinds` contains alerts alone. */
  readonly alertState?: AlertState | undefined
  readonly q?: string | undefined
  readonly order: InboxOrder
}

/** A finding that the team mostly dismisses, so that its conflicts rank last. */
export interface LowRankedFinding {
  readonly finding: string
}

export interface InboxQuery {
  readonly actor: Actor
  readonly visible: Visibility
  readonly filters: ItemFilters
  readonly lowered: readonly LowRankedFinding[]
}

/** Numbers of items of one kind for a person. */
export interface KindCount {
  /** Number of undecided items that the person has not snoozed. */
  readonly waiting: number
  /** Number of `waiting` items. Items that share a cause count once. */
  readonly listed: number
  readonly snoozed: number
  /** Number of `listed` items that are assigned to the person or unassigned. */
  readonly yours: number
  /** Number of undecided items that are assigned to the person. */
  readonly mine: number
  /** Number of `waiting` items that need no action. */
  readonly notices?: number
}

/** Fields that the summaries of all kinds of items have. */
export interface ListedSummary {
  readonly id: string
  readonly state: string
  /** ISO instant until which the item is snoozed, or null. */
  readonly snoozedUntil: string | null
}

/** Definition of a kind of inbox item: how its items are listed, read and counted. */
interface InboxKind<Summary extends ListedSummary = ListedSummary> {
  /** Id of the kind, used in addresses and returned as `kind` of an item. */
  readonly id: string
  readonly summary: z.ZodType<Summary, Summary>
  /** Returns the SELECT of the items that match. Null if the filters exclude the kind. */
  items(query: InboxQuery): ItemSelect | null
  /** Closes items whose cause was removed, before they are listed. Returns the number of closed items. */
  settle?(actor: Actor, visible: Visibility): Promise<number>
  /** Returns the summaries of items, in any order. */
  summaries(query: InboxQuery, ids: readonly string[]): Promise<readonly Summary[]>
  /** Returns all details of an item, as the HTTP API returns them. Null if the item cannot be read. */
  detail(actor: Actor, team: string, item: Summary): Promise<{ readonly id: string } | null>
  count(actor: Actor, visible: Visibility): Promise<KindCount>
}

/** True if one of these filters is set. */
const hasFilter = (filters: ItemFilters, names: readonly (keyof ItemFilters)[]): boolean =>
  names.some((name) => filters[name] !== undefined)

/** Returns whether listed items must be snoozed. Null for decided items, which are listed either way. */
const snoozedIn = ({ state }: Pick<ItemFilters, "state">): boolean | null =>
  state === "decided" ? null : state === "snoozed"

/** Returns "decided" for decided items, else "waiting". Snoozed items count as waiting. */
const waitingOrDecided = ({ state }: Pick<ItemFilters, "state">): "waiting" | "decided" =>
  state === "decided" ? "decided" : "waiting"

const PROPOSAL: InboxKind<ProposalSummary> = {
  id: "proposal",
  summary: proposalSummary,
  items({ actor, visible, filters }) {
    const { type, found, assignee } = filters
    if (hasFilter(filters, ["severity"]) || (type !== undefined && !isProposalKind(type))) return null
    return proposalItems({
      visible: [visible],
      userId: actor.id,
      state: waitingOrDecided(filters),
      snoozed: filters.state === "decided" ? null : snoozedIn(filters),
      kind: type,
      agent: filters.agent,
      category: filters.category,
      author: filters.author,
      flagged: found === "flagged" ? true : undefined,
      assignee: assignee === "me" ? actor.id : assignee,
      text: filters.q,
    })
  },
  async summaries({ actor, visible, filters }, ids) {
    const rows = await withComparisons(actor, await findProposals([visible], ids, actor.id))
    return (await summarizeProposals(actor, rows)).filter((one) => isWanted(one, filters))
  },
  async detail(actor, _team, { id }) {
    const shown = await runOperation(showProposal, actor, { proposal: id })
    return shown.ok ? proposalDetail.parse(shown.value) : null
  },
  async count(actor, visible) {
    const { waiting, snoozed, yours, mine } = await countWaiting([visible], actor.id)
    return { waiting, listed: waiting, snoozed, yours, mine }
  },
}

const isProposalKind = (type: string): boolean => (PROPOSAL_KINDS as readonly string[]).includes(type)

/** True if the proposal matches the filters that need a comparison with current memory. */
const isWanted = (
  { standing, found }: Pick<ProposalSummary, "standing" | "found">,
  filters: ItemFilters,
): boolean =>
  (filters.standing === undefined || standing === filters.standing) &&
  (filters.found === undefined ||
    filters.found === "flagged" ||
    (found as readonly string[]).includes(filters.found))

/** Findings that both conflicts and proposals can have. */
const FINDINGS: readonly string[] = ["duplicate", "contradiction"]

const CONFLICT: InboxKind<ConflictSummary> = {
  id: "conflict",
  summary: conflictSummary,
  items({ actor, visible, filters, lowered }) {
    const { type, found, assignee } = filters
    if (hasFilter(filters, ["category", "author", "standing", "severity"])) return null
    if (type !== undefined && !(CONFLICT_KINDS as readonly string[]).includes(type)) return null
    if (found !== undefined && !FINDINGS.includes(found)) return null
    return conflictItems(
      {
        visible: [visible],
        userId: actor.id,
        state: filters.state === "decided" ? "decided" : "open",
        snoozed: snoozedIn(filters),
        kind: type,
        finding: found,
        agent: filters.agent,
        assignee: assignee === "me" ? actor.id : assignee,
        text: filters.q,
      },
      lowered.map((one) => one.finding),
    )
  },
  settle: (actor, { teamId }) => closeRemovedSides(actor, [teamId]),
  async summaries({ actor, visible }, ids) {
    const rows = await findConflictRows([visible], ids, { userId: actor.id })
    return summarizeConflicts(actor, rows, new Date())
  },
  async detail(actor, _team, { id }) {
    const shown = await runOperation(showConflict, actor, { conflict: id })
    return shown.ok ? conflictDetail.parse(shown.value) : null
  },
  async count(actor, visible) {
    const { waiting, causes, snoozed, yours, mine } = await countOpenConflicts(visible, { userId: actor.id })
    return { waiting, listed: causes, snoozed, yours, mine }
  },
}

const SYNTHESIS: InboxKind<z.output<typeof synthesisSummary>> = {
  id: "synthesis",
  summary: synthesisSummary,
  items({ actor, visible, filters }) {
    const { type } = filters
    if (hasFilter(filters, ["category", "author", "found", "standing", "assignee", "severity"])) return null
    if (type !== undefined && !(SYNTHESIS_KINDS as readonly string[]).includes(type)) return null
    return synthesisItems({
      visible,
      userId: actor.id,
      state: waitingOrDecided(filters),
      snoozed: snoozedIn(filters),
      kind: type,
      agent: filters.agent,
      text: filters.q,
    })
  },
  async summaries({ actor, visible }, ids) {
    const [rows, snoozes] = await Promise.all([
      listSynthesisRows({ visible: [visible], among: ids, take: ids.length }),
      snoozedUntil("synthesis", actor.id, [visible]),
    ])
    return summarizeSyntheses(rows, snoozes)
  },
  async detail(actor, _team, { id }) {
    const shown = await runOperation(showSynthesis, actor, { synthesis: id })
    return shown.ok ? shown.value : null
  },
  async count(actor, visible) {
    const { waiting, snoozed } = await countWaitingFor("synthesis", actor.id, visible)
    return { waiting, listed: waiting, snoozed, yours: waiting, mine: 0 }
  },
}

const SEED: InboxKind<z.output<typeof planSummary>> = {
  id: "seed",
  summary: planSummary,
  items({ actor, visible, filters }) {
    const { type } = filters
    if (hasFilter(filters, ["author", "found", "standing", "assignee", "severity"])) return null
    if (type !== undefined && type !== "seed") return null
    return seedItems({
      visible,
      userId: actor.id,
      state: waitingOrDecided(filters),
      snoozed: snoozedIn(filters),
      agent: filters.agent,
      category: filters.category,
      text: filters.q,
    })
  },
  async summaries({ actor, visible }, ids) {
    const [rows, snoozes] = await Promise.all([
      listSeedPlans(visibilityOf(actor, visible.teamId), {
        projectId: visible.projectId,
        among: ids,
        take: ids.length,
      }),
      snoozedUntil("seed plan", actor.id, [visible]),
    ])
    return rows.map((row) => seedSummaryOf(row, snoozes))
  },
  async detail(actor, _team, { id }) {
    const shown = await runOperation(showSeed, actor, { plan: id })
    return shown.ok ? shown.value : null
  },
  async count(actor, visible) {
    const { waiting, snoozed } = await countWaitingFor("seed plan", actor.id, visible)
    return { waiting, listed: waiting, snoozed, yours: waiting, mine: 0 }
  },
}

/** Severities that need action. Notices are listed only if a filter asks for alerts. */
const TO_DO: readonly AlertSeverity[] = ["error", "warning"]

const FILTERS = [
  "type",
  "agent",
  "category",
  "author",
  "found",
  "standing",
  "assignee",
  "severity",
  "q",
] as const

const ALERT: InboxKind<AlertView> = {
  id: "alert",
  summary: alertView,
  items({ actor, visible, filters }) {
    const { type, assignee, category } = filters
    const isOnlyKind = filters.kinds.length === 1
    if (filters.state === "decided" || hasFilter(filters, ["author", "found", "standing"])) return null
    if (category !== undefined && !isOnlyKind) return null
    if (type !== undefined && !isAlertKind(type)) return null
    return alertItems({
      visible: [visible],
      states: [stateOf(filters)],
      kinds: type === undefined ? [] : [type],
      severities: severitiesOf(filters),
      agent: filters.agent,
      category,
      assignee: assignee === "me" ? actor.id : assignee,
      text: filters.q,
    })
  },
  async summaries({ visible }, ids) {
    return (await findAlerts([visible], ids)).map(viewAlert)
  },
  async detail(actor, team, { id, file, line }) {
    const [shown, excerpt] = await Promise.all([
      runOperation(showAlert, actor, { alert: id }),
      file === null
        ? null
        : runOperation(showFileExcerpt, actor, { team, file, ...(line === null ? {} : { line }) }),
    ])
    return shown.ok ? { ...shown.value, id, excerpt: excerpt?.ok ? excerpt.value : null } : null
  },
  async count(actor, visible) {
    const { open, causes, notices, snoozed, yours, mine } = await countWaitingAlerts(visible, actor.id)
    const listedNotices = Math.min(1, notices)
    return {
      waiting: open,
      listed: causes + listedNotices,
      snoozed,
      notices,
      yours: yours + listedNotices,
      mine,
    }
  },
}

const isAlertKind = (type: string): type is AlertKind => (ALERT_KINDS as readonly string[]).includes(type)

/** Returns the state of the alerts to list. */
const stateOf = ({ state, alertState, kinds }: ItemFilters): AlertState => {
  if (state === "snoozed") return "snoozed"
  return kinds.length === 1 ? (alertState ?? "open") : "open"
}

/** Returns the severities of the alerts to list. Empty means all. */
function severitiesOf(filters: ItemFilters): readonly AlertSeverity[] {
  if (filters.severity !== undefined) return [filters.severity]
  const hidesNotices =
    filters.state === "waiting" && filters.kinds.length === 0 && !hasFilter(filters, FILTERS)
  return hidesNotices ? TO_DO : []
}

/** The kinds of items of the Inbox, in their order in a list by file. Add a kind here. */
export const INBOX_KINDS: readonly InboxKind[] = [PROPOSAL, CONFLICT, SYNTHESIS, SEED, ALERT]

export const INBOX_KIND_IDS = INBOX_KINDS.map((kind) => kind.id)
