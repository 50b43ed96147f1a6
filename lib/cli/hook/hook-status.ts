import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import { setTimeout as pause } from "node:timers/promises"
import type { Answer, Command, ParsedArguments } from "../infra/command"
import { HARNESSES, type Environment } from "./harnesses"
import {
  baseOf,
  installOptions,
  type InstallPart,
  type InstallState,
  type Base,
  type Scope,
  type SettingsFile,
} from "./install/installation"
import { inspectSettings, type InstalledPart } from "./install/plan"
import { whyNotRun } from "./install/our-command"
import { settingsOf } from "./install/settings"
import { checkKey, type KeyCheck } from "./key-check"
import { CommandError } from "../infra/exit-codes"
import { type Server, isSameServer } from "../infra/server"
import { table, oneLine, visible } from "../infra/terminal"
import { DIRECTORY } from "../infra/option-values"
import { refusalOf, agentOf, allWaiting, queueFolders, type WaitingWrite } from "./queue"

export const hookStatusCommand: Command = {
  name: "hook status",
  form: "hook status [DIR] [--json]",
  about: "show installed hooks and MCP servers, queued writes, permissions and the last deliveries",
  purpose: "agents",
  words: [0, 1],
  takes: [DIRECTORY],
  options: {},
  notes:
    "DIR is the project's folder (default: the current one). Your own settings are also checked. Nothing is written, here or on the server.\n\nHooks need permission to read and propose. Exits with 1 if the credentials are missing or invalid, if they lack these permissions, if a file cannot be read, if an older version is installed, or if an installed command cannot run on this machine.",
  examples: ["hook status", "hook status ~/work/ledger --json"],
  run: status,
}

/** Hooks or an MCP server in one settings file, installed or not. */
interface Place {
  readonly harness: string
  readonly scope: Scope
  readonly kind: InstallPart["kind"]
  readonly file: string
  /** `broken`: the file cannot be read. */
  readonly standing: InstallState | "broken"
  /**
   * The agent whose memory the hooks load: named in their command, else by the access token, else the
   * harness's name.
   */
  readonly agent: string | null
  readonly project: string | null
  readonly team: string | null
  readonly command: string | null
  /** Problem of the hooks or the MCP server, or null. */
  readonly problem: string | null
}

type Receipt = OutputOf<"receipt.list">["receipts"][number]

async function status({ words, server }: ParsedArguments): Promise<Answer> {
  const base = baseOf(words[0])
  const found = (await Promise.all(HARNESSES.map(({ id }) => placesOf(id, base)))).flat()
  const queued = waitingByAddress(base.env, server.url, new Date())
  const waiting = queued.find((one) => one.here)?.writes ?? 0
  const targets = found
    .filter(hasHooks)
    .map(({ agent, project, team }) => ({ agent, project, team: team ?? undefined }))
  const key = await checkKey(server, targets)
  const places = found.map((one) =>
    hasHooks(one) ? { ...one, agent: one.agent ?? key.agent ?? one.harness } : one,
  )
  const receipts = await lastReceipts(server, places.filter(hasHooks))
  const wrong = places.filter((one) => one.problem !== null)
  return {
    json: {
      folder: base.folder,
      places,
      waiting,
      queued,
      key,
      receipts: "message" in receipts ? null : receipts,
    },
    text: visible(
      [
        table(placeRows(places)),
        "",
        ...new Set(wrong.map(problemLine)),
        ...keyLines(server.url, key),
        ...(queued.length === 0
          ? ["No queued writes"]
          : queued.flatMap((one) => waitingLines(one, server.url))),
        ...receiptLines(receipts, key),
      ].join("\n"),
    ),
    exit: wrong.length > 0 || (key.reachable && key.problems.length > 0) ? 1 : 0,
  }
}

/** Returns a table row for each installed part, and for each part of the project's settings. */
const placeRows = (places: readonly Place[]): string[][] =>
  places
    .filter((one) => one.standing !== "none" || one.scope === "project")
    .map((one) => [
      one.harness,
      one.scope,
      one.kind === "mcp" ? "MCP" : "hooks",
      WORDS[one.standing],
      oneLine(one.file),
    ])

const problemLine = ({ standing, file, problem }: Place): string =>
  standing === "broken" ? (problem ?? "") : `${file}: ${problem}`

function receiptLines(receipts: LastReceipts, { problems }: KeyCheck): string[] {
  if ("message" in receipts)
    return problems.includes(receipts.message) ? [] : [`Deliveries could not be checked: ${receipts.message}`]
  return receipts.map(({ harness, agent, last }) =>
    last === null
      ? `${harness}: ${agent} has never received its memory`
      : `${harness}: ${agent} received its memory on ${instant(last.at)}, in session ${last.session}`,
  )
}

const hasHooks = ({ kind, standing }: Place): boolean =>
  kind === "hooks" && standing !== "none" && standing !== "broken"

/** Returns an instant as text: "2026-11-22 at 13:04 UTC". */
const instant = (at: string): string => `${at.slice(0, 16).replace("T", " at ")} UTC`

function keyLines(url: string, { reachable, from, name, problems }: KeyCheck): string[] {
  if (!reachable) return problems.map((one) => `Permissions could not be checked: ${one}`)
  return [
    ...(name === null
      ? []
      : [
          `${url} accepts the credentials (${from}): ${name}${problems.length === 0 ? ", with permission to read and propose" : ""}`,
        ]),
    ...problems.map((one) => `${name === null ? "Not signed in" : "Insufficient permissions"}: ${one}`),
  ]
}

function waitingLines({ url, here, writes, answers }: WaitingAtServer, asked: string): string[] {
  const line = here
    ? `${formatCount(writes, "write")} queued for ${url}, to be sent by the next hook`
    : `${formatCount(writes, "write")} queued for ${JSON.stringify(url)} (current server: ${asked}), to be sent by the next hook that uses that address`
  return [
    line,
    ...answers.map(
      ({ at, message, project, agent }) =>
        `  rejected on ${instant(at)} for ${agent} in ${project}: ${oneLine(message)}`,
    ),
  ]
}

const WORDS: Readonly<Record<Place["standing"], string>> = {
  installed: "installed",
  older: "outdated",
  own: "custom",
  none: "not installed",
  broken: "cannot be read",
}

async function placesOf(harness: string, base: Base): Promise<Place[]> {
  const settings = settingsOf(harness)
  const found: Place[] = []
  for (const scope of settings.scopes) {
    const wanted = installOptions(base, scope, {})
    for (const file of await settings.files(scope, base)) {
      try {
        const looks = await inspectSettings(file, wanted)
        found.push(...looks.map((look) => placeOf(look, { harness, scope, base })))
      } catch (cause) {
        if (!(cause instanceof CommandError)) throw cause
        found.push(...brokenPlaces(file, cause, { harness, scope }))
      }
    }
  }
  return found
}

function placeOf(
  { kind, shown, standing, switches, runs }: InstalledPart,
  { harness, scope, base }: { readonly harness: string; readonly scope: Scope; readonly base: Base },
): Place {
  const update = `quarterdeck hook install ${harness}${scope === "project" ? "" : ` --${scope}`}`
  const outdated = standing === "older" ? `outdated. To update, run ${update}` : null
  const { agent = null, project = null, team = null } = switches ?? {}
  return {
    harness,
    scope,
    kind,
    file: shown,
    standing,
    agent,
    project,
    team,
    command: runs,
    problem: (runs === null ? null : whyNotRun(runs, base.env)) ?? outdated,
  }
}

/** Returns the parts of a settings file that cannot be read, as broken. */
function brokenPlaces(
  { root, names, parts }: SettingsFile,
  { message }: CommandError,
  { harness, scope }: { readonly harness: string; readonly scope: Scope },
): Place[] {
  const name = names.at(-1) ?? ""
  return parts.map(({ kind }) => ({
    harness,
    scope,
    kind,
    file: root === "/" ? `/${name}` : name,
    standing: "broken",
    agent: null,
    project: null,
    team: null,
    command: null,
    problem: message.replace(/\. Nothing was written$/, ""),
  }))
}

type LastReceipts =
  | readonly { harness: string; agent: string; project: string | null; last: Receipt | null }[]
  | { readonly message: string }

/** Maximum time in milliseconds for reading deliveries. */
const PATIENCE_MS = 10_000

async function lastReceipts(server: Server, installed: readonly Place[]): Promise<LastReceipts> {
  const asked = [
    ...new Map(
      installed.map(({ harness, agent, project }) => [
        JSON.stringify([harness, agent, project]),
        { harness, agent: agent ?? harness, project },
      ]),
    ).values(),
  ]
  try {
    return (
      (await Promise.race([
        Promise.all(asked.map(async (one) => ({ ...one, last: await lastReceipt(server, one) }))),
        pause(PATIENCE_MS, null, { ref: false }),
      ])) ?? { message: `${server.url} timed out` }
    )
  } catch (cause) {
    if (cause instanceof CommandError) return { message: cause.message }
    throw cause
  }
}

async function lastReceipt(
  server: Server,
  { harness, agent, project }: { harness: string; agent: string; project: string | null },
): Promise<Receipt | null> {
  try {
    const { receipts } = await server.call("receipt.list", {
      agent,
      project: project ?? undefined,
      limit: 100,
    })
    return receipts.find((one) => one.harness === harness) ?? null
  } catch (cause) {
    if (cause instanceof CommandError && cause.reason === "not-found") return null // the project was never imported
    throw cause
  }
}

/** Queued writes for one server. */
interface WaitingAtServer {
  readonly url: string
  /** True for the current server. */
  readonly here: boolean
  readonly writes: number
  /** Rejections by the server, each message once for each agent and project. `at`: time of the last one. */
  readonly answers: readonly {
    readonly at: string
    readonly message: string
    readonly project: string
    readonly agent: string
  }[]
}

/** Returns the queued writes of this machine, grouped by server. The current server comes first. */
function waitingByAddress(env: Environment, asked: string, now: Date): WaitingAtServer[] {
  const groups: { url: string; all: WaitingWrite[] }[] = []
  for (const one of allWaiting(queueFolders(env), now)) {
    const group = groups.find(({ url }) => isSameServer(url, one.queued.url))
    if (group) group.all.push(one)
    else groups.push({ url: one.queued.url, all: [one] })
  }
  const there = groups.map(({ url, all }) => ({
    url: isSameServer(url, asked) ? asked : url,
    here: isSameServer(url, asked),
    writes: all.length,
    answers: answersOf(all),
  }))
  return there.toSorted((a, b) => Number(b.here) - Number(a.here))
}

function answersOf(all: readonly WaitingWrite[]): WaitingAtServer["answers"] {
  const found = all.flatMap(({ file, queued }) => {
    const refusal = refusalOf(file)
    return refusal === null
      ? []
      : [{ ...refusal, project: String(queued.body.project), agent: agentOf(queued) }]
  })
  const newestLast = found.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return [
    ...new Map(
      newestLast.map((one) => [JSON.stringify([one.project, one.agent, one.message]), one]),
    ).values(),
  ]
}
