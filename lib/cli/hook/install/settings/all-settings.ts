import { claudeCodeSettings } from "./claude-code"
import { codexSettings } from "./codex"
import { cursorSettings } from "./cursor"
import { geminiCliSettings } from "./gemini-cli"
import { openCodeSettings } from "./opencode"
import type { Settings } from "./settings-files"

export const ALL_SETTINGS: readonly Settings[] = [
  claudeCodeSettings,
  cursorSettings,
  codexSettings,
  openCodeSettings,
  geminiCliSettings,
]

export function settingsOf(id: string): Settings {
  const found = ALL_SETTINGS.find((one) => one.id === id)
  if (!found) throw new Error(`no hook settings for ${id}`)
  return found
}
