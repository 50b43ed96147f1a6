import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import {
  ALERT_KINDS,
  ALERT_SEVERITIES,
  ALERT_STATES,
  type AlertState,
  KINDS_OF_ALERT,
} from "@/lib/memory/alerts/kinds"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { AlertView } from "@/lib/operations/alerts/alert-outputs"
import {
  type Answer,
  command,
  type Command,
  type ParsedArguments,
  numberIn,
  wrongForm,
} from "./infra/command"
import { listAll } from "./infra/paging"
import type { Server } from "./infra/server"
import { visible, oneLine } from "./infra/terminal"
import { AGENT, endOfTerm, oneOf, PROJECT, TEAM, TERM, wholeNumber } from "./infra/option-values"

/** Maximum number of alerts in a page of the server. */
const PAGE = 500
const STATES = ["unresolved", ...ALERT_STATES, "all"] as const
const ID = "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"
const PEOPLE = "Only people and this machine's owner.token can change alerts. Other access tokens cannot."

export const alertsCommand: Command = command({
  name: "alerts",
  form: "alerts [--kind K] [--project P] [--state S] [--agent A] [--severity S] [--team T] [--limit N] [--json]",
  about: "list alerts by file, most severe first",
  purpose: "decide",
  words: [0, 0],
  options: {
    kind: {
      value: "K",
      about: `${ALERT_KINDS.slice(0, 6).join(", ")} … (${ALERT_KINDS.length} in total)`,
      takes: oneOf(ALERT_KINDS),
    },
    project: { value: "P", about: "only this project", takes: PROJECT },
    state: {
      value: "S",
      about: `${STATES.join(", ")} (default: unresolved, meaning open or acknowledged)`,
      takes: oneOf(STATES),
    },
    agent: { value: "A", about: "only alerts about this agent's memory", takes: AGENT },
    severity: { value: "S", about: ALERT_SEVERITIES.join(", "), takes: oneOf(ALERT_SEVERITIES) },
    team: { value: "T", about: "only this team", takes: TEAM },
    limit: { value: "N", about: "maximum number of alerts (default: all)", takes: wholeNumber(1, 1_000_000) },
  },
  examples: ["alerts --project ledger", "alerts --kind past-cut --json"],
  async run({ values, server, screen }) {
    const { limit, ...query } = values
    const most = numberIn(alertsCommand, "limit", limit, 1_000_000) ?? Infinity
    const { rows: alerts, last } = await listAll({
      screen,
      noun: "alert",
      atOnce: PAGE,
      most,
      read: (part) => server.call("alert.list", { ...query, ...part }),
      rows: (page) => page.alerts,
      total: (page) => page.total,
    })
    const { total } = last
    const json = { alerts: alerts.map(alertJson), total }
    if (alerts.length === 0)
      return {
        json,
        text:
          values.state === undefined || values.state === "unresolved"
            ? "No alerts."
            : "No alerts in this state.",
      }
    const groups = [...groupBy(alerts, placeOf)].map(
      ([place, group]) => `${visible(place)}\n${group.flatMap(linesOfAlert).join("\n")}`,
    )
    return {
      json,
      text: `${groups.join("\n\n")}\n\n${alerts.length < total ? `${alerts.length.toLocaleString("en")} of ` : ""}${formatCount(total, "alert")}`,
    }
  },
})

const shown = (server: Server, id: string) => server.call("alert.show", { alert: id })

export const alertsShowCommand: Command = command({
  name: "alerts show",
  form: "alerts show ID [--json]",
  about: "show one alert with its evidence and history",
  purpose: "decide",
  words: [1, 1],
  options: {},
  examples: [`alerts show ${ID}`],
  async run({ words, server }) {
    const found = await shown(server, words[0] as string)
    return { json: { ...found, alert: alertJson(found.alert) }, text: describeAlert(found) }
  },
})

export const alertsAcknowledgeCommand: Command = command({
  name: "alerts acknowledge",
  form: "alerts acknowledge ID... [--json]",
  about: "acknowledge alerts, which stay listed and reopen if they get worse",
  purpose: "decide",
  words: [1, 500],
  options: {},
  notes: PEOPLE,
  examples: [`alerts acknowledge ${ID}`],
  run: (given) => decide(given, "acknowledged", (of) => given.server.call("alert.acknowledge", of)),
})

export const alertsSnoozeCommand: Command = command({
  name: "alerts snooze",
  form: "alerts snooze ID... --until D [--json]",
  about: "hide alerts for everyone until a specified time, or until they get worse",
  purpose: "decide",
  words: [1, 500],
  options: {
    until: { value: "D", about: "duration (7d, 12h) or end date in UTC (2026-12-31)", takes: TERM },
  },
  notes: PEOPLE,
  examples: [`alerts snooze ${ID} --until 7d`],
  async run(given) {
    if (given.values.until === undefined) throw wrongForm(alertsSnoozeCommand, "--until is missing")
    const until = endOfTerm(given.values.until, new Date()).toISOString()
    return decide(given, "snoozed", (of) => given.server.call("alert.snooze", { ...of, until }))
  },
})

export const alertsReopenCommand: Command = command({
  name: "alerts reopen",
  form: "alerts reopen ID... [--json]",
  about: "reopen acknowledged or snoozed alerts",
  purpose: "decide",
  words: [1, 500],
  options: {},
  notes: PEOPLE,
  examples: [`alerts reopen ${ID}`],
  run: (given) => decide(given, "open", (of) => given.server.call("alert.reopen", of)),
})

async function decide(
  { words, server }: ParsedArguments,
  state: AlertState,
  send: (of: {
    readonly team: string
    readonly alerts: readonly string[]
  }) => Promise<OutputOf<"alert.reopen">>,
): Promise<Answer> {
  const { team } = await shown(server, words[0] as string)
  const { alerts } = await send({ team: team.slug, alerts: words })
  const other = alerts.filter((one) => one.state !== state)
  const missing = words.length - alerts.length
  const left = [
    ...other.map((one) => `${one.id} is ${one.state}`),
    ...(missing > 0 ? [`${formatCount(missing, "alert")} not found in ${visible(team.name)}`] : []),
  ]
  return {
    json: { alerts },
    text: [
      `${formatCount(alerts.length - other.length, "alert")} ${state === "open" ? "reopened" : state}`,
      ...left,
    ].join("\n"),
    exit: missing > 0 ? 1 : 0,
  }
}

export const alertsIgnoreCommand: Command = command({
  name: "alerts ignore",
  form: "alerts ignore ID --reason R [--json]",
  about: "add a rule that ignores this alert and others like it",
  purpose: "decide",
  words: [1, 1],
  options: { reason: { value: "R", about: "reason, recorded for future reference" } },
  notes: `The rule matches the alert's kind, project, agent and path. To reopen the alerts, delete the rule on the team's alerts page.\n${PEOPLE}`,
  examples: [`alerts ignore ${ID} --reason "archived, no longer dated"`],
  async run({ words, values, server }) {
    if (values.reason === undefined) throw wrongForm(alertsIgnoreCommand, "--reason is missing")
    const { team, alert } = await shown(server, words[0] as string)
    const rule = {
      team: team.slug,
      kind: alert.kind,
      project: alert.project?.slug,
      agent: alert.agent ?? undefined,
      path: alert.path ?? undefined,
      reason: values.reason,
    }
    const made = await server.call("alert.ignore", { ...rule })
    return {
      json: { id: alert.id, state: "ignored", ...made },
      text: `${formatCount(made.ignored, "alert")} ignored by rule ${made.rule.id}`,
    }
  },
})

/** Returns an alert as JSON, with its project by name. */
const alertJson = ({ project, ...alert }: AlertView) => ({
  ...alert,
  project: project?.name ?? null,
  projectSlug: project?.slug ?? null,
})

/** Returns the heading under which an alert is listed: its project, then its file or else its agent. */
function placeOf({ project, path, agent }: AlertView): string {
  return [project?.name ?? "", path ?? agent ?? ""].filter(Boolean).join("  ")
}

/** Returns an alert as lines of text. The position has the form `path:line:column`, which editors open. */
function linesOfAlert(alert: AlertView): string[] {
  const { id, kind, severity, state, message, path, line, column, assignee, snoozedUntil } = alert
  const where =
    path === null || line === null ? "" : `${path}:${line}${column === null ? "" : `:${column}`}  `
  const standing = [
    state === "open" ? "" : state,
    state === "snoozed" && snoozedUntil !== null ? `until ${snoozedUntil.slice(0, 10)}` : "",
    assignee === null ? "" : `assigned to ${oneLine(assignee.name)}`,
  ]
    .filter(Boolean)
    .join(" ")
  return [
    `  ${severity.padEnd(7)}  ${visible(where)}${KINDS_OF_ALERT[kind].label}: ${oneLine(message)}`,
    `           ${id}${standing === "" ? "" : `  ${standing}`}`,
  ]
}

const MOST = 20

function describeAlert({ alert, evidence, history, rules }: OutputOf<"alert.show">): string {
  const entries = evidence.entries
    .slice(0, MOST)
    .map(
      (one) =>
        `  ${visible(`${one.path}:${one.line}`)}  ${oneLine(one.text)}${one.alsoBy && one.alsoBy.length > 0 ? ` (also ${oneLine(one.alsoBy.join(", "))})` : ""}`,
    )
  const places = evidence.places
    .slice(0, MOST)
    .map((one) => `  ${visible(`${alert.path ?? ""}:${one.line}:${one.column}`)}  ${oneLine(one.message)}`)
  const more = (all: readonly unknown[]) =>
    all.length > MOST ? [`  and ${(all.length - MOST).toLocaleString("en")} more`] : []
  const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", title, ...lines])
  return [
    visible(placeOf(alert)),
    ...linesOfAlert(alert),
    ...part("Entries", [...entries, ...more(evidence.entries)]),
    ...part("Locations", [...places, ...more(evidence.places)]),
    ...part(
      "Details",
      evidence.names.slice(0, MOST).map((name) => `  ${visible(name)}`),
    ),
    ...part(
      "Ignored by",
      rules.map((rule) => `  ${rule.id}  ${oneLine(rule.reason)}`),
    ),
    ...part(
      "History",
      history.map(
        (one) => `  ${one.at.slice(0, 16).replace("T", " ")}  ${one.what} by ${oneLine(one.by.name)}`,
      ),
    ),
  ].join("\n")
}
