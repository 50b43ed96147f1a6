"use client"

import { Dialog } from "@base-ui/react/dialog"
import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useRouter } from "next/navigation"
import { useTheme } from "next-themes"
import { useCallback, useState } from "react"
import { openOverlay } from "@/components/data/overlays"
import { orientChoices, readOrientationName } from "./orient-choices"
import { actionChoices, byBestMatch, matchingChoices, itemChoices, pageChoices } from "./palette-choices"
import { recentChoices, rememberChoice } from "./recent"
import { type PaletteChoice, choiceValue, PaletteGroup } from "./palette-group"
import type { SwitchableTeam } from "./switcher"
import { type Jump, useJump } from "./use-palette-search"
import { useCurrentPage } from "./use-current-page"

interface PaletteProps {
  open: boolean
  onClose: () => void
  teams: readonly SwitchableTeam[]
  /** True if the user manages the team. */
  manages: boolean
}

/** The command palette: pages, agents, files, members, entries and actions, with recent choices first. */
export function Palette({ open, onClose, teams, manages }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Popup className="fixed inset-x-3 top-14 z-50 mx-auto max-w-150 animate-rise overflow-hidden rounded-lg border border-line bg-surface shadow-float outline-none sm:top-24">
          <Dialog.Title className="sr-only">Search or jump to…</Dialog.Title>
          <Finder onClose={onClose} teams={teams} manages={manages} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onClose, teams, manages }: Omit<PaletteProps, "open">) {
  const router = useRouter()
  const { setTheme } = useTheme()
  const { team, project } = useCurrentPage()
  const [query, setQuery] = useState("")
  const [selected, setSelected] = useState("")
  // The first result is selected after each key press, so that Enter opens it.
  const selectFirst = useCallback(
    ([first]: readonly PaletteChoice[]) => first && setSelected(choiceValue(FOUND, first)),
    [],
  )
  const selectOrientation = useCallback(
    ([first]: readonly PaletteChoice[]) =>
      first && setSelected(choiceValue(ORIENT, { ...first, id: first.id.replace(/^agent:/, "orient:") })),
    [],
  )
  // "orientation for unit-tester" searches for the agent and offers an orientation for each match.
  const whom = readOrientationName(query)
  const jump = useJump(team, whom ?? query, whom === null ? selectFirst : selectOrientation)
  const words = query.trim().toLowerCase()

  const pages = pageChoices({ team, project, teams, manages })
  const actions: PaletteChoice[] = [
    ...actionChoices({ team, project, manages }),
    {
      id: "theme-light",
      label: "Use light theme",
      synonyms: "appearance mode",
      run: () => setTheme("light"),
    },
    { id: "theme-dark", label: "Use dark theme", synonyms: "appearance mode", run: () => setTheme("dark") },
    {
      id: "theme-system",
      label: "Use system theme",
      synonyms: "appearance mode",
      run: () => setTheme("system"),
    },
    {
      id: "keys",
      label: "Show keyboard shortcuts",
      synonyms: "keys help",
      keys: "?",
      run: () => openOverlay("keys"),
    },
  ]
  const orientations = whom === null ? [] : orientChoices({ team, project, whom, found: jump.choices })
  const search: PaletteChoice[] = words
    ? [
        {
          id: "search",
          label: `Search memory for “${query.trim()}”`,
          href: searchPath(team, project, query.trim()),
        },
      ]
    : []

  const groups = [
    { title: "On this page", choices: words ? matchingChoices(itemChoices(), words) : [] },
    { title: "Pages", choices: matchingChoices(pages, words) },
    { title: "Actions", choices: matchingChoices(actions, words) },
  ]
  const found = words ? byBestMatch(groups, words) : groups

  const choose = (choice: PaletteChoice) => {
    onClose()
    // The dialog restores the focus first, because actions use the focused item.
    if (choice.run) return void setTimeout(choice.run)
    if (!choice.href) return
    if (choice.id !== "search") rememberChoice(team, choice)
    router.push(choice.href)
  }
  return (
    <Command
      shouldFilter={false}
      loop
      value={selected}
      onValueChange={setSelected}
      label="Search or jump to…"
    >
      <div className="flex h-11 items-center gap-2.5 border-b border-line px-3.5 text-ink-3">
        <Search className="icon" aria-hidden />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Search or jump to…"
          className="h-full min-w-0 flex-1 bg-transparent text-md text-ink outline-none"
        />
      </div>
      <Command.List className="max-h-96 overflow-y-auto p-1.5">
        {words ? null : <PaletteGroup title="Recent" choices={recentChoices(team)} onChoose={choose} />}
        <PaletteGroup title={ORIENT} choices={orientations} onChoose={choose} />
        <PaletteGroup title={FOUND} choices={jump.choices} onChoose={choose} />
        {found.map((group) => (
          <PaletteGroup key={group.title} {...group} onChoose={choose} />
        ))}
        <PaletteGroup title="Entries" choices={whom === null ? jump.entries : []} onChoose={choose} />
        <PaletteGroup title="Search" choices={search} onChoose={choose} />
      </Command.List>
      <FoundOutput jump={jump} asked={words !== ""} />
    </Command>
  )
}

/** The number of results for screen readers, or the error. */
function FoundOutput({ jump, asked }: { jump: Jump; asked: boolean }) {
  if (jump.problem)
    return (
      <output className="block border-t border-line px-3.5 py-2 text-sm text-danger">{jump.problem}</output>
    )
  return (
    <output className="sr-only">
      {asked && !jump.busy
        ? `Agents, files and members: ${jump.choices.length}. Entries: ${jump.entries.length}`
        : ""}
    </output>
  )
}

const FOUND = "Agents, files and members"
const ORIENT = "Orientations"

function searchPath(team: string, project: string | null, query: string): string {
  const params = new URLSearchParams({ q: query, ...(project ? { project } : {}) })
  return `/t/${team}/search?${params}`
}
