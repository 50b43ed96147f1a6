import { formatCount } from "@/lib/memory/text/sentence"
import type { AlertSeverity } from "../alerts/kinds"
import { drawInvisible } from "../characters/hidden-characters"
import { noticeSentence, type PersonalNews } from "./notice-sentence"

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
  return `${plainLine(team)}: ${count}${errors > 0 && alerts.length > 1 ? `, ${formatCount(errors, "error")}` : ""}`
}

/** Returns the location of an alert, "ledger / unit-tester / MEMORY.md:14", or else its kind. */
function placeOf({ project, agent, path, line, kind }: AlertInMessage): string {
  const place = [project, agent, path === null ? null : `${path}${line === null ? "" : `:${line}`}`].filter(
    (one) => one !== null,
  )
  return cut(plainLine(place.length > 0 ? place.join(" / ") : kind))
}

/** Returns the text on one line with hidden characters named, because names and paths come from files. */
function plainLine(text: string): string {
  const drawn = drawInvisible(text).map((one) => (one.kind === "text" ? one.text : `[${one.label}]`))
  return drawn.join("").replaceAll(/\s+/g, " ").trim()
}

const MOST = 600

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

/** Escapes text for Slack, so that it cannot create links or mentions. */
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

export interface DigestNews {
  readonly team: string
  readonly proposals: number
  readonly conflicts: number
  readonly syntheses: number
  readonly seedPlans: number /** The number of open alerts by severity. */
  readonly alerts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly oldest: readonly {
    readonly kind: string
    readonly words: string
    readonly at: Date
    readonly url: string
  }[]
  /** The address of the inbox. */
  readonly url: string
  /** The address for turning the digest off. */
  readonly settings: string
}

export function digestMail({
  team,
  proposals,
  conflicts,
  syntheses,
  seedPlans,
  alerts,
  oldest,
  url,
  settings,
}: DigestNews): { readonly subject: string; readonly text: string } {
  const all = alerts.error + alerts.warning + alerts.info
  const severities = [
    counted(alerts.error, "error"),
    counted(alerts.warning, "warning"),
    alerts.info === 0 ? null : counted(alerts.info, "notice"),
  ].filter((one) => one !== null)
  const parts = [
    counted(proposals, "proposal"),
    counted(conflicts, "conflict"),
    counted(syntheses, "synthesis", "syntheses"),
    counted(seedPlans, "seed plan"),
    counted(all, "alert"),
  ].filter((one) => one !== null)
  const longest = oldest.map(
    ({ kind, words, at, url: link }) =>
      `Since ${at.toISOString().slice(0, 10)} · ${kind}\n${plainLine(words)}\n${link}`,
  )
  const lines = [
    `Pending in ${plainLine(team)}:`,
    [
      ...parts.slice(0, all === 0 ? parts.length : -1),
      ...(all === 0 ? [] : [`${counted(all, "alert")}: ${severities.join(", ")}`]),
    ]
      .map((one) => `- ${one}`)
      .join("\n"),
  ]
  return {
    subject: `${plainLine(team)}: ${parts.join(", ")}`,
    text: [
      ...lines,
      ...(longest.length > 0 ? ["Oldest items:", ...longest] : []),
      `Open the inbox: ${url}`,
      `You receive this digest daily. Change notification settings: ${settings}`,
    ].join("\n\n"),
  }
}

const counted = (count: number, one: string, several?: string): string | null =>
  count === 0 ? null : formatCount(count, one, several)

/** The maximum number of notices in a mail. */
const MOST_LISTED = 20

/** Returns the mail about mentions, comments and assignments. It has paths and links, and no text of comments. */
export function personalMail({ team, notices, settings }: PersonalNews): {
  readonly subject: string
  readonly text: string
} {
  const lines = notices.map((one) => `${plainLine(noticeSentence(one))}\n${one.url}`)
  const [first] = notices
  const more = notices.length - MOST_LISTED
  return {
    subject:
      notices.length === 1 && first
        ? `${plainLine(team)}: ${plainLine(noticeSentence(first))}`
        : `${plainLine(team)}: ${notices.length.toLocaleString("en")} notifications`,
    text: [
      ...lines.slice(0, MOST_LISTED),
      ...(more > 0 ? [`${more.toLocaleString("en")} more in the inbox.`] : []),
      `Change notification settings: ${settings}`,
    ].join("\n\n"),
  }
}
