import { type Answer, type Command, type ParsedArguments, wrongForm } from "../infra/command"
import { confirmChanges } from "./confirm-changes"
import { HARNESS_IDS, titleOfHarness } from "./harnesses/all-harnesses"
import { baseOf } from "./install/base"
import { writeChanges, diffOf, type FileChange, planRemoval } from "./install/plan"
import { settingsOf } from "./install/settings/all-settings"
import type { Base, Scope, Settings } from "./install/settings/settings-files"
import { DIRECTORY, oneOf } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

export const hookRemoveCommand: Command = {
  name: "hook remove",
  form: "hook remove HARNESS [DIR] [--user] [--dry-run] [--yes] [--json]",
  about: "remove hooks and the MCP server from a harness's settings",
  purpose: "agents",
  words: [1, 2],
  takes: [oneOf(HARNESS_IDS), DIRECTORY],
  options: {
    user: { about: "remove from your own settings instead of a project's" },
    "dry-run": { about: "show the change without writing" },
    yes: { about: "do not ask for confirmation" },
  },
  notes:
    "Removes exactly what hook install added. A file that has not changed since is restored byte for byte, and a file that the installation created is deleted if empty. Custom commands that run the hooks are kept, and so is a server connected by URL.",
  examples: ["hook remove claude-code", "hook remove codex ~/work/ledger --yes"],
  run: remove,
}

async function remove({ words, on, screen }: ParsedArguments): Promise<Answer> {
  if (on.has("user") && words.length > 1)
    throw wrongForm(hookRemoveCommand, "--user applies to all projects: omit the folder")
  const settings = settingsOf(words[0] ?? "")
  const title = titleOfHarness(settings.id)
  const base = baseOf(words[1])
  const changes = await planRemovals(
    settings,
    settings.scopes.filter((one) => (one === "user") === on.has("user")),
    base,
  )
  const json = {
    harness: settings.id,
    folder: base.folder,
    changes: changes.map((change) => ({
      path: change.shown,
      file: change.file,
      removed: change.after === null,
      diff: diffOf(change),
    })),
  }
  const diff = visible(changes.map(diffOf).join("")).trimEnd()
  if (changes.length === 0) return { json: { ...json, removed: false }, text: `${title}: not installed` }
  if (on.has("dry-run")) return { json: { ...json, removed: false }, text: `${diff}\n\nNothing was written` }
  if (!on.has("json")) screen.say(diff)
  if (!on.has("yes")) await confirmChanges(hookRemoveCommand, changes)
  await writeChanges(changes, base.env)
  return {
    json: { ...json, removed: true },
    text: visible(
      changes.map(({ shown, after }) => `${after === null ? "Removed" : "Removed from"} ${shown}`).join("\n"),
    ),
  }
}

async function planRemovals(settings: Settings, scopes: readonly Scope[], base: Base): Promise<FileChange[]> {
  const changes: FileChange[] = []
  for (const scope of scopes)
    for (const file of await settings.files(scope, base)) {
      const change = await planRemoval(file, base.env)
      if (change !== null) changes.push(change)
    }
  return changes
}
