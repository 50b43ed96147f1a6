"use client"

import { useEffect, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { placePath } from "./navigation"
import { agentPath, filePath } from "@/components/data/addresses"
import { shortPath } from "@/components/text/short-path"
import type { PaletteChoice } from "./palette-group"

export interface Jump {
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
export function useJump(
  team: string,
  query: string,
  onAnswer: (choices: readonly PaletteChoice[]) => void,
): Jump {
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
