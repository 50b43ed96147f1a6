"use client"

import { useState } from "react"
import type { AlertDetail, AlertSummary, Excerpt } from "@/components/alerts/alert-types"
import { wantsExcerpt } from "@/components/alerts/alert-text"
import type { SynthesisDetail } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictDetail } from "@/components/conflicts/conflict-types"
import type { ProposalDetail } from "@/components/proposals/proposal-types"
import { type SeedPlanDetail, planSummary } from "@/components/seed/waiting/waiting-seed-types"
import type { DetailCache } from "./detail-cache"
import {
  lanesOf,
  type InboxItem,
  itemOfAlert,
  itemOfConflict,
  itemOfProposal,
  itemOfSeedPlan,
  itemOfSynthesis,
} from "../item"
import { call } from "@/components/data/http-client"
import { useExcerpt } from "./use-excerpt"
import { AHEAD, useDetail, useDetailCache } from "./use-detail"

/** The detail caches of all kinds. */
export interface DetailCaches {
  readonly proposals: DetailCache<ProposalDetail>
  readonly conflicts: DetailCache<ConflictDetail>
  readonly syntheses: DetailCache<SynthesisDetail>
  readonly seedPlans: DetailCache<SeedPlanDetail>
  readonly alerts: DetailCache<AlertDetail>
  /** Marks the details of these files as outdated (default: all). */
  age(lanes?: readonly string[]): void
  /** Requests missing and outdated details. */
  want(items: readonly InboxItem[]): void
}

/** Details that the server rendered, by kind. */
export interface KnownDetails {
  readonly proposals: readonly ProposalDetail[]
  readonly conflicts: readonly ConflictDetail[]
  readonly syntheses: readonly SynthesisDetail[]
  readonly seedPlans: readonly SeedPlanDetail[]
  readonly alerts: readonly AlertDetail[]
}

/** Returns the detail caches. `onRead` is called with the item of each loaded detail. */
export function useDetailCaches(known: KnownDetails, onRead: (item: InboxItem) => void): DetailCaches {
  const proposals = useDetailCache<ProposalDetail>({
    ask: (id) => call("proposal.show", { proposal: id }),
    known: known.proposals,
    onDetail: (detail) => onRead(itemOfProposal(detail)),
  })
  const conflicts = useDetailCache<ConflictDetail>({
    ask: (id) => call("conflict.show", { conflict: id }),
    known: known.conflicts,
    onDetail: (detail) => onRead(itemOfConflict(detail)),
  })
  const syntheses = useDetailCache<SynthesisDetail>({
    ask: (id) => call("synthesis.show", { synthesis: id }),
    known: known.syntheses,
    onDetail: (detail) => onRead(itemOfSynthesis(detail)),
  })
  const seedPlans = useDetailCache<SeedPlanDetail>({
    ask: (id) => call("seed.show", { plan: id }),
    known: known.seedPlans,
    onDetail: (detail) => onRead(itemOfSeedPlan(planSummary(detail))),
  })
  const alerts = useDetailCache<AlertDetail>({
    ask: readAlert,
    known: known.alerts,
    onDetail: (detail) => onRead(itemOfAlert(detail.alert)),
  })
  const [caches] = useState((): DetailCaches => ({
    proposals,
    conflicts,
    syntheses,
    seedPlans,
    alerts,
    age(lanes) {
      const concerns = (item: InboxItem) =>
        lanes === undefined || lanesOf(item).some((group) => lanes.includes(group))
      proposals.age((detail) => concerns(itemOfProposal(detail)))
      conflicts.age((detail) => concerns(itemOfConflict(detail)))
      // Citations can come from any file.
      syntheses.age()
      // Seeded entries can come from any file.
      seedPlans.age()
      alerts.age((detail) => concerns(itemOfAlert(detail.alert)))
    },
    want(items) {
      proposals.want(idsOf(items, "proposal"))
      conflicts.want(idsOf(items, "conflict"))
      syntheses.want(idsOf(items, "synthesis"))
      seedPlans.want(idsOf(items, "seed"))
      alerts.want(idsOf(items, "alert"))
    },
  }))
  return caches
}

async function readAlert(id: string): Promise<AlertDetail> {
  return { ...(await call("alert.show", { alert: id })), id }
}

const idsOf = (items: readonly InboxItem[], kind: InboxItem["kind"]) =>
  items.filter((item) => item.kind === kind).map((item) => item.id)

interface ItemDetailsOptions {
  readonly team: string
  readonly items: readonly InboxItem[]
  /** The ID of the current item. */
  readonly current: string | null
  /** Excerpts that the server rendered, by alert. */
  readonly excerpts: Readonly<Record<string, Excerpt>>
}

/** The details of the current item. Those of other kinds are empty. */
export type ItemDetails = ReturnType<typeof useItemDetails>["details"]

/** Returns the current item, its index and its detail, and prefetches the details of its neighbors. */
export function useItemDetails(caches: DetailCaches, { team, items, current, excerpts }: ItemDetailsOptions) {
  const index = items.findIndex((item) => item.id === current)
  const selected = items[index] ?? null
  const near = [
    ...items.slice(index + 1, index + 1 + AHEAD),
    ...items.slice(Math.max(0, index - 1), Math.max(0, index)),
  ]
  const idOf = (kind: InboxItem["kind"]) => (selected?.kind === kind ? selected.id : null)
  const excerpt = useExcerpt(
    team,
    alertWithExcerpt(selected),
    near.map(alertWithExcerpt).find(Boolean) ?? null,
    excerpts,
  )
  const details = {
    proposal: useDetail(caches.proposals, idOf("proposal"), idsOf(near, "proposal")),
    conflict: useDetail(caches.conflicts, idOf("conflict"), idsOf(near, "conflict")),
    synthesis: useDetail(caches.syntheses, idOf("synthesis"), idsOf(near, "synthesis")),
    plan: useDetail(caches.seedPlans, idOf("seed"), idsOf(near, "seed")),
    alert: useDetail(caches.alerts, idOf("alert"), idsOf(near, "alert")),
    excerpt,
  }
  return { index, selected, details }
}

/** Returns the alert of an item, if its pane shows lines of its file. */
const alertWithExcerpt = (item: InboxItem | null): AlertSummary | null =>
  item?.kind === "alert" && wantsExcerpt(item.alert) ? item.alert : null
