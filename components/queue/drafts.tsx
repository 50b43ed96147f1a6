"use client"

import { createContext, type ReactNode, use, useState } from "react"

/** Typed texts of a panel, by the name of the box. */
type DraftFields = Readonly<Record<string, string>>

/** Text typed for undecided items. Kept while the page is open. */
export interface Drafts {
  /** Returns the draft of a panel of an item, or null. */
  get(item: string, panel: string): DraftFields | null
  keep(item: string, panel: string, typed: DraftFields): void
  /** Discards one draft. */
  drop(item: string, panel: string): void
  /** Discards the drafts of decided items. */
  forget(items: readonly string[]): void
}

export function openDrafts(): Drafts {
  const kept = new Map<string, Map<string, DraftFields>>()
  return {
    get: (item, panel) => kept.get(item)?.get(panel) ?? null,
    keep: (item, panel, typed) => void kept.set(item, new Map(kept.get(item)).set(panel, typed)),
    drop: (item, panel) => void kept.get(item)?.delete(panel),
    forget: (items) => items.forEach((one) => kept.delete(one)),
  }
}

/** Drafts of the page. All tabs of the inbox share them, so that switching tabs keeps the drafts. */
const drafts = openDrafts()

export const forgetDrafts = drafts.forget

interface DraftPlace {
  readonly item: string | null
  /** The panel, or "merge/…" with the selected entry. */
  readonly panel: string
}

const Place = createContext<DraftPlace>({ item: null, panel: "" })

/** Sets the item and the panel that drafts of the components inside belong to. */
export function DraftsProvider({ item, panel, children }: DraftPlace & { children: ReactNode }) {
  return <Place value={{ item, panel }}>{children}</Place>
}

/**
 * Returns the draft of this panel, initially from an earlier visit, and a function that adds fields to it. A
 * box without a field in the draft shows its initial text.
 */
export function useDraftFields(): [typed: DraftFields, type: (more: DraftFields) => void] {
  const { item, panel } = use(Place)
  const [typed, setTyped] = useState<DraftFields>(
    () => (item === null ? null : drafts.get(item, panel)) ?? {},
  )
  const type = (more: DraftFields) => {
    const next = { ...typed, ...more }
    setTyped(next)
    if (item !== null) drafts.keep(item, panel, next)
  }
  return [typed, type]
}

/** Returns whether the open panel began with a draft, and a function that discards the draft. */
export function useDrafts(item: string | null, panel: string) {
  const place = `${item}/${panel}`
  const isKept = () => item !== null && drafts.get(item, panel) !== null
  const [opened, setOpened] = useState({ place, isBack: isKept() })
  const [again, setAgain] = useState(0)
  if (opened.place !== place) setOpened({ place, isBack: isKept() })
  return {
    isBack: opened.place === place && opened.isBack,
    /** Changes when the panel is reset. */
    again,
    startOver: () => {
      if (item !== null) drafts.drop(item, panel)
      setOpened({ place, isBack: false })
      setAgain(again + 1)
    },
  }
}
