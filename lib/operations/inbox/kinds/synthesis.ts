import type { z } from "zod"
import { synthesisItems } from "@/lib/db/coach/synthesis-items"
import { listSynthesisRows } from "@/lib/db/coach/syntheses"
import { countWaitingFor, snoozedUntil } from "@/lib/db/teams/snoozes"
import { SYNTHESIS_KINDS } from "@/lib/memory/coach/kinds"
import { synthesisSummary } from "../../coach/coach-outputs"
import { showSynthesis, summarizeSyntheses } from "../../coach/syntheses"
import { runOperation } from "../../operation"
import { type InboxKind, hasFilter, snoozedIn, waitingOrDecided } from "./inbox-kind"

export const SYNTHESIS: InboxKind<z.output<typeof synthesisSummary>> = {
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
