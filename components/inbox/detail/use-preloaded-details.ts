"use client"

import { useState } from "react"
import type { AlertDetail, AlertShown, Excerpt } from "@/components/alerts/alert-types"
import { wantsExcerpt } from "@/components/alerts/alert-text"
import type { SynthesisDetail } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictDetail } from "@/components/conflicts/conflict-types"
import type { ProposalDetail } from "@/components/proposals/proposal-types"
import { type SeedPlanDetail, summaryOf } from "@/components/seed/waiting/waiting-seed-types"
import type { DetailShelf } from "./detail-cache"
import {
  groupsOf,
  type Item,
  itemOfAlert,
  itemOfConflict,
  itemOfProposal,
  itemOfSeedPlan,
  itemOfSynthesis,
} from "../item"
import { askServer } from "@/components/data/http-client"
import { useExcerpt } from "./use-excerpt"
import { AHEAD, useDetail, useShelf } from "./use-detail"

/** The detail caches of all kinds. */
export interface Shelves {
  readonly proposals: DetailShelf<ProposalDetail>
  readonly conflicts: DetailShelf<ConflictDetail>
  readonly syntheses: DetailShelf<SynthesisDetail>
  readonly seedPlans: DetailShelf<SeedPlanDetail>
  readonly alerts: DetailShelf<AlertDetail>
  /** Marks the details of these files as outdated (default: all). */
  age(lanes?: readonly string[]): void
  /** Requests missing and outdated details. */
  want(items: readonly Item[]): void
}

interface Known {
  readonly proposals: readonly ProposalDetail[]
  readonly conflicts: readonly ConflictDetail[]
  readonly syntheses: readonly SynthesisDetail[]
  readonly seedPlans: readonly SeedPlanDetail[]
  readonly alerts: readonly AlertDetail[]
}

/** Returns the detail caches. `onRead` is called with the item of each loaded detail. */
export function useShelves(known: Known, onRead: (item: Item) => void): Shelves {
  const proposals = useShelf<ProposalDetail>({
    ask: (id) => askServer(`/proposals/${id}`),
    known: known.proposals,
    onDetail: (detail) => onRead(itemOfProposal(detail)),
  })
  const conflicts = useShelf<ConflictDetail>({
    ask: (id) => askServer(`/conflicts/${id}`),
    known: known.conflicts,
    onDetail: (detail) => onRead(itemOfConflict(detail)),
  })
  const syntheses = useShelf<SynthesisDetail>({
    ask: (id) => askServer(`/syntheses/${id}`),
    known: known.syntheses,
    onDetail: (detail) => onRead(itemOfSynthesis(detail)),
  })
  const seedPlans = useShelf<SeedPlanDetail>({
    ask: (id) => askServer(`/seed/plans/${id}`),
    known: known.seedPlans,
    onDetail: (detail) => onRead(itemOfSeedPlan(summaryOf(detail))),
  })
  const alerts = useShelf<AlertDetail>({
    ask: readAlert,
    known: known.alerts,
    onDetail: (detail) => onRead(itemOfAlert(detail.alert)),
  })
  const [shelves] = useState((): Shelves => ({
    proposals,
    conflicts,
    syntheses,
    seedPlans,
    alerts,
    age(lanes) {
      const concerns = (item: Item) =>
        lanes === undefined || groupsOf(item).some((group) => lanes.includes(group))
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
  return shelves
}

async function readAlert(id: string): Promise<AlertDetail> {
  return { ...(await askServer<AlertShown>(`/alerts/${id}`)), id }
}

const idsOf = (items: readonly Item[], kind: Item["kind"]) =>
  items.filter((item) => item.kind === kind).map((item) => item.id)

interface Looked {
  readonly team: string
  readonly items: readonly Item[]
  readonly current: string | null
  readonly excerpts: Readonly<Record<string, Excerpt>>
}

/** Returns the current item with its detail and prefetches its neighbors. */
export function useAtHand(shelves: Shelves, { team, items, current, excerpts }: Looked) {
  const place = items.findIndex((item) => item.id === current)
  const selected = items[place] ?? null
  const proposal = selected?.kind === "proposal" ? selected.proposal : null
  const conflict = selected?.kind === "conflict" ? selected.conflict : null
  const synthesis = selected?.kind === "synthesis" ? selected.synthesis : null
  const plan = selected?.kind === "seed" ? selected.plan : null
  const alert = selected?.kind === "alert" ? selected.alert : null
  const near = [
    ...items.slice(place + 1, place + 1 + AHEAD),
    ...items.slice(Math.max(0, place - 1), Math.max(0, place)),
  ]
  const next =
    near.flatMap((item) => (item.kind === "alert" && wantsExcerpt(item.alert) ? [item.alert] : []))[0] ?? null
  const ofProposal = useDetail(shelves.proposals, proposal?.id ?? null, idsOf(near, "proposal"))
  const ofConflict = useDetail(shelves.conflicts, conflict?.id ?? null, idsOf(near, "conflict"))
  const ofSynthesis = useDetail(shelves.syntheses, synthesis?.id ?? null, idsOf(near, "synthesis"))
  const ofPlan = useDetail(shelves.seedPlans, plan?.id ?? null, idsOf(near, "seed"))
  const ofAlert = useDetail(shelves.alerts, alert?.id ?? null, idsOf(near, "alert"))
  const excerpt = useExcerpt(team, alert && wantsExcerpt(alert) ? alert : null, next, excerpts)
  return {
    place,
    selected,
    proposal,
    ofProposal,
    conflict,
    ofConflict,
    synthesis,
    ofSynthesis,
    plan,
    ofPlan,
    alert,
    ofAlert,
    excerpt,
  }
}
