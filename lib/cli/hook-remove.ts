import { type Answer, type Command, type Given, wrongForm } from "./command"
import { confirm } from "./confirm"
import { HARNESS_IDS, HARNESSES } from "./hook/harnesses/by-name"
import { baseOf } from "./hook/install/base"
import { carryOut, diffOf, type FileChange, planRemoval } from "./hook/install/plan"
import { settingsOf } from "./hook/install/settings/by-name"
import { refuse } from "./refusal"
import { DIRECTORY, oneOf } from "./taken"
import { visible } from "./visible"

export const hookRemoveCommand: Command = {
  name: "hook remove",
  form: "hook remove HARNESS [DIR] [--user] [--dry-run] [--yes] [--json]",
  about: "takes our hooks and our MCP server out of a harness's settings again",
  purpose: "agents",
  words: [1, 2],
  takes: [oneOf(HARNESS_IDS), DIRECTORY],
  options: {
    user: { about: "out of your own settings, instead of a project's" },
    "dry-run": { about: "shows the change, and writes nothing" },
    yes: { about: "without asking first" },
  },
  notes:
    "Exactly what is ours goes. A file that nobody has changed since the installation becomes again what it was before, to the byte; one that we made and that says nothing any more goes, too. A command of your own that runs ours stays, and so does a server that is connected by its address.",
  examples: ["hook remove claude-code", "hook remove codex ~/work/ledger --yes"],
  run: remove,
}

async function remove({ words, on, screen }: Given): Promise<Answer> {
  if (on.has("user") && words.length > 1)
    throw wrongForm(hookRemoveCommand, "--user is for all projects: leave the folder out")
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
  if (changes.length === 0)
    return { json: { ...json, removed: false }, text: `${title}: nothing of ours is there` }
  if (on.has("dry-run")) return { json: { ...json, removed: false }, text: `${diff}\n\nNothing was written` }
  if (!on.has("json")) screen.say(diff)
  const sure = on.has("yes") || (await confirm(`Write ${changes.map((one) => one.shown).join(" and ")}?`))
  if (sure === null)
    throw wrongForm(
      hookRemoveCommand,
      "nobody is there to be asked whether to write this: say --yes, or --dry-run to see it",
    )
  if (!sure) throw refuse("cancelled", "all files stay as they are")
  await carryOut(changes, base.env)
  return {
    json: { ...json, removed: true },
    text: visible(
      changes
        .map(({ shown, after }) => `${after === null ? "Removed" : "Took ours out of"} ${shown}`)
        .join("\n"),
    ),
  }
}
