"use client"

import type { ReactNode } from "react"
import { later } from "@/components/data/preloadable"
import type { InboxItem } from "../item"
import type { DetailProps } from "./detail-controller"
import { ProposalDetailPane } from "./proposal-detail"
import type { DetailCaches, ItemDetails } from "./use-preloaded-details"
import type { useProposalActions } from "./use-proposal-detail"

// Loaded lazily: the server renders the first item.
const ConflictPane = later(() => import("./conflict-detail").then((one) => one.ConflictDetailPane))
const AlertPane = later(() => import("./alert-detail").then((one) => one.AlertDetailPane))
const SynthesisPane = later(() => import("./synthesis-detail").then((one) => one.SynthesisDetailPane))
const SeedPane = later(() => import("./seed-detail").then((one) => one.SeedDetailPane))

/** The panes to load after the page and the pane of proposals. */
export const ITEM_PANES = [ConflictPane, SynthesisPane, SeedPane, AlertPane]

interface ItemPaneProps extends Omit<DetailProps, "problem"> {
  item: InboxItem
  details: ItemDetails
  caches: DetailCaches
  proposalActions: ReturnType<typeof useProposalActions>
  /** Changes when the typed text of a panel is restored or discarded. */
  again: number
  /** Shown until the script of the pane is loaded. */
  instead: ReactNode
  /** The same, for panes whose keys are pressed before their script is loaded. */
  held: ReactNode
  /** Returns the address of another item. */
  hrefOf: (id: string) => string
  /** Returns the listed items. */
  listed: () => readonly InboxItem[]
}

/** The current item with its actions. */
export function ItemPane(props: ItemPaneProps) {
  const { item, details, caches, proposalActions, again, instead, held, hrefOf, listed, ...pane } = props
  switch (item.kind) {
    case "proposal":
      return (
        <ProposalDetailPane
          {...pane}
          {...{ again, instead, hrefOf, ...details.proposal }}
          does={proposalActions}
          proposal={item.proposal}
        />
      )
    case "conflict":
      return (
        <ConflictPane
          {...pane}
          {...details.conflict}
          key={`${item.id}/${again}`}
          instead={held}
          conflict={item.conflict}
        />
      )
    case "synthesis":
      return (
        <SynthesisPane
          {...pane}
          {...details.synthesis}
          key={item.id}
          instead={held}
          synthesis={item.synthesis}
        />
      )
    case "seed":
      return <SeedPane {...pane} {...details.plan} key={item.id} instead={held} plan={item.plan} />
    case "alert":
      return (
        <AlertPane
          {...pane}
          key={item.id}
          instead={held}
          alert={item.alert}
          detail={details.alert.detail}
          problem={details.alert.problem ?? details.excerpt.problem}
          excerpt={details.excerpt.excerpt}
          cache={caches.alerts}
          listed={() => listed().flatMap((one) => (one.kind === "alert" ? [one.alert] : []))}
        />
      )
  }
}
