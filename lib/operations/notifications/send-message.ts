import type { ChannelRow, ChannelSecret } from "@/lib/db/notifications/channels"
import {
  type AlertMessage,
  alertMail,
  slackBody,
  testBodies,
  testMessage,
  webhookBody,
} from "@/lib/memory/notifications/messages"
import { type AllowedReceivers, readAllowed } from "@/lib/notify/destination"
import { mailServer, sendMail } from "@/lib/notify/mail"
import { type PostOptions, type SendResult, sendSlack, sendWebhook } from "@/lib/notify/slack-and-webhook"

/** Options for sending messages. Tests set shorter times and their own name server. */
export type Sending = Omit<PostOptions, "allowed" | "begin">

export interface Message {
  readonly channel: Pick<ChannelRow, "kind" | "settings">
  readonly secret: ChannelSecret | null
  readonly bulletin: AlertMessage
  readonly begin?: () => Promise<boolean>
  readonly at: () => Date
}

export const NO_MAIL =
  "email is not configured. Set QUARTERDECK_SMTP_URL and QUARTERDECK_MAIL_FROM on the server"
const NO_SECRET =
  "the address cannot be decrypted, because NEXTAUTH_SECRET has changed. Enter the address again"

/**
 * Sends a message to a channel, by the channel's kind. A message without alerts is a test. Returns null if
 * `begin` refused.
 */
export function sendMessage(message: Message, sending: Sending = {}): Promise<SendResult | null> {
  return message.channel.kind === "email" ? mailTo(message, sending) : postTo(message, sending)
}

async function mailTo(
  { channel, bulletin, begin }: Message,
  { wholeMs }: Sending,
): Promise<SendResult | null> {
  const server = mailServer()
  if (server === null) return unsent(NO_MAIL)
  const words = bulletin.alerts.length > 0 ? alertMail(bulletin) : testBodies.mail(testMessage(bulletin))
  return sendMail(
    { ...words, to: channel.settings.to ?? [], id: bulletin.id },
    { server, ...(wholeMs === undefined ? {} : { wholeMs }), ...(begin ? { begin } : {}) },
  )
}

async function postTo(
  { channel, secret, bulletin, begin, at }: Message,
  sending: Sending,
): Promise<SendResult | null> {
  if (secret === null) return unsent(NO_SECRET)
  const allowed = allowedNow()
  if (typeof allowed === "string") return unsent(allowed)
  const way: PostOptions = { ...sending, allowed, ...(begin ? { begin } : {}) }
  const isTest = bulletin.alerts.length === 0
  if (channel.kind === "slack")
    return sendSlack(
      { url: secret.url, body: isTest ? testBodies.slack(testMessage(bulletin)) : slackBody(bulletin) },
      way,
    )
  return sendWebhook(
    {
      url: secret.url,
      key: secret.key ?? "",
      delivery: bulletin.id,
      body: isTest ? testBodies.webhook(bulletin) : webhookBody(bulletin),
      at,
    },
    way,
  )
}

/**
 * Returns the receivers in the internal network that the deployment allows, or a message if that setting is
 * invalid.
 */
export function allowedNow(): AllowedReceivers | string {
  try {
    return readAllowed(process.env.QUARTERDECK_WEBHOOK_ALLOW)
  } catch (cause) {
    return cause instanceof Error ? cause.message : "QUARTERDECK_WEBHOOK_ALLOW is invalid"
  }
}

const unsent = (error: string): SendResult => ({
  arrived: false,
  status: null,
  took: 0,
  error,
  retryAfter: null,
  gone: false,
})

/** Returns the address of a team's inbox. */
export const inboxUrl = (team: string): string => `${address()}/t/${team}/inbox`

/** Tab of the inbox for each kind of item. */
const TABS = {
  proposal: "proposals",
  conflict: "conflicts",
  alert: "alerts",
  synthesis: "coach",
  "seed plan": "seed",
} as const

export const itemUrl = (team: string, kind: keyof typeof TABS, id: string): string =>
  `${inboxUrl(team)}?tab=${TABS[kind]}&item=${id}`

export const settingsUrl = (team: string): string => `${address()}/t/${team}/settings/notifications`

/**
 * Returns the public address of this deployment without a trailing slash. The server sets NEXTAUTH_URL at its
 * start if it is missing.
 */
const address = (): string =>
  (process.env.NEXTAUTH_URL ?? `http://localhost:${process.env.PORT ?? "3000"}`).replace(/\/$/, "")
