import { z } from "zod"
import type { ChannelRow, LastDelivery } from "@/lib/db/notifications/channels"
import { ALERT_KINDS, ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { CHANNEL_KINDS } from "@/lib/memory/notifications/channel-addresses"
import { quietHours } from "@/lib/memory/notifications/channel"

const attempt = z.object({
  at: z.iso.datetime(),
  status: z.number().nullable().describe("HTTP or SMTP status. Null if there was no response"),
  error: z.string().nullable().describe("Null if the message was delivered"),
})

export const channelView = z.object({
  id: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
  where: z.string().describe("Email addresses, or the receiver’s masked address"),
  to: z.array(z.string()).describe("Email addresses. Only for email channels"),
  severity: z.enum(ALERT_SEVERITIES).describe("Minimum severity"),
  kinds: z.array(z.enum(ALERT_KINDS)).describe("Kinds of alerts to send. Empty for all kinds"),
  project: z.object({ slug: z.string(), name: z.string() }).nullable().describe("Null for all projects"),
  quietHours: quietHours.nullable(),
  state: z.enum(["working", "failing", "paused"]),
  failingSince: z.iso.datetime().nullable(),
  waiting: z.number().describe("Number of alerts waiting to be sent"),
  last: attempt.nullable().describe("The most recent attempt to send a message"),
  createdAt: z.iso.datetime(),
})
export type ChannelView = z.output<typeof channelView>

interface ChannelContext {
  readonly projects: readonly { readonly id: string; readonly slug: string; readonly name: string }[]
  readonly waiting: ReadonlyMap<string, number>
  readonly last: readonly LastDelivery[]
}

export function viewChannel(channel: ChannelRow, { projects, waiting, last }: ChannelContext): ChannelView {
  const {
    id,
    kind,
    name,
    settings,
    severity,
    kinds,
    projectId,
    quietHours: quiet,
    failingSince,
    createdAt,
  } = channel
  const attempted = last.find((one) => one.channelId === id)
  return {
    id,
    kind,
    name,
    where: settings.where ?? (settings.to ?? []).join(", "),
    to: [...(settings.to ?? [])],
    severity,
    kinds: [...kinds],
    project: projectId === null ? null : projectOf(projectId, projects),
    quietHours: quiet,
    state: stateOf(channel),
    failingSince: failingSince?.toISOString() ?? null,
    waiting: waiting.get(id) ?? 0,
    last: attempted
      ? { at: attempted.at.toISOString(), status: attempted.status, error: attempted.error }
      : null,
    createdAt: createdAt.toISOString(),
  }
}

function projectOf(id: string, projects: ChannelContext["projects"]): NonNullable<ChannelView["project"]> {
  const project = projects.find((one) => one.id === id)
  return project ? { slug: project.slug, name: project.name } : { slug: "", name: "a removed project" }
}

function stateOf({ pausedAt, failingSince }: ChannelRow): ChannelView["state"] {
  if (pausedAt !== null) return "paused"
  return failingSince === null ? "working" : "failing"
}
