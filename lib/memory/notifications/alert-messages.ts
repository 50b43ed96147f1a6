import type { AlertSeverity } from "../alerts/kinds"
import { drawInvisible } from "../characters/hidden-characters"

export interface AlertInMessage {
  readonly id: string
  readonly kind: string
  readonly severity: AlertSeverity
  readonly state: string
  /** Slug. */
  readonly project: string | null
  readonly agent: string | null
  readonly path: string | null
  readonly line: number | null
  readonly message: string
  /** The address of the alert in the inbox. */
  readonly url: string
}

/** A message of a channel with new alerts. */
export interface AlertMessage {
  /** Id of the message. It does not change between attempts, so that receivers can detect duplicates. */
  readonly id: string
  /** The name of the team. */
  readonly team: string
  readonly at: Date
  readonly alerts: readonly AlertInMessage[] /** The address of the inbox. */
  readonly url: string
}

/** Maximum number of alerts in a Slack message or an email. Webhooks get all alerts. */
const SHOWN = 20

export function webhookBody({ id, team, at, alerts }: AlertMessage): string {
  return JSON.stringify({ id, team, at: at.toISOString(), alerts })
}

/** Returns the body for incoming webhooks of Slack, Mattermost, Rocket.Chat and others. */
export function slackBody({ team, alerts, url }: AlertMessage): string {
  const lines = alerts
    .slice(0, SHOWN)
    .map(
      (alert) =>
        `*${SEVERITY_WORDS[alert.severity]}* <${alert.url}|${escapeSlack(placeOf(alert))}>\n${escapeSlack(cut(plainLine(alert.message)))}`,
    )
  const text = escapeSlack(headline(team, alerts))
  const sections = lines.map((line) => ({ type: "section", text: { type: "mrkdwn", text: line } }))
  return JSON.stringify({
    text,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: `*${text}*` } },
      ...sections,
      {
        type: "context",
        elements: [
          {
            type: "mrkdwn",
            text: `<${url}|${alerts.length > SHOWN ? `${alerts.length - SHOWN} more in the inbox` : "Open the inbox"}>`,
          },
        ],
      },
    ],
  })
}

export function alertMail({ team, alerts, url }: AlertMessage): {
  readonly subject: string
  readonly text: string
} {
  const lines = alerts
    .slice(0, SHOWN)
    .map(
      (alert) =>
        `${SEVERITY_WORDS[alert.severity]} · ${placeOf(alert)}\n${cut(plainLine(alert.message))}\n${alert.url}`,
    )
  return {
    subject: headline(team, alerts),
    text: [
      ...lines,
      alerts.length > SHOWN ? `${alerts.length - SHOWN} more in the inbox: ${url}` : `Open the inbox: ${url}`,
    ].join("\n\n"),
  }
}

/** Returns a message without alerts that shows that a channel works. */
export function testMessage({
  id,
  team,
  at,
  url,
}: Omit<AlertMessage, "alerts">): AlertMessage & { readonly test: string } {
  return {
    id,
    team,
    at,
    url,
    alerts: [],
    test: `This is a test. Alerts from ${plainLine(team)} will be sent here.`,
  }
}

export const testBodies = {
  webhook: ({ id, team, at }: AlertMessage): string =>
    JSON.stringify({ id, team, at: at.toISOString(), test: true, alerts: [] }),
  slack: ({ test, url }: { readonly test: string; readonly url: string }): string => {
    const text = escapeSlack(test)
    return JSON.stringify({
      text,
      blocks: [{ type: "section", text: { type: "mrkdwn", text: `${text} <${url}|Open the inbox>` } }],
    })
  },
  mail: ({ test, team, url }: { readonly test: string; readonly team: string; readonly url: string }) => ({
    subject: `${plainLine(team)}: test message`,
    text: `${test}\n\nOpen the inbox: ${url}`,
  }),
}

const SEVERITY_WORDS: Record<AlertSeverity, string> = { error: "Error", warning: "Warning", info: "Notice" }

function headline(team: string, alerts: readonly AlertInMessage[]): string {
  const errors = alerts.filter((one) => one.severity === "error").length
  const count = alerts.length === 1 ? "1 alert" : `${alerts.length} alerts`
  return `${plainLine(team)}: ${count}${errors > 0 && alerts.length > 1 ? `, ${errors} ${errors === 1 ? "error" : "errors"}` : ""}`
}

/** Returns the location of an alert, "ledger / unit-tester / MEMORY.md:14", or else its kind. */
function placeOf({ project, agent, path, line, kind }: AlertInMessage): string {
  const place = [project, agent, path === null ? null : `${path}${line === null ? "" : `:${line}`}`].filter(
    (one) => one !== null,
  )
  return cut(plainLine(place.length > 0 ? place.join(" / ") : kind))
}

/** Returns the text on one line with hidden characters named, because names and paths come from files. */
export function plainLine(text: string): string {
  const drawn = drawInvisible(text).map((one) => (one.kind === "text" ? one.text : `[${one.label}]`))
  return drawn.join("").replaceAll(/\s+/g, " ").trim()
}

const MOST = 600
const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

/** Escapes text for Slack, so that it cannot create links or mentions. */
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
