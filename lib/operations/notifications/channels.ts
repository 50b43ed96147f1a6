import { z } from "zod"
import {
  addChannel,
  changeChannel,
  type ChannelRow,
  type ChannelSecret,
  dropChannel,
  findChannel,
  type NewChannel,
  pauseChannel,
  readChannels,
  readChannelSecret,
} from "@/lib/db/channels"
import { commit, type Tx } from "@/lib/db/commit"
import { countWaitingNotices, readLastDeliveries } from "@/lib/db/deliveries"
import { listProjects } from "@/lib/db/fleet"
import { newSecret } from "@/lib/db/secret"
import type { Actor } from "@/lib/memory/actor"
import { ALERT_SEVERITIES } from "@/lib/memory/alert/kinds"
import {
  CHANNEL_KINDS,
  channelName,
  type ChannelKind,
  channelScope,
  mailAddresses,
  receiverUrl,
  shownUrl,
} from "@/lib/memory/notification/channel"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/outcome"
import { mailServer } from "@/lib/notify/mail"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../paging"
import { inTeam } from "../team-of"
import { channelView, viewOf } from "./channel-view"

/** More would be told more than anybody reads. */
const MOST = 50

export const team = z.string().min(1).describe("A team's slug, name or id")
export const channelId = z.uuid()

const url = receiverUrl.describe("Of a webhook or a Slack-compatible receiver; shown to nobody again")
const to = mailAddresses.describe("Of mail")
const project = z.string().min(1).nullable().describe("A project's slug, name or id; null: every project")

export const listChannels = operation({
  name: "channel.list",
  summary: "Where a team is told of alerts, without the addresses and keys that are secret.",
  method: "GET",
  path: "/teams/{team}/channels",
  right: "manage",
  input: z.object({ team, ...pageInput }),
  output: z.object({
    channels: z.array(channelView),
    mail: z.boolean().describe("Whether the server can send mail"),
    next: nextOutput,
  }),
  run: (actor, { team: asked, ...page }) =>
    inTeam(actor, "manage", asked, async ({ id }) => {
      const [channels, projects, waiting, last] = await Promise.all([
        readChannels(id),
        listProjects(id),
        countWaitingNotices(id),
        readLastDeliveries(id),
      ])
      const { rows, next } = pageOf(channels, page)
      return done({
        channels: rows.map((row) => viewOf(row, { projects, waiting, last })),
        mail: mailServer() !== null,
        next,
      })
    }),
})

export const createChannel = operation({
  name: "channel.create",
  summary:
    "Have a team told of alerts: by webhook, Slack-compatible message or mail. A webhook's key is shown this once.",
  method: "POST",
  path: "/teams/{team}/channels",
  right: "manage",
  unguarded: ["url"], // it may hold a key, and is sealed
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
    key: z.string().nullable().describe("What messages are signed with; of webhooks alone"),
  }),
  run: (actor, { team: asked, kind, name, url: address, to: addresses, project: wanted, ...scope }) =>
    inTeam(actor, "manage", asked, async ({ id: teamId }) => {
      const place = await projectNamed(teamId, wanted)
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
          const known = await tx.channel.findMany({ where: { teamId }, select: { name: true } })
          if (known.length >= MOST)
            return refused("too-many", `a team has at most ${MOST} channels: remove one first`)
          if (known.some((one) => one.name === name)) return nameTaken(name)
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
  summary: "Change what a channel tells, when, and where; what is left out stays.",
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
    changing(actor, asked, id, "channel.change", async (tx, channel) => {
      const { teamId, kind } = channel
      const place = wanted === undefined ? null : await projectNamed(teamId, wanted)
      if (place && !place.ok) return place
      if (
        changes.name !== undefined &&
        (await tx.channel.count({ where: { teamId, name: changes.name, NOT: { id } } })) > 0
      )
        return nameTaken(changes.name)
      const moved =
        address === undefined && addresses === undefined
          ? null
          : whereOf(
              kind,
              { url: address, to: addresses },
              (await readChannelSecret(teamId, id, tx))?.key ??
                (kind === "webhook" ? `qdw_${newSecret()}` : null),
            )
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
  summary: "Have a channel told nothing until it goes on; what is still open then is told it.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/pause",
  right: "manage",
  input: z.object({ team, channel: channelId, paused: z.boolean().default(true) }),
  output: z.object({ id: z.string(), paused: z.boolean() }),
  run: (actor, { team: asked, channel: id, paused }) =>
    changing(actor, asked, id, paused ? "channel.pause" : "channel.resume", async (tx, { teamId }) => {
      await pauseChannel(tx, teamId, id, paused ? new Date() : null)
      return done({ id, paused })
    }),
})

export const removeChannel = operation({
  name: "channel.remove",
  summary: "Remove a channel, with its log and what it was still to be told.",
  method: "DELETE",
  path: "/teams/{team}/channels/{channel}",
  right: "manage",
  input: z.object({ team, channel: channelId }),
  output: z.object({ id: z.string() }),
  run: (actor, { team: asked, channel: id }) =>
    changing(actor, asked, id, "channel.remove", async (tx, { teamId }) =>
      (await dropChannel(tx, teamId, id)) ? done({ id }) : NO_SUCH_CHANNEL,
    ),
})

export const replaceChannelKey = operation({
  name: "channel.replace-key",
  summary:
    "Sign a webhook's messages with a new key from now on. The answer is the only time that it is shown.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/key",
  right: "manage",
  shownOnce: true,
  input: z.object({ team, channel: channelId }),
  output: z.object({ id: z.string(), key: z.string() }),
  run: (actor, { team: asked, channel: id }) =>
    changing(actor, asked, id, "channel.replace-key", async (tx, { teamId, kind, name }) => {
      if (kind !== "webhook")
        return refused("invalid", `${name} is no webhook: only their messages are signed`)
      const secret = await readChannelSecret(teamId, id, tx)
      if (secret === null)
        return refused(
          "conflict",
          `the address of ${name} cannot be read any more, as NEXTAUTH_SECRET is another one than when it was given: change the channel and give the address again`,
        )
      const key = `qdw_${newSecret()}`
      await changeChannel(tx, teamId, id, { secret: { ...secret, key } })
      return done({ id, key })
    }),
})

export const NO_SUCH_CHANNEL = refused(
  "not-found",
  "there is no such channel in this team, or it was removed already",
)

/** A write to one channel, under its name in the audit log. */
export function changing<T>(
  actor: Actor,
  asked: string,
  id: string,
  kind: string,
  work: (tx: Tx, channel: ChannelRow) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return inTeam(actor, "manage", asked, async ({ id: teamId }) => {
    const channel = await findChannel(teamId, id)
    if (channel === null) return NO_SUCH_CHANNEL
    return commit(actor, { kind, teamId, subject: channel.name }, async (tx) => {
      const current = await findChannel(teamId, id, tx)
      return current === null ? NO_SUCH_CHANNEL : work(tx, current)
    })
  })
}

const nameTaken = (name: string): Refusal =>
  refused("conflict", `name: there is a channel ${name} in this team already: take another name`)

const shownOf = ({ to: addresses, where }: ChannelRow["settings"]): string =>
  where ?? (addresses ?? []).join(", ")

function whereOf(
  kind: ChannelKind,
  { url: address, to: addresses }: { url: string | undefined; to: readonly string[] | undefined },
  key: string | null,
): Outcome<{ settings: ChannelRow["settings"]; secret: ChannelSecret | null }> {
  if (kind === "email") {
    if (address !== undefined)
      return refused("invalid", "url: mail goes to e-mail addresses: give them as to")
    return addresses === undefined
      ? refused("invalid", "to: give at least one e-mail address")
      : done({ settings: { to: addresses }, secret: null })
  }
  if (addresses !== undefined)
    return refused("invalid", "to: only mail goes to e-mail addresses: give the receiver's address as url")
  if (address === undefined) return refused("invalid", "url: give the receiver's address")
  return done({ settings: { where: shownUrl(kind, address) }, secret: { url: address, key } })
}

async function projectNamed(teamId: string, wanted: string | null): Promise<Outcome<string | null>> {
  if (wanted === null) return done(null)
  const found = (await listProjects(teamId)).find((one) => [one.id, one.slug, one.name].includes(wanted))
  return found ? done(found.id) : refused("not-found", `project: there is no project ${wanted} in this team`)
}

/** Whether a channel would tell alerts after a change that it did not before: those of the past are then left out. */
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
