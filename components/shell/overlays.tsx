"use client"

import { useRouter } from "next/navigation"
import { useEffect, useState } from "react"
import { useKeys } from "@/components/data/keyboard-shortcuts"
import { preloadable } from "@/components/data/preloadable"
import { onOverlayOpen, openOverlay, type Overlay } from "@/components/data/open-overlay"
import { INBOX_TABS, inboxTabPath, listPages, placePath } from "./navigation"
import { type SwitchableTeam, useCurrentPage } from "./rail"

type PathIn = (team: string, project: string | null) => string

/** The pages with a key, and their addresses. */
const JUMPS = [
  ...listPages(false).map(({ key, label, segment }) => {
    const path: PathIn = (team, project) => placePath(team, segment, project)
    return { key, label, path }
  }),
  ...INBOX_TABS.map((tab) => {
    const path: PathIn = (team, project) => inboxTabPath(team, tab, project)
    return { key: tab.key, label: tab.label, path }
  }),
].filter(({ key }) => key)
const Palette = preloadable(() => import("./palette").then((one) => one.Palette))
const KeysHelp = preloadable(() => import("./keys-help").then((one) => one.KeysHelp))

/** The palette, the keyboard help and the global shortcuts. Their scripts load on first use. */
export function Overlays({ teams, manages }: { teams: readonly SwitchableTeam[]; manages: boolean }) {
  const router = useRouter()
  const { team, project } = useCurrentPage()
  const [open, setOpen] = useState<Overlay | null>(null)
  const [wanted, setWanted] = useState<ReadonlySet<Overlay>>(new Set())
  const close = () => setOpen(null)

  useEffect(
    () =>
      onOverlayOpen((overlay) => {
        setWanted((before) => new Set([...before, overlay]))
        setOpen(overlay)
      }),
    [],
  )
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      openOverlay("palette")
    }
    window.addEventListener("keydown", hear)
    return () => window.removeEventListener("keydown", hear)
  }, [])

  useKeys("Everywhere", [
    { keys: "?", does: "Show keyboard shortcuts", run: () => openOverlay("keys") },
    { keys: "/", does: "Search this page or all memory", run: focusSearch },
  ])
  useKeys(
    "Go to",
    JUMPS.map(({ key, label, path }) => ({
      keys: `g ${key}`,
      does: label,
      run: () => router.push(path(team, project)),
    })),
  )
  return (
    <>
      {wanted.has("palette") ? (
        <Palette open={open === "palette"} onClose={close} teams={teams} manages={manages} />
      ) : null}
      {wanted.has("keys") ? <KeysHelp open={open === "keys"} onClose={close} /> : null}
    </>
  )
}

/** Focuses the search box of the page. Opens the palette if the page has none. */
function focusSearch(): void {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (!box) return openOverlay("palette")
  box.focus()
  box.select()
}
