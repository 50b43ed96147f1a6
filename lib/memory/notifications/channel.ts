import { z } from "zod"
import { ALERT_KINDS, ALERT_SEVERITIES } from "../alerts/kinds"
import { quietHours } from "./quiet-hours"
import { ADDRESS_HINT, MOST_ADDRESSES, problemOfUrl } from "./channel-addresses"

/** The URL of a webhook or a Slack-compatible receiver. Its DNS name is checked when something is sent. */
export const receiverUrl = z
  .string()
  .trim()
  .max(2_000, "enter at most 2,000 characters")
  .superRefine((text, context) => {
    const problem = problemOfUrl(text)
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })

export const mailAddresses = z
  .array(z.email(ADDRESS_HINT).max(254))
  .min(1, "enter at least one email address")
  .max(MOST_ADDRESSES, `enter at most ${MOST_ADDRESSES} email addresses`)

export const channelName = z.string().trim().min(1, "enter a name").max(60, "enter at most 60 characters")

/** Filter of the alerts that a channel sends: lowest severity, kinds (empty: all) and quiet hours. */
export const channelScope = z.object({
  severity: z.enum(ALERT_SEVERITIES).default("warning"),
  kinds: z
    .array(z.enum(ALERT_KINDS))
    .max(ALERT_KINDS.length)
    .default([])
    .transform((kinds) => [...new Set(kinds)]),
  quietHours: quietHours.nullable().default(null),
})
