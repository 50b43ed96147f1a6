import { type Answer, type Command, type Given, wrongForm } from "../infra/command"
import { confirm } from "../infra/confirm"
import { HARNESS_IDS, HARNESSES } from "./harnesses/by-name"
import { baseOf } from "./install/base"
import { carryOut, diffOf, type FileChange, planRemoval } from "./install/plan"
import { settingsOf } from "./install/settings/by-name"
import { refuse } from "../infra/refusal"
import { DIRECTORY, oneOf } from "../infra/option-values"
import { visible } from "../infra/visible"

export const hookRemoveCommand: Command = {
  name: "hook remove",
  form: "hook remove HARNESS [DIR] [--user] [--dry-run] [--yes] [--json]",
  about: "remove hooks and the MCP server from a harness's settings",
  purpose: "agents",
  words: [1, 2],
  takes: [oneOf(HARNESS_IDS), DIRECTORY],
  options: {
    user: { about: "from your own settings instead of a project's" },
    "dry-run": { about: "show the change without writing" },
    yes: { about: "do not ask for confirmation" },
  },
  notes:
    "Removes exactly what hook install added. A file that has not changed since returns to its earlier bytes, and a file that the installation created is deleted if empty. Custom commands that run the hooks stay, and so does a server connected by address.",
  examples: ["hook remove claude-code", "hook remove codex ~/work/ledger --yes"],
  run: remove,
}

async function remove({ words, on, screen }: Given): Promise<Answer> {
  if (on.has("user") && words.length > 1)
    throw wrongForm(hookRemoveCommand, "--user applies to all projects: omit the folder")
  const settings = settingsOf(words[0] ?? "")
  const title = HARNESSES.find((one) => one.id === settings.id)?.title ?? settings.id
  const base = baseOf(words[1])
  const changes: FileChange[] = []
  for (const scope of settings.scopes.filter((one) => (one === "user") === on.has("user"))) {
    for (const file of await settings.files(scope, base)) {
      const change = await planRemoval(file, base.env)
      if (change !== null) changes.push(change)
    }
  }
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
  const sure = on.has("yes") || (await confirm(`Write ${changes.map((one) => one.shown).join(" and ")}?`))
  if (sure === null)
    throw wrongForm(
      hookRemoveCommand,
      "no terminal to ask for confirmation: pass --yes to write, or --dry-run to preview",
    )
  if (!sure) throw refuse("cancelled", "no file was changed")
  await carryOut(changes, base.env)
  return {
    json: { ...json, removed: true },
    text: visible(
      changes.map(({ shown, after }) => `${after === null ? "Removed" : "Removed from"} ${shown}`).join("\n"),
    ),
  }
}
