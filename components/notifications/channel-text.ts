import type { OutputOf } from "@/lib/http/contract"
import { type AlertKind, type AlertSeverity, KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"
import type { ChannelKind } from "@/lib/memory/notifications/channel-addresses"

/** A channel as shown on its page. */
export type ShownChannel = OutputOf<"channel.list">["channels"][number]

export const CHANNEL_WORDS: Record<ChannelKind, string> = {
  webhook: "Webhook",
  slack: "Slack or compatible",
  email: "Email",
}

export const SEVERITY_CHOICES: Record<AlertSeverity, string> = {
  error: "Errors",
  warning: "Errors and warnings",
  info: "All alerts",
}

interface Told {
  readonly severity: AlertSeverity
  readonly kinds: readonly AlertKind[]
  readonly project: string | null
  readonly quietHours: { readonly from: string; readonly to: string; readonly timeZone: string } | null
}

const FEW = 3

/**
 * Returns the alerts that a channel sends: "Errors and warnings (5 kinds) in ledger, paused from 22:00 to
 * 07:00 (Europe/Berlin)".
 */
export function channelCoverageWords({ severity, kinds, project, quietHours }: Told): string {
  const pause =
    quietHours === null ? "" : `, paused from ${quietHours.from} to ${quietHours.to} (${quietHours.timeZone})`
  return `${SEVERITY_CHOICES[severity]}${kindsInBrackets(kinds)} in ${project ?? "all projects"}${pause}`
}

function kindsInBrackets(kinds: Told["kinds"]): string {
  if (kinds.length === 0) return ""
  if (kinds.length > FEW) return ` (${kinds.length} kinds)`
  return ` (${kinds.map((kind) => KINDS_OF_ALERT[kind].label.toLowerCase()).join(", ")})`
}

/** Returns the result of a delivery: "delivered, 204", "the receiver responded with 503". */
export function deliveryOutcomeWords({
  status,
  error,
}: {
  readonly status: number | null
  readonly error: string | null
}): string {
  return error ?? (status === null ? "delivered" : `delivered with status ${status}`)
}
