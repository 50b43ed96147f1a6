"use client"

import { Dialog } from "@base-ui/react/dialog"
import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useRouter } from "next/navigation"
import { useTheme } from "next-themes"
import { useCallback, useState } from "react"
import { historyPath } from "@/components/revert/revert"
import { openOverlay } from "@/components/ui/overlays"
import { chartsPath, FLEET_VIEWS, PLACES, placePath, verifyPath } from "./places"
import { recentChoices, rememberChoice } from "./recent"
import { type Choice, choiceValue, PaletteGroup } from "./palette-group"
import type { SwitchableTeam } from "./switcher"
import { useJump } from "./use-jump"
import { usePlace } from "./use-place"

interface PaletteProps {
  open: boolean
  onClose: () => void
  teams: readonly SwitchableTeam[]
}

/** One box that reaches every page, agent and file, and a few actions. What was chosen lately comes first. */
export default function Palette({ open, onClose, teams }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Popup className="fixed inset-x-3 top-14 z-50 mx-auto max-w-150 animate-rise overflow-hidden rounded-lg border border-line bg-surface shadow-float outline-none sm:top-24">
          <Dialog.Title className="sr-only">Search memory, jump to…</Dialog.Title>
          <Finder onClose={onClose} teams={teams} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onClose, teams }: Omit<PaletteProps, "open">) {
  const router = useRouter()
  const { setTheme } = useTheme()
  const { team, project } = usePlace()
  const [query, setQuery] = useState("")
  const [selected, setSelected] = useState("")
  // What came after the last key stands first, so it is what Enter opens.
  const selectFirst = useCallback(([first]: readonly Choice[]) => first && setSelected(choiceValue(FOUND, first)), [])
  const jump = useJump(team, query, selectFirst)
  const words = query.trim().toLowerCase()
  const matches = (choice: Choice) => choice.label.toLowerCase().includes(words)

  const pages: Choice[] = [
    ...PLACES.map((place) => ({ id: place.segment, label: place.label, href: placePath(team, place.segment, project), keys: `g ${place.key}` })),
    ...FLEET_VIEWS.map(({ segment, label, detail, key }) => ({ id: `fleet:${segment}`, label: `Fleet: ${label.toLowerCase()}`, detail, href: placePath(team, segment, project), keys: `g ${key}` })),
    { id: "inbox:charts", label: "Inbox: charts", detail: "proposals in and out", href: chartsPath(team, project) },
    { id: "settings:history", label: "Settings: history of writes", detail: "revert, restore everything", href: historyPath(team) },
    { id: "verify", label: "Verify", detail: "entries to vouch for again", href: verifyPath(team, project) },
    ...teams.filter((one) => one.slug !== team).map((one) => ({ id: `team:${one.slug}`, label: one.name, detail: "team", href: placePath(one.slug, "inbox", null) })),
  ]
  const actions: Choice[] = [
    { id: "theme-light", label: "Light theme", run: () => setTheme("light") },
    { id: "theme-dark", label: "Dark theme", run: () => setTheme("dark") },
    { id: "theme-system", label: "Theme as the system has it", run: () => setTheme("system") },
    { id: "keys", label: "Show the keys", keys: "?", run: () => openOverlay("keys") },
  ]
  const search: Choice[] = words ? [{ id: "search", label: `Search memory for “${query.trim()}”`, href: searchPath(team, project, query.trim()) }] : []

  const choose = (choice: Choice) => {
    onClose()
    if (choice.run) return choice.run()
    if (!choice.href) return
    if (choice.id !== "search") rememberChoice(team, choice)
    router.push(choice.href)
  }
  return (
    <Command shouldFilter={false} loop value={selected} onValueChange={setSelected} label="Search memory, jump to…">
      <div className="flex h-11 items-center gap-2.5 border-b border-line px-3.5 text-ink-3">
        <Search className="icon" aria-hidden />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Search memory, jump to…"
          className="h-full min-w-0 flex-1 bg-transparent text-md text-ink outline-none"
        />
      </div>
      <Command.List className="max-h-96 overflow-y-auto p-1.5">
        {words ? null : <PaletteGroup title="Recent" choices={recentChoices(team)} onChoose={choose} />}
        <PaletteGroup title={FOUND} choices={jump.choices} onChoose={choose} />
        <PaletteGroup title="Pages" choices={pages.filter(matches)} onChoose={choose} />
        <PaletteGroup title="Actions" choices={actions.filter(matches)} onChoose={choose} />
        <PaletteGroup title="Search" choices={search} onChoose={choose} />
      </Command.List>
      <output className={jump.problem ? "block border-t border-line px-3.5 py-2 text-sm text-danger" : "sr-only"}>
        {jump.problem ?? (words && !jump.busy ? `${jump.choices.length} agents and files` : "")}
      </output>
    </Command>
  )
}

const FOUND = "Agents and files"

function searchPath(team: string, project: string | null, query: string): string {
  const params = new URLSearchParams({ q: query, ...(project ? { project } : {}) })
  return `/t/${team}/search?${params}`
}
