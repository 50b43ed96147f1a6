"use client"

import { useState } from "react"
import type { ConflictDetail } from "@/components/conflict/shapes"
import type { ProposalDetail } from "@/components/proposal/shapes"
import type { DetailShelf } from "./detail-shelf"
import type { Excerpt } from "./finding"
import { type Decidable, groupsOf, isDecidable, type Item, itemOfConflict, itemOfProposal } from "./item"
import { useExcerpt } from "./use-excerpt"
import { AHEAD, useDetail, useShelf } from "./use-shelf"

/** Details of what is decided, of both kinds. */
export interface Shelves {
  readonly proposals: DetailShelf<ProposalDetail>
  readonly conflicts: DetailShelf<ConflictDetail>
  /** These files may read otherwise now; left out: any may. */
  age(lanes?: readonly string[]): void
  /** Asks for what is not there or has aged. */
  want(items: readonly Item[]): void
}

interface Known {
  readonly proposals: readonly ProposalDetail[]
  readonly conflicts: readonly ConflictDetail[]
}

/** `onRead` hears of each that is read, as an item of the list. */
export function useShelves(known: Known, onRead: (item: Decidable) => void): Shelves {
  const proposals = useShelf<ProposalDetail>({ path: "/proposals", known: known.proposals, onDetail: (detail) => onRead(itemOfProposal(detail)) })
  const conflicts = useShelf<ConflictDetail>({ path: "/conflicts", known: known.conflicts, onDetail: (detail) => onRead(itemOfConflict(detail)) })
  const [shelves] = useState(
    (): Shelves => ({
      proposals,
      conflicts,
      age(lanes) {
        const concerns = (item: Decidable) => lanes === undefined || groupsOf(item).some((group) => lanes.includes(group))
        proposals.age((detail) => concerns(itemOfProposal(detail)))
        conflicts.age((detail) => concerns(itemOfConflict(detail)))
      },
      want(items) {
        proposals.want(idsOf(items, "proposal"))
        conflicts.want(idsOf(items, "conflict"))
      },
    }),
  )
  return shelves
}

const idsOf = (items: readonly Item[], kind: Item["kind"]) => items.filter((item) => item.kind === kind).map((item) => item.id)

interface Looked {
  readonly team: string
  readonly items: readonly Item[]
  readonly current: string | null
  readonly excerpts: Readonly<Record<string, Excerpt>>
}

/** The item that is looked at, with its detail; those around it are read before one gets to them. */
export function useAtHand(shelves: Shelves, { team, items, current, excerpts }: Looked) {
  const place = items.findIndex((item) => item.id === current)
  const selected = items[place] ?? null
  const proposal = selected?.kind === "proposal" ? selected.proposal : null
  const conflict = selected?.kind === "conflict" ? selected.conflict : null
  const finding = selected?.kind === "finding" ? selected.finding : null
  const near = [...items.slice(place + 1, place + 1 + AHEAD), ...items.slice(Math.max(0, place - 1), Math.max(0, place))]
  const nextFinding = near.find((item) => item.kind === "finding")
  const ofProposal = useDetail(shelves.proposals, proposal?.id ?? null, idsOf(near, "proposal"))
  const ofConflict = useDetail(shelves.conflicts, conflict?.id ?? null, idsOf(near, "conflict"))
  const excerpt = useExcerpt(team, finding, nextFinding?.kind === "finding" ? nextFinding.finding : null, excerpts)
  return { place, selected, item: selected && isDecidable(selected) ? selected : null, proposal, ofProposal, conflict, ofConflict, finding, excerpt }
}
