"use client"

import { Dialog } from "@base-ui/react/dialog"
import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useRouter } from "next/navigation"
import { useTheme } from "next-themes"
import { useCallback, useState, useEffect } from "react"
import { openOverlay } from "@/components/data/open-overlay"
import { callOperation } from "@/components/data/http-client"
import { agentPath, filePath } from "@/components/data/addresses"
import {
  orientChoices,
  readOrientationName,
  actionChoices,
  byBestMatch,
  matchingChoices,
  itemChoices,
  pageChoices,
  type PaletteChoice,
  choiceValue,
  PaletteGroup,
} from "./palette-choices"
import { type SwitchableTeam, useCurrentPage } from "./rail"
import { placePath } from "./navigation"
import { shortPath } from "@/lib/memory/memory-files/paths"

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

const KEPT = 5
const key = (team: string) => `quarterdeck-recent-${team}`

/** Returns the recent choices of the palette, newest first. Stored in this browser only. */
function recentChoices(team: string): PaletteChoice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(team)) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isChoice) : []
  } catch {
    // Invalid data, or storage is off: there are no recent choices.
    return []
  }
}

function rememberChoice(team: string, { id, label, detail, href }: PaletteChoice): void {
  const others = recentChoices(team).filter((one) => one.href !== href)
  localStorage.setItem(key(team), JSON.stringify([{ id, label, detail, href }, ...others].slice(0, KEPT)))
}

function isChoice(value: unknown): value is PaletteChoice {
  if (
    typeof value !== "object" ||
    value === null ||
    !("id" in value) ||
    !("label" in value) ||
    !("href" in value)
  )
    return false
  return (
    typeof value.id === "string" &&
    typeof value.label === "string" &&
    typeof value.href === "string" &&
    value.href.startsWith("/t/")
  )
}

interface Jump {
  /** Agents, files and members by name. */
  choices: PaletteChoice[]
  /** Entries by their words. */
  entries: PaletteChoice[]
  busy: boolean
  /** Error message for the user. */
  problem: string | null
}

const PAUSE_MS = 90
/** Maximum number of entries shown. The search page shows the others. */
const ENTRIES = 4
const NOTHING: Jump = { choices: [], entries: [], busy: false, problem: null }

/**
 * Searches agents, files and members by name, and entries by their words, debounced. Only the newest response counts. `onAnswer` must be a stable
 * function.
 */
function useJump(team: string, query: string, onAnswer: (choices: readonly PaletteChoice[]) => void): Jump {
  const words = query.trim()
  const [jump, setJump] = useState<Jump>(NOTHING)
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      if (!words) return setJump(NOTHING)
      setJump((before) => ({ ...before, busy: true }))
      // An invalid search, such as an open quote, finds nothing.
      void askEntries(team, words, abort.signal)
        .catch(() => [])
        .then((entries) => (abort.signal.aborted ? undefined : setJump((before) => ({ ...before, entries }))))
      const choices = await askJump(team, words, abort.signal).catch(() => null)
      if (abort.signal.aborted) return
      onAnswer(choices ?? [])
      setJump(({ entries }) => ({
        entries,
        choices: choices ?? [],
        busy: false,
        problem: choices ? null : "Could not load agents and files. You can still open pages.",
      }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [team, words, onAnswer])
  return jump
}

async function askJump(team: string, q: string, signal: AbortSignal): Promise<PaletteChoice[]> {
  const { agents, files, members } = await callOperation("jump", { team, q }, { signal })
  return [
    ...agents.map((agent) => ({
      id: `agent:${agent.project}/${agent.name}`,
      label: agent.name,
      detail: agent.project,
      href: agentPath(team, agent.project, agent.name),
    })),
    ...files.map((file) => ({
      id: `file:${file.id}`,
      label: file.path,
      detail: file.project,
      href: filePath(team, file.id),
    })),
    ...members.map((member) => ({
      id: `member:${member.id}`,
      label: member.name,
      detail: member.role,
      href: placePath(team, "settings", null),
    })),
  ]
}

async function askEntries(team: string, q: string, signal: AbortSignal): Promise<PaletteChoice[]> {
  const { hits } = await callOperation("entry.search", { team, q, mode: "words", limit: ENTRIES }, { signal })
  return hits.map(({ id, text, path, fileId, line }) => ({
    id: `entry:${id}`,
    label: text.replaceAll(/\s+/g, " "),
    detail: `${shortPath(path)}:${line}`,
    href: filePath(team, fileId, line),
  }))
}
