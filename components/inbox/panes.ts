"use client"

import { type Preloadable, preloadable } from "@/components/data/preloadable"
import type { InboxItem } from "./item"
import type { PaneModule } from "./item-kind"

/**
 * Loaders of the pane of each kind. They are not in `kinds.ts`, because the server imports that file and its
 * imports load with the page. A pane loads when the first item of its kind is near.
 */
const LOADS: Readonly<Record<string, () => Promise<PaneModule>>> = {
  proposal: () =>
    import("./kinds/proposal/proposal-detail").then((one) => ({ Pane: one.ProposalDetailPane })),
  conflict: () =>
    import("./kinds/conflict/conflict-detail").then((one) => ({ Pane: one.ConflictDetailPane })),
  synthesis: () =>
    import("./kinds/synthesis/synthesis-detail").then((one) => ({ Pane: one.SynthesisDetailPane })),
  seed: () => import("./kinds/seed/seed-detail").then((one) => ({ Pane: one.SeedDetailPane })),
  alert: () => import("./kinds/alert/alert-detail").then((one) => ({ Pane: one.AlertDetailPane })),
}

const PANES = new Map(
  Object.entries(LOADS).map(([id, load]) => [id, preloadable(() => load().then((one) => one.Pane))] as const),
)

export const paneOf = ({ kind }: InboxItem) => PANES.get(kind.id) ?? null

/** Returns the panes of these items, to load them ahead. */
export const panesOf = (items: readonly InboxItem[]): readonly Preloadable[] =>
  [...new Set(items.map(paneOf))].filter((pane) => pane !== null)
