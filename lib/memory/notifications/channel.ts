import { z } from "zod"
import { ALERT_KINDS, ALERT_SEVERITIES } from "../alerts/kinds"
import { quietHours } from "./quiet-hours"

export const CHANNEL_KINDS = ["webhook", "slack", "email"] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

const MOST_ADDRESSES = 20

/** The URL of a webhook or a Slack-compatible receiver. Its DNS name is checked when something is sent. */
export const receiverUrl = z
  .string()
  .trim()
  .max(2_000, "enter at most 2,000 characters")
  .superRefine((text, context) => {
    const problem = problemOfUrl(text)
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })

/** Returns why a URL cannot be used, or null. DNS is not checked here. */
export function problemOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return "enter an address such as https://example.com/alerts"
  const url = new URL(text)
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "enter an address that starts with https:// or http://"
  if (url.username !== "" || url.password !== "")
    return "remove the user name and password from the address: messages are signed instead"
  if (url.hash !== "") return "remove the part after #: it is never sent to the receiver"
  const port = Number(url.port)
  if (url.port !== "" && port < 1_024 && port !== 80 && port !== 443)
    return `port ${port} is reserved for other services: use 443, 80, or 1024 and above`
  return null
}

export const mailAddresses = z
  .array(z.email("enter e-mail addresses such as ana@example.com").max(254))
  .min(1, "enter at least one e-mail address")
  .max(MOST_ADDRESSES, `enter at most ${MOST_ADDRESSES} e-mail addresses`)

export const channelName = z.string().trim().min(1, "enter a name").max(60, "enter at most 60 characters")

/** The alerts that a channel sends. */
export const channelScope = z.object({
  severity: z.enum(ALERT_SEVERITIES).default("warning"),
  kinds: z
    .array(z.enum(ALERT_KINDS))
    .max(ALERT_KINDS.length)
    .default([])
    .transform((kinds) => [...new Set(kinds)]),
  quietHours: quietHours.nullable().default(null),
})

/**
 * Returns the URL without secrets. The path of a Slack-compatible URL and the query of a webhook can be
 * secret.
 */
export function shownUrl(kind: ChannelKind, text: string): string {
  const url = new URL(text)
  if (kind === "slack") return `${url.origin}/…${text.slice(-4)}`
  return `${url.origin}${url.pathname
    .split("/")
    .map((part) => (isKey(part) ? `…${part.slice(-4)}` : part))
    .join("/")}${url.search === "" ? "" : "?…"}`
}

/** True if a path segment looks like a key: long, with letters and digits. */
const isKey = (part: string): boolean => part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part)
