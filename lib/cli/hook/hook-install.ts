import { execFile } from "node:child_process"
import { type Answer, type Command, type Given, wrongForm } from "../infra/command"
import { confirm } from "../infra/confirm"
import { checkKey } from "./key-check"
import { HARNESS_IDS, HARNESSES } from "./harnesses/by-name"
import { baseOf, wantedOf } from "./install/base"
import type { Part, Wanted } from "./install/part"
import { carryOut, diffOf, type FileChange, lookAt, planInstallation } from "./install/plan"
import { lookForProject } from "./install/reach"
import { settingsOf } from "./install/settings/by-name"
import type { Scope, Settings, SettingsFile } from "./install/settings/place"
import { refuse } from "../infra/refusal"
import { AGENT, DIRECTORY, oneOf, PROJECT, TEAM } from "../infra/option-values"
import { visible } from "../infra/visible"

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
      about: "whose memory to load (default: the access token's agent, then the harness's name)",
      takes: AGENT,
    },
    project: { value: "P", about: "default: the folder's name", takes: PROJECT },
    team: { value: "T", about: "the team, if the project does not identify it", takes: TEAM },
    local: { about: "in this machine's settings, which git ignores. Claude Code only" },
    user: { about: "in your own settings, for all projects. Each project is named after its folder" },
    "no-mcp": { about: "without the MCP server" },
    "no-hooks": { about: "without the hooks" },
    "dry-run": { about: "show the change without writing" },
    yes: { about: "do not ask for confirmation" },
  },
  notes:
    "DIR is the project's folder (default: the current one). The rest of each file stays byte-identical. Other hooks are not touched, and an older version is updated in place and keeps its options. Access tokens are never written. They stay in QUARTERDECK_TOKEN or in the login. The propose right is required and includes reading.\n\ndocs/hooks.md lists for each harness what is written, what happens at each event, and the harness's limits.",
  examples: [
    "hook install claude-code --agent unit-tester",
    "hook install codex ~/work/ledger --dry-run",
    "hook install gemini-cli --user --yes",
  ],
  run: install,
}

async function install(given: Given): Promise<Answer> {
  const { words, values, on, server, screen } = given
  const settings = settingsOf(words[0] ?? "")
  const title = HARNESSES.find((one) => one.id === settings.id)?.title ?? settings.id
  const scope = scopeOf(given, settings, title)
  const base = baseOf(words[1])
  const wanted = wantedOf(base, scope, values)
  const files = (await settings.files(scope, base))
    .map((file) => ({
      ...file,
      parts: file.parts.filter(({ kind }) => !on.has(kind === "mcp" ? "no-mcp" : "no-hooks")),
    }))
    .filter(({ parts }) => parts.length > 0)
  const changes: FileChange[] = []
  for (const file of files) {
    const change = await planInstallation(file, wanted)
    if (change !== null) changes.push(change)
  }
  const stands = await switchesIn(files, wanted)
  const project = wanted.given.project ?? stands.project ?? wanted.otherwise.project ?? null
  const named = wanted.given.agent ?? stands.agent ?? null
  const reached = await lookForProject(server, { team: wanted.given.team ?? stands.team, project })
  const notes = [
    ...changes.flatMap(({ shown, leadsTo }) =>
      leadsTo === null ? [] : [`${shown} is a symbolic link: ${leadsTo} is changed`],
    ),
    ...placeNotes(wanted, scope, settings, changes),
    ...(scope === "local" ? await seenByGit(base.folder, changes) : []),
  ]
  const key = await checkKey(server, [
    { team: wanted.given.team ?? stands.team, project: null, agent: named },
  ])
  const agent = named ?? key.agent ?? settings.id
  const warnings = [
    ...reached.warnings,
    ...(key.reachable && key.from !== null ? key.problems : []),
    ...(await ownNotes(files, wanted)),
  ]
  const next = [
    ...settings.afterwards(scope, wanted.program.words, wanted),
    "Run quarterdeck hook status to see what is installed and the last delivery",
    ...(reached.team === null
      ? []
      : [`Deliveries are listed at ${server.url}/t/${reached.team}/agents/delivery`]),
  ]
  const json = {
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
    warnings,
    next,
  }
  const diff = visible(changes.map(diffOf).join(""))
  const said = (lines: readonly string[]) => visible(lines.join("\n"))
  const warned = warnings.map((one) => `Mind: ${one}`)
  if (changes.length === 0)
    return {
      json: { ...json, installed: true, already: true },
      text: said([`${title}: already installed`, ...warned]),
    }
  if (on.has("dry-run"))
    return {
      json: { ...json, installed: false, already: false },
      text: said([diff.trimEnd(), "", ...notes, ...warned, "Nothing was written"]),
    }
  if (!on.has("json")) for (const line of [diff.trimEnd(), ...notes, ...warned]) screen.say(line)
  const sure = on.has("yes") || (await confirm(`Write ${changes.map((one) => one.shown).join(" and ")}?`))
  if (sure === null)
    throw wrongForm(
      hookInstallCommand,
      "no terminal to ask for confirmation: pass --yes to write, or --dry-run to preview",
    )
  if (!sure) throw refuse("cancelled", "no file was changed")
  const problem = await carryOut(changes, base.env)
  const sessions = on.has("no-hooks")
    ? []
    : [
        `At session start, ${title} receives the memory of ${agent}${project === null ? " for the folder's project" : ` for ${project}`}`,
      ]
  return {
    json: {
      ...json,
      warnings: [...warnings, ...(problem === null ? [] : [problem])],
      installed: true,
      already: false,
    },
    text: said([
      `Wrote ${changes.map((one) => one.shown).join(" and ")}`,
      ...sessions,
      ...next,
      ...(problem === null ? [] : [`Mind: ${problem}`]),
    ]),
  }
}

function scopeOf({ words, on }: Given, { scopes }: Settings, title: string): Scope {
  if (on.has("no-mcp") && on.has("no-hooks"))
    throw wrongForm(hookInstallCommand, "--no-mcp and --no-hooks together leave nothing to install")
  if (on.has("local") && on.has("user"))
    throw wrongForm(hookInstallCommand, "--local and --user cannot be combined")
  if (on.has("user") && words.length > 1)
    throw wrongForm(hookInstallCommand, "--user applies to all projects: omit the folder")
  if (on.has("local") && !scopes.includes("local"))
    throw wrongForm(
      hookInstallCommand,
      `${title} has no machine-local settings in a project: omit --local, or use --user`,
    )
  return on.has("local") ? "local" : on.has("user") ? "user" : "project"
}

/** What hooks that stand there already are called with. */
async function switchesIn(
  files: readonly SettingsFile[],
  wanted: Wanted,
): Promise<Readonly<Record<string, string>>> {
  const looks = (await Promise.all(files.map((file) => lookAt(file, wanted)))).flat()
  return looks.find((one) => one.switches !== null)?.switches ?? {}
}

function placeNotes(
  { program, url, home }: Wanted,
  scope: Scope,
  { scopes }: Settings,
  changes: readonly FileChange[],
): string[] {
  const here = program.here && scope === "project" && changes.length > 0
  return [
    ...(here
      ? [
          `${program.words.at(-1)} is a path on this machine and does not work for others. ${scopes.includes("local") ? "Use --local to keep it out of git, or run" : "Run"} npm link in the clone to put quarterdeck on the PATH`,
        ]
      : []),
    ...(url === null ? [] : [`${url} is stored as the default for QUARTERDECK_URL`]),
    ...(home === null || changes.length === 0
      ? []
      : [
          `${home} is stored as the default for QUARTERDECK_HOME${scope === "project" ? ". It is a path on this machine and does not work for others" : ""}`,
        ]),
  ]
}

/** Files of this machine that git would take along. */
async function seenByGit(folder: string, changes: readonly FileChange[]): Promise<string[]> {
  const isSeen = (path: string) =>
    new Promise<boolean>((resolve) =>
      execFile("git", ["-C", folder, "check-ignore", "-q", path], (cause) => resolve(cause?.code === 1)),
    )
  const seen = await Promise.all(
    changes.map(async ({ shown }) =>
      (await isSeen(shown)) ? [`git does not ignore ${shown}: add it to .gitignore`] : [],
    ),
  )
  return seen.flat()
}

/** What a person wrote themselves, and stays. */
async function ownNotes(files: readonly SettingsFile[], wanted: Wanted): Promise<string[]> {
  const looks = (await Promise.all(files.map((file) => lookAt(file, wanted)))).flat()
  const words: Readonly<Record<Part["kind"], string>> = {
    hooks: "a custom command runs the hooks",
    mcp: "the MCP server is connected by address",
  }
  return looks
    .filter((one) => one.standing === "own")
    .map(({ shown, kind }) => `${shown}: ${words[kind]}. It stays unchanged`)
}
