"use client"

import { useEffect, useState } from "react"
import { call } from "@/components/data/http-client"
import { agentPath, filePath } from "@/components/data/addresses"
import type { PaletteChoice } from "./palette-group"

interface Jump {
  choices: PaletteChoice[]
  busy: boolean
  /** Error message for the user. */
  problem: string | null
}

const PAUSE_MS = 90

/**
 * Searches agents and files by name, debounced. Only the newest response counts. `onAnswer` must be a stable
 * function.
 */
export function useJump(
  team: string,
  query: string,
  onAnswer: (choices: readonly PaletteChoice[]) => void,
): Jump {
  const words = query.trim()
  const [jump, setJump] = useState<Jump>({ choices: [], busy: false, problem: null })
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      if (!words) return setJump({ choices: [], busy: false, problem: null })
      setJump((before) => ({ ...before, busy: true }))
      const choices = await askJump(team, words, abort.signal).catch(() => null)
      if (abort.signal.aborted) return
      onAnswer(choices ?? [])
      setJump({
        choices: choices ?? [],
        busy: false,
        problem: choices ? null : "Could not load agents and files. You can still open pages.",
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [team, words, onAnswer])
  return jump
}

async function askJump(team: string, q: string, signal: AbortSignal): Promise<PaletteChoice[]> {
  const { agents, files } = await call("jump", { team, q }, { signal })
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
  ]
}
