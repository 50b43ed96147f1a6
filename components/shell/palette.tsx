"use client"

import { Dialog } from "@base-ui/react/dialog"
import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useRouter } from "next/navigation"
import { useTheme } from "next-themes"
import { useCallback, useState } from "react"
import { newSynthesisPath } from "@/components/coach/paths"
import { historyPath } from "@/components/revert/revert"
import { openOverlay } from "@/components/ui/overlays"
import { orientChoices, readWhom } from "./orient-choices"
import {
  alertsPath,
  chartsPath,
  comparePath,
  FLEET_VIEWS,
  PLACES,
  placePath,
  projectPath,
  teamPath,
  verifyPath,
} from "./places"
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
  const selectFirst = useCallback(
    ([first]: readonly Choice[]) => first && setSelected(choiceValue(FOUND, first)),
    [],
  )
  const selectOrientation = useCallback(
    ([first]: readonly Choice[]) =>
      first && setSelected(choiceValue(ORIENT, { ...first, id: first.id.replace(/^agent:/, "orient:") })),
    [],
  )
  // "orientation for unit-tester" looks for the agent, and offers to orient whom it finds.
  const whom = readWhom(query)
  const jump = useJump(team, whom ?? query, whom === null ? selectFirst : selectOrientation)
  const words = query.trim().toLowerCase()
  const matches = (choice: Choice) => choice.label.toLowerCase().includes(words)

  const here = teams.find((one) => one.slug === team)
  const pages: Choice[] = [
    ...PLACES.map((place) => ({
      id: place.segment,
      label: place.label,
      href: placePath(team, place.segment, project),
      keys: `g ${place.key}`,
    })),
    ...FLEET_VIEWS.map(({ segment, label, detail, key }) => ({
      id: `fleet:${segment}`,
      label: `Fleet: ${label.toLowerCase()}`,
      detail,
      href: placePath(team, segment, project),
      keys: `g ${key}`,
    })),
    {
      id: "inbox:alerts",
      label: "Alerts",
      detail: "what is amiss in memory",
      href: alertsPath(team, project),
    },
    {
      id: "inbox:charts",
      label: "Inbox: charts",
      detail: "proposals in and out",
      href: chartsPath(team, project),
    },
    {
      id: "settings:history",
      label: "Settings: history of writes",
      detail: "revert, restore everything",
      href: historyPath(team),
    },
    {
      id: "settings:heartbeat",
      label: "Settings: heartbeat",
      detail: "what is done by the clock",
      href: `/t/${team}/settings/heartbeat`,
    },
    {
      id: "seed:taxonomy",
      label: "Seed: taxonomy",
      detail: "which agent belongs to which category",
      href: `/t/${team}/seed/taxonomy`,
    },
    { id: "verify", label: "Verify", detail: "entries to vouch for again", href: verifyPath(team, project) },
    {
      id: "fleet:compare",
      label: "Fleet: compare two agents",
      detail: "what both know, and what one alone does",
      href: comparePath(team, {}),
    },
    {
      id: "team",
      label: `Team: ${here?.name ?? team}`,
      detail: "projects beside each other",
      href: teamPath(team),
    },
    ...(here?.projects ?? []).map((one) => ({
      id: `project:${one.slug}`,
      label: `Project: ${one.name}`,
      detail: "in one look",
      href: projectPath(team, one.slug),
    })),
    ...teams
      .filter((one) => one.slug !== team)
      .map((one) => ({
        id: `team:${one.slug}`,
        label: one.name,
        detail: "team",
        href: placePath(one.slug, "inbox", null),
      })),
  ]
  const actions: Choice[] = [
    {
      id: "coach:brief",
      label: "New brief",
      detail: "what no single agent knows",
      href: newSynthesisPath(team, "brief", { project }),
    },
    {
      id: "coach:orientation",
      label: "New orientation for…",
      detail: "an agent that is about to start",
      href: newSynthesisPath(team, "orientation", { project }),
    },
    { id: "theme-light", label: "Light theme", run: () => setTheme("light") },
    { id: "theme-dark", label: "Dark theme", run: () => setTheme("dark") },
    { id: "theme-system", label: "Theme as the system has it", run: () => setTheme("system") },
    { id: "keys", label: "Show the keys", keys: "?", run: () => openOverlay("keys") },
  ]
  const orientations = whom === null ? [] : orientChoices({ team, project, whom, found: jump.choices })
  const search: Choice[] = words
    ? [
        {
          id: "search",
          label: `Search memory for “${query.trim()}”`,
          href: searchPath(team, project, query.trim()),
        },
      ]
    : []

  const choose = (choice: Choice) => {
    onClose()
    if (choice.run) return choice.run()
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
      label="Search memory, jump to…"
    >
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
        <PaletteGroup title={ORIENT} choices={orientations} onChoose={choose} />
        <PaletteGroup title={FOUND} choices={jump.choices} onChoose={choose} />
        <PaletteGroup title="Pages" choices={pages.filter(matches)} onChoose={choose} />
        <PaletteGroup title="Actions" choices={actions.filter(matches)} onChoose={choose} />
        <PaletteGroup title="Search" choices={search} onChoose={choose} />
      </Command.List>
      <output
        className={jump.problem ? "block border-t border-line px-3.5 py-2 text-sm text-danger" : "sr-only"}
      >
        {jump.problem ?? (words && !jump.busy ? `${jump.choices.length} agents and files` : "")}
      </output>
    </Command>
  )
}

const FOUND = "Agents and files"
const ORIENT = "Orient"

function searchPath(team: string, project: string | null, query: string): string {
  const params = new URLSearchParams({ q: query, ...(project ? { project } : {}) })
  return `/t/${team}/search?${params}`
}
