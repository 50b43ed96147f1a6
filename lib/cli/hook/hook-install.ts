import { execFile } from "node:child_process"
import { type Answer, type Command, type ParsedArguments, wrongForm } from "../infra/command"
import { checkKey, type KeyCheck, lookForProject } from "./key-check"
import { HARNESS_IDS, titleOfHarness } from "./harnesses"
import {
  baseOf,
  installOptions,
  type InstallPart,
  type InstallOptions,
  type Base,
  type Scope,
  type Settings,
  type SettingsFile,
} from "./install/installation"
import {
  writeChanges,
  diffOf,
  type FileChange,
  inspectSettings,
  planInstallation,
  planRemoval,
} from "./install/plan"
import { settingsOf } from "./install/settings"
import { AGENT, DIRECTORY, oneOf, PROJECT, TEAM } from "../infra/option-values"
import { visible, confirm } from "../infra/terminal"
import { refuse } from "../infra/exit-codes"

export const hookInstallCommand: Command = {
  name: "hook install",
  form: "hook install HARNESS [DIR] [--agent A] [--project P] [--team T] [--local|--user] [--no-mcp|--no-hooks] [--dry-run] [--yes] [--json]",
  about: "install hooks and the MCP server in a harness's settings, after showing the change",
  purpose: "agents",
  words: [1, 2],
  takes: [oneOf(HARNESS_IDS), DIRECTORY],
  options: {
    agent: {
      value: "A",
      about: "the agent whose memory to load (default: the access token's agent, then the harness's name)",
      takes: AGENT,
    },
    project: { value: "P", about: "the project (default: the folder's name)", takes: PROJECT },
    team: { value: "T", about: "the team. Required if the project does not identify it", takes: TEAM },
    local: { about: "install in this machine's settings, which Git ignores (Claude Code only)" },
    user: { about: "install in your own settings, for all projects. Each project is named after its folder" },
    "no-mcp": { about: "do not install the MCP server" },
    "no-hooks": { about: "do not install the hooks" },
    "dry-run": { about: "show the change without writing" },
    yes: { about: "do not ask for confirmation" },
  },
  notes:
    "DIR is the project's folder (default: the current one). The rest of each file stays byte-identical. Other hooks are not touched. An older version of these hooks is updated in place and keeps its options. Access tokens are never written. They stay in QUARTERDECK_TOKEN or in the login. Hooks need permission to propose, which includes reading.\n\nFor each harness, docs/hooks.md lists what is written, what happens at each event, and the harness's limits.",
  examples: [
    "hook install claude-code --agent unit-tester",
    "hook install codex ~/work/ledger --dry-run",
    "hook install gemini-cli --user --yes",
  ],
  run: install,
}

async function install(given: ParsedArguments): Promise<Answer> {
  const { on, screen } = given
  const installation = await planOf(given)
  const { title, changes, notes, warnings, rejections, base } = installation
  const json = jsonOf(installation)
  const diff = visible(changes.map(diffOf).join("")).trimEnd()
  const warned = warnings.map(noteLine)
  const rejected = rejections.map(noteLine)
  if (changes.length === 0)
    return {
      json: { ...json, installed: true, already: true },
      text: textOf([`${title}: already installed`, ...warned, ...rejected]),
    }
  if (on.has("dry-run"))
    return {
      json: { ...json, installed: false, already: false },
      text: textOf([diff, "", ...notes, ...warned, ...rejected, "Nothing was written"]),
    }
  if (!on.has("json")) for (const line of [diff, ...notes, ...warned]) screen.say(line)
  if (!on.has("yes")) await confirmChanges(hookInstallCommand, changes)
  const problem = await writeChanges(changes, base.env)
  return {
    json: {
      ...json,
      warnings: [...json.warnings, ...(problem === null ? [] : [problem])],
      installed: true,
      already: false,
    },
    text: textOf([
      `Wrote ${changes.map((one) => one.shown).join(" and ")}`,
      ...(on.has("no-hooks") ? [] : [deliveryOf(installation)]),
      ...installation.next,
      ...(problem === null ? [] : [noteLine(problem)]),
      ...rejected,
    ]),
  }
}

const noteLine = (note: string): string => `Note: ${note}`

/** A planned installation with its changes and messages for the user. */
interface Installation {
  readonly settings: Settings
  readonly title: string
  readonly scope: Scope
  readonly base: Base
  readonly changes: readonly FileChange[]
  readonly project: string | null
  readonly agent: string
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
  /** A note if the server rejects the access token. Shown last. */
  readonly rejections: readonly string[]
  readonly next: readonly string[]
}

async function planOf(given: ParsedArguments): Promise<Installation> {
  const { words, values, on, server } = given
  const settings = settingsOf(words[0] ?? "")
  const title = titleOfHarness(settings.id)
  const scope = scopeOf(given, settings, title)
  const base = baseOf(words[1])
  const wanted = installOptions(base, scope, values)
  const files = chosenFiles(await settings.files(scope, base), on)
  const changes = await changesOf(files, wanted)
  const current = await switchesIn(files, wanted)
  const project = wanted.given.project ?? current.project ?? wanted.otherwise.project ?? null
  const named = wanted.given.agent ?? current.agent ?? null
  const team = wanted.given.team ?? current.team
  const found = await lookForProject(server, { team, project })
  const untracked = scope === "local" ? await seenByGit(base.folder, changes) : []
  const key = await checkKey(server, [{ team, project: null, agent: named }])
  return {
    settings,
    title,
    scope,
    base,
    changes,
    project,
    agent: named ?? key.agent ?? settings.id,
    notes: [...linkNotes(changes), ...placeNotes(wanted, scope, settings, changes), ...untracked],
    warnings: [
      ...(key.rejected ? [] : found.warnings),
      ...problemsOf(key),
      ...(await ownNotes(files, wanted)),
    ],
    rejections: rejectionsOf(key, server.url),
    next: [
      ...settings.afterwards(scope, wanted.program.words, wanted),
      "Run quarterdeck hook status to see what is installed and when memory was last delivered",
      ...deliveryLinks(server.url, found.team),
    ],
  }
}

/**
 * Returns the missing rights of a key. Empty if the server is unreachable or there is no key, because this
 * may change before the first session.
 */
const problemsOf = ({ reachable, from, problems }: KeyCheck): readonly string[] =>
  reachable && from !== null ? problems : []

/** Returns a note if the server rejects the key. */
const rejectionsOf = ({ rejected, problems }: KeyCheck, url: string): readonly string[] =>
  rejected
    ? [
        `${url} rejected the access token, so hooks cannot load or save memory until you replace it. ${problems.join(". ")}`,
      ]
    : []

const deliveryLinks = (url: string, team: string | null): string[] =>
  team === null ? [] : [`Deliveries are listed at ${url}/t/${team}/agents/delivery`]

const linkNotes = (changes: readonly FileChange[]): string[] =>
  changes.flatMap(({ shown, leadsTo }) =>
    leadsTo === null ? [] : [`${shown} is a symbolic link, so ${leadsTo} is changed instead`],
  )

/** Returns the files without the parts that --no-mcp and --no-hooks exclude. */
const chosenFiles = (files: readonly SettingsFile[], on: ParsedArguments["on"]): readonly SettingsFile[] =>
  files
    .map((file) => ({
      ...file,
      parts: file.parts.filter(({ kind }) => !on.has(kind === "mcp" ? "no-mcp" : "no-hooks")),
    }))
    .filter(({ parts }) => parts.length > 0)

async function changesOf(
  files: readonly SettingsFile[],
  wanted: InstallOptions,
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = []
  for (const file of files) {
    const change = await planInstallation(file, wanted)
    if (change !== null) changes.push(change)
  }
  return changes
}

const jsonOf = ({ settings, scope, base, project, agent, changes, notes, next, ...found }: Installation) => ({
  harness: settings.id,
  scope,
  folder: base.folder,
  project,
  agent,
  changes: changes.map((change) => ({
    path: change.shown,
    file: change.file,
    made: change.text === null,
    diff: diffOf(change),
  })),
  notes,
  warnings: [...found.warnings, ...found.rejections],
  next,
})

const textOf = (lines: readonly string[]): string => visible(lines.join("\n"))

const deliveryOf = ({ title, agent, project }: Installation): string =>
  `At session start, ${title} receives the memory of ${agent}${project === null ? " for the folder's project" : ` for ${project}`}`

function scopeOf({ words, on }: ParsedArguments, { scopes }: Settings, title: string): Scope {
  if (on.has("no-mcp") && on.has("no-hooks"))
    throw wrongForm(hookInstallCommand, "--no-mcp and --no-hooks together leave nothing to install")
  if (on.has("local") && on.has("user"))
    throw wrongForm(hookInstallCommand, "--local and --user cannot be combined")
  if (on.has("user") && words.length > 1)
    throw wrongForm(hookInstallCommand, "--user applies to all projects: omit the folder")
  if (on.has("local") && !scopes.includes("local"))
    throw wrongForm(
      hookInstallCommand,
      `${title} has no machine-local project settings: omit --local, or use --user`,
    )
  if (on.has("local")) return "local"
  return on.has("user") ? "user" : "project"
}

/** Returns the options of the installed hooks. Empty if there are none. */
async function switchesIn(
  files: readonly SettingsFile[],
  wanted: InstallOptions,
): Promise<Readonly<Record<string, string>>> {
  const looks = (await Promise.all(files.map((file) => inspectSettings(file, wanted)))).flat()
  return looks.find((one) => one.switches !== null)?.switches ?? {}
}

function placeNotes(
  { program, url, home }: InstallOptions,
  scope: Scope,
  { scopes }: Settings,
  changes: readonly FileChange[],
): string[] {
  const here = program.here && scope === "project" && changes.length > 0
  return [
    ...(here
      ? [
          `${program.words.at(-1)} exists only on this machine and will not work for anyone else. ${scopes.includes("local") ? "Use --local to keep the settings out of Git, or run" : "Run"} npm link in the clone to put quarterdeck on the PATH`,
        ]
      : []),
    ...(url === null ? [] : [`${url} is stored as the default for QUARTERDECK_URL`]),
    ...(home === null || changes.length === 0
      ? []
      : [
          `${home} is stored as the default for QUARTERDECK_HOME${scope === "project" ? ". This path exists only on this machine and will not work for anyone else" : ""}`,
        ]),
  ]
}

/** Returns a note for each changed file that git does not ignore. */
async function seenByGit(folder: string, changes: readonly FileChange[]): Promise<string[]> {
  const isSeen = (path: string) =>
    new Promise<boolean>((resolve) =>
      execFile("git", ["-C", folder, "check-ignore", "-q", path], (cause) => resolve(cause?.code === 1)),
    )
  const seen = await Promise.all(
    changes.map(async ({ shown }) =>
      (await isSeen(shown)) ? [`Git does not ignore ${shown}: add it to .gitignore`] : [],
    ),
  )
  return seen.flat()
}

/** Returns a note for each custom command or server, which the installation does not change. */
async function ownNotes(files: readonly SettingsFile[], wanted: InstallOptions): Promise<string[]> {
  const looks = (await Promise.all(files.map((file) => inspectSettings(file, wanted)))).flat()
  const words: Readonly<Record<InstallPart["kind"], string>> = {
    hooks: "a custom command runs the hooks",
    mcp: "the MCP server is connected by URL",
  }
  return looks
    .filter((one) => one.standing === "own")
    .map(({ shown, kind }) => `${shown}: ${words[kind]}. Left unchanged`)
}

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

/** Asks whether to write the files. Throws if the answer is no, or if there is no terminal to ask. */
async function confirmChanges(command: Command, changes: readonly FileChange[]): Promise<void> {
  const sure = await confirm(`Write the changes to ${changes.map((one) => one.shown).join(" and ")}?`)
  if (sure === null)
    throw wrongForm(
      command,
      "cannot ask for confirmation without a terminal: pass --yes to write, or --dry-run to preview",
    )
  if (!sure) throw refuse("cancelled", "no files were changed")
}
