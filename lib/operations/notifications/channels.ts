import { type Visibility, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  addChannel,
  changeChannel,
  channelNames,
  type ChannelRow,
  type ChannelSecret,
  dropChannel,
  findChannel,
  type NewChannel,
  pauseChannel,
  readChannels,
  readChannelSecret,
  countWaitingNotices,
  readLastDeliveries,
  type LastDelivery,
} from "@/lib/db/notifications/channels"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import { newSecret } from "@/lib/db/infra/secrets"
import type { Actor } from "@/lib/memory/teams/actor"
import { ALERT_SEVERITIES, ALERT_KINDS } from "@/lib/memory/alerts/kinds"
import {
  channelName,
  channelScope,
  mailAddresses,
  receiverUrl,
  quietHours,
} from "@/lib/memory/notifications/channel"
import { CHANNEL_KINDS, type ChannelKind, shownUrl } from "@/lib/memory/notifications/channel-addresses"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { mailServer } from "@/lib/notify/mail"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { inTeam } from "../teams/team-and-project"

const attempt = z.object({
  at: z.iso.datetime(),
  status: z.number().nullable().describe("HTTP or SMTP status. Null if there was no response"),
  error: z.string().nullable().describe("Null if the message was delivered"),
})

const channelView = z.object({
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

/** Maximum number of channels of a team. */
const MOST = 50

export const team = z.string().min(1).describe("A team's slug, name or ID")
export const channelId = z.uuid()

const url = receiverUrl.describe(
  "The receiver's address, for webhook and Slack-compatible channels. The address is never shown again",
)
const to = mailAddresses.describe("Email addresses. Only for email channels")
const project = z.string().min(1).nullable().describe("A project's slug, name or ID. Null for all projects")

export const listChannels = operation({
  name: "channel.list",
  summary: "List a team's notification channels. Secret addresses and keys are not returned.",
  method: "GET",
  path: "/teams/{team}/channels",
  right: "manage",
  input: z.object({ team, ...pageInput }),
  output: z.object({
    channels: z.array(channelView),
    mail: z.boolean().describe("True if the server can send email"),
    next: nextOutput,
  }),
  run: (actor, { team: asked, ...page }) =>
    inTeam(actor, "manage", asked, async ({ id }) => {
      const [channels, projects, waiting, last] = await Promise.all([
        readChannels(visibilityOf(actor, id)),
        listProjects(visibilityOf(actor, id)),
        countWaitingNotices(visibilityOf(actor, id)),
        readLastDeliveries(visibilityOf(actor, id)),
      ])
      const { rows, next } = pageOf(channels, page)
      return done({
        channels: rows.map((row) => viewChannel(row, { projects, waiting, last })),
        mail: mailServer() !== null,
        next,
      })
    }),
})

interface ChannelContext {
  readonly projects: readonly { readonly id: string; readonly slug: string; readonly name: string }[]
  readonly waiting: ReadonlyMap<string, number>
  readonly last: readonly LastDelivery[]
}

function viewChannel(channel: ChannelRow, { projects, waiting, last }: ChannelContext): ChannelView {
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

export const createChannel = operation({
  name: "channel.create",
  summary:
    "Create a notification channel: webhook, Slack-compatible or email. A webhook's key is shown only once.",
  method: "POST",
  path: "/teams/{team}/channels",
  right: "manage",
  unguarded: ["url"], // The address may hold a key and is stored encrypted.
  shownOnce: true,
  example: {
    team: "main",
    kind: "webhook",
    name: "On call",
    url: "https://example.com/alerts",
    severity: "warning",
  },
  input: z.object({
    team,
    kind: z.enum(CHANNEL_KINDS),
    name: channelName,
    url: url.optional(),
    to: to.optional(),
    project: project.default(null),
    ...channelScope.shape,
  }),
  output: z.object({
    id: z.string(),
    key: z.string().nullable().describe("The key that signs messages. Webhooks only"),
  }),
  run: (actor, { team: asked, kind, name, url: address, to: addresses, project: wanted, ...scope }) =>
    inTeam(actor, "manage", asked, async ({ id: teamId }) => {
      const place = await projectNamed(visibilityOf(actor, teamId), wanted)
      if (!place.ok) return place
      const where = whereOf(
        kind,
        { url: address, to: addresses },
        kind === "webhook" ? `qdw_${newSecret()}` : null,
      )
      if (!where.ok) return where
      return commit(
        actor,
        {
          kind: "channel.create",
          teamId,
          subject: name,
          detail: { kind, where: shownOf(where.value.settings), severity: scope.severity },
        },
        async (tx) => {
          const known = await channelNames(tx, teamId)
          if (known.size >= MOST)
            return refused("too-many", `a team can have at most ${MOST} channels. Delete a channel first`)
          if ([...known.values()].includes(name)) return nameTaken(name)
          const id = await addChannel(
            tx,
            { teamId, kind, name, ...where.value, ...scope, projectId: place.value, createdBy: actor.id },
            new Date(),
          )
          return done({ id, key: where.value.secret?.key ?? null })
        },
      )
    }),
})

export const changeChannelSettings = operation({
  name: "channel.change",
  summary: "Change a channel. Omitted fields stay unchanged.",
  method: "PATCH",
  path: "/teams/{team}/channels/{channel}",
  right: "manage",
  unguarded: ["url"],
  input: z.object({
    team,
    channel: channelId,
    name: channelName.optional(),
    url: url.optional(),
    to: to.optional(),
    project: project.optional(),
    severity: channelScope.shape.severity.unwrap().optional(),
    kinds: channelScope.shape.kinds.in.unwrap().optional(),
    quietHours: channelScope.shape.quietHours.unwrap().optional(),
  }),
  output: z.object({ id: z.string() }),
  run: (actor, { team: asked, channel: id, url: address, to: addresses, project: wanted, ...changes }) =>
    changeLocked(actor, { team: asked, channel: id, kind: "channel.change" }, async (tx, channel) => {
      const { teamId } = channel
      const place = wanted === undefined ? null : await projectNamed(visibilityOf(actor, teamId), wanted)
      if (place && !place.ok) return place
      const { name } = changes
      if (name !== undefined && (await isTaken(tx, channel, name))) return nameTaken(name)
      const moved = await newAddress(tx, channel, { url: address, to: addresses })
      if (moved && !moved.ok) return moved
      const next = { ...defined(changes), ...(place ? { projectId: place.value } : {}), ...moved?.value }
      await changeChannel(tx, teamId, id, {
        ...next,
        ...(tellsMore(channel, next) ? { tellsSince: new Date() } : {}),
      })
      return done({ id })
    }),
})

export const pauseChannelFor = operation({
  name: "channel.pause",
  summary: "Pause a channel. When the channel resumes, alerts that are still open are sent.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/pause",
  right: "manage",
  input: z.object({ team, channel: channelId, paused: z.boolean().default(true) }),
  output: z.object({ id: z.string(), paused: z.boolean() }),
  run: (actor, { team: asked, channel: id, paused }) =>
    changeLocked(
      actor,
      { team: asked, channel: id, kind: paused ? "channel.pause" : "channel.resume" },
      async (tx, { teamId }) => {
        await pauseChannel(tx, teamId, id, paused ? new Date() : null)
        return done({ id, paused })
      },
    ),
})

export const removeChannel = operation({
  name: "channel.remove",
  summary: "Delete a channel, including its log and pending messages.",
  method: "DELETE",
  path: "/teams/{team}/channels/{channel}",
  right: "manage",
  input: z.object({ team, channel: channelId }),
  output: z.object({ id: z.string() }),
  run: (actor, { team: asked, channel: id }) =>
    changeLocked(actor, { team: asked, channel: id, kind: "channel.remove" }, async (tx, { teamId }) =>
      (await dropChannel(tx, teamId, id)) ? done({ id }) : NO_SUCH_CHANNEL,
    ),
})

export const replaceChannelKey = operation({
  name: "channel.replace-key",
  summary: "Replace a webhook's signing key. The new key is shown only in this response.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/key",
  right: "manage",
  shownOnce: true,
  input: z.object({ team, channel: channelId }),
  output: z.object({ id: z.string(), key: z.string() }),
  run: (actor, { team: asked, channel: id }) =>
    changeLocked(
      actor,
      { team: asked, channel: id, kind: "channel.replace-key" },
      async (tx, { teamId, kind, name }) => {
        if (kind !== "webhook")
          return refused("invalid", `${name} is not a webhook, and only webhook messages are signed`)
        const secret = await readChannelSecret(visibilityOf(actor, teamId), id, tx)
        if (secret === null)
          return refused(
            "conflict",
            `the address of ${name} cannot be decrypted, because NEXTAUTH_SECRET has changed. Enter the address again`,
          )
        const key = `qdw_${newSecret()}`
        await changeChannel(tx, teamId, id, { secret: { ...secret, key } })
        return done({ id, key })
      },
    ),
})

export const NO_SUCH_CHANNEL = refused(
  "not-found",
  "channel not found in this team. It may have been deleted",
)

interface ChannelChange {
  readonly team: string
  readonly channel: string
  /** Kind of the audit event. */
  readonly kind: string
}

/**
 * Changes one channel in a transaction, with an audit event that names the channel. Refuses if the channel
 * does not exist.
 */
export function changeLocked<T>(
  actor: Actor,
  { team: asked, channel: id, kind }: ChannelChange,
  work: (tx: Tx, channel: ChannelRow) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return inTeam(actor, "manage", asked, async ({ id: teamId }) => {
    const channel = await findChannel(visibilityOf(actor, teamId), id)
    if (channel === null) return NO_SUCH_CHANNEL
    return commit(actor, { kind, teamId, subject: channel.name }, async (tx) => {
      const current = await findChannel(visibilityOf(actor, teamId), id, tx)
      return current === null ? NO_SUCH_CHANNEL : work(tx, current)
    })
  })
}

async function isTaken(tx: Tx, { teamId, id }: ChannelRow, name: string): Promise<boolean> {
  const known = await channelNames(tx, teamId)
  return [...known].some(([other, taken]) => other !== id && taken === name)
}

/**
 * Returns the new address of a channel with its current signing key. A webhook without a key gets a new one.
 * Null if the address does not change.
 */
async function newAddress(
  tx: Tx,
  { teamId, id, kind }: ChannelRow,
  given: ChannelAddress,
): Promise<ReturnType<typeof whereOf> | null> {
  if (given.url === undefined && given.to === undefined) return null
  const secret = await readChannelSecret(wholeTeamUnchecked(teamId), id, tx)
  return whereOf(kind, given, secret?.key ?? (kind === "webhook" ? `qdw_${newSecret()}` : null))
}

interface ChannelAddress {
  readonly url: string | undefined
  readonly to: readonly string[] | undefined
}

const nameTaken = (name: string): Refusal =>
  refused("conflict", `name: this team already has a channel with the name ${name}. Choose another name`)

const shownOf = ({ to: addresses, where }: ChannelRow["settings"]): string =>
  where ?? (addresses ?? []).join(", ")

function whereOf(
  kind: ChannelKind,
  { url: address, to: addresses }: ChannelAddress,
  key: string | null,
): Outcome<{ settings: ChannelRow["settings"]; secret: ChannelSecret | null }> {
  if (kind === "email") {
    if (address !== undefined)
      return refused("invalid", "url: an email channel requires email addresses in `to`, not a URL")
    return addresses === undefined
      ? refused("invalid", "to: enter at least one email address")
      : done({ settings: { to: addresses }, secret: null })
  }
  if (addresses !== undefined)
    return refused("invalid", "to: applies only to email channels. Enter the receiver's address in `url`")
  if (address === undefined) return refused("invalid", "url: enter the receiver's address")
  return done({ settings: { where: shownUrl(kind, address) }, secret: { url: address, key } })
}

async function projectNamed(visible: Visibility, wanted: string | null): Promise<Outcome<string | null>> {
  if (wanted === null) return done(null)
  const found = (await listProjects(visible)).find((one) => [one.id, one.slug, one.name].includes(wanted))
  return found ? done(found.id) : refused("not-found", `project: project not found in this team: ${wanted}`)
}

/**
 * True if a change makes a channel receive more alerts. Alerts raised before the change are then not sent.
 */
function tellsMore(before: ChannelRow, after: Partial<NewChannel>): boolean {
  const rank = (severity: string) => ALERT_SEVERITIES.indexOf(severity as ChannelRow["severity"])
  const { severity = before.severity, kinds = before.kinds, projectId = before.projectId } = after
  const moreKinds =
    before.kinds.length > 0 && (kinds.length === 0 || kinds.some((kind) => !before.kinds.includes(kind)))
  return (
    rank(severity) > rank(before.severity) ||
    moreKinds ||
    (projectId !== before.projectId && before.projectId !== null)
  )
}

const defined = <T extends object>(some: T) =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
