import { conflictItems, countOpenConflicts, findConflictRows } from "@/lib/db/conflicts/list"
import {
  CONFLICT_KINDS,
  conflictDetail,
  conflictSummary,
  type ConflictSummary,
} from "../../conflicts/conflict-outputs"
import { closeRemovedSides } from "../../conflicts/close-outdated"
import { showConflict } from "../../conflicts/read"
import { summarizeConflicts } from "../../conflicts/summary"
import { runOperation } from "../../operation"
import { type InboxKind, hasFilter, snoozedIn } from "./inbox-kind"

/** Findings that both conflicts and proposals can have. */
const FINDINGS: readonly string[] = ["duplicate", "contradiction"]

export const CONFLICT: InboxKind<ConflictSummary> = {
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
