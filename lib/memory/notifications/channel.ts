import { z } from "zod"
import { ALERT_KINDS, ALERT_SEVERITIES } from "../alerts/kinds"
import { quietHours } from "./quiet-hours"

export const CHANNEL_KINDS = ["webhook", "slack", "email"] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

const MOST_ADDRESSES = 20

/** Where a webhook or a Slack-compatible receiver takes messages. What its name stands for is looked at when something is sent. */
export const receiverUrl = z
  .string()
  .trim()
  .max(2_000, "an address has at most 2,000 characters")
  .superRefine((text, context) => {
    const problem = problemOfUrl(text)
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })

/** Why nothing can be sent to it, whatever stands behind its name; null: that remains to be seen. */
export function problemOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return "give an address such as https://example.com/alerts"
  const url = new URL(text)
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "give an address that begins with https:// or http://"
  if (url.username !== "" || url.password !== "")
    return "leave the name and password out of the address: what is sent is signed instead"
  if (url.hash !== "") return "leave out what stands behind #: no receiver gets to see it"
  const port = Number(url.port)
  if (url.port !== "" && port < 1_024 && port !== 80 && port !== 443)
    return `port ${port} belongs to another service: use 443, 80 or one from 1024 on`
  return null
}

export const mailAddresses = z
  .array(z.email("give e-mail addresses such as ana@example.com").max(254))
  .min(1, "give at least one e-mail address")
  .max(MOST_ADDRESSES, `at most ${MOST_ADDRESSES} e-mail addresses`)

export const channelName = z
  .string()
  .trim()
  .min(1, "give the channel a name")
  .max(60, "a name has at most 60 characters")

/** What of the alerts a channel tells. */
export const channelScope = z.object({
  severity: z.enum(ALERT_SEVERITIES).default("warning"),
  kinds: z
    .array(z.enum(ALERT_KINDS))
    .max(ALERT_KINDS.length)
    .default([])
    .transform((kinds) => [...new Set(kinds)]),
  quietHours: quietHours.nullable().default(null),
})

/** An address as it may be shown: that of a Slack-compatible receiver is a key itself, and what a webhook is asked with may be one. */
export function shownUrl(kind: ChannelKind, text: string): string {
  const url = new URL(text)
  if (kind === "slack") return `${url.origin}/…${text.slice(-4)}`
  return `${url.origin}${url.pathname
    .split("/")
    .map((part) => (isKey(part) ? `…${part.slice(-4)}` : part))
    .join("/")}${url.search === "" ? "" : "?…"}`
}

/** Many receivers have their key in the path: long, of letters and digits, and no word that anybody would write. */
const isKey = (part: string): boolean => part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part)
