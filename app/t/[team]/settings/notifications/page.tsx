import { BellRing, Send } from "lucide-react"
import { notFound } from "next/navigation"
import { ChannelForm, KeyForm } from "@/components/notifications/channel-form"
import { ChannelList, DeliveryLog } from "@/components/notifications/channels"
import { PersonalMailForm, DigestForm } from "@/components/notifications/mail-forms"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { listChannels } from "@/lib/operations/notifications/channels"
import { listNotifications } from "@/lib/operations/notifications/personal-notifications"
import { showDigest } from "@/lib/operations/notifications/digests"
import { projectsOf, teamOf } from "@/lib/operations/teams/team-and-project"
import { formatUtc } from "@/components/data/time-text"
import { RemoveChannel } from "@/components/notifications/channel-actions"
import type { ShownChannel } from "@/components/notifications/channel"
import { listDeliveries } from "@/lib/operations/notifications/channel-deliveries"
import {
  pauseChannel,
  saveChannel,
  saveDigest,
  savePersonalMail,
  sendTest,
  removeOne,
  replaceKey,
  sendAgain,
} from "./actions"

export const metadata = { title: "Notifications" }

interface NotificationsPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ channel?: string | string[] }>
}

export default async function NotificationsPage({ params, searchParams }: NotificationsPageProps) {
  const [{ team: slug }, { channel: asked }, actor] = await Promise.all([
    params,
    searchParams,
    requireActor(),
  ])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  const { id: teamId, name } = team.value
  const manages = can(actor, "manage", { teamId })
  const [channels, projects, ownDigest, personal] = await Promise.all([
    manages ? channelsOf(actor, slug) : [],
    projectsOf(actor, teamId),
    showDigest.run(actor, { team: slug }),
    listNotifications.run(actor, { team: slug }),
  ])
  const current = channels.find((one) => one.id === asked)
  const { mail, digest } = ownDigest.ok ? ownDigest.value : { mail: false, digest: null }
  return (
    <>
      <PlaceTop team={slug} current="settings/notifications" manages={manages} />
      <div className="grid grid-cols-1 gap-6 p-4">
        {manages ? (
          <SettingsSection
            title="Channels"
            guide="notifications"
            about={`Where ${name}’s alerts are sent. Each alert is sent once, and related alerts are grouped.`}
          >
            <Channels team={slug} channels={channels} current={current} now={new Date().toISOString()} />
          </SettingsSection>
        ) : null}
        {current ? (
          <>
            <ShownChannelSection
              actor={actor}
              team={slug}
              channel={current}
              projects={projects}
              mail={mail}
            />
            <div>
              <ButtonLink href={`/t/${slug}/settings/notifications`}>Add a channel…</ButtonLink>
            </div>
          </>
        ) : null}
        {manages && !current ? (
          <SettingsSection title="Add a channel" about="Only new alerts are sent.">
            <TableBox className="p-4">
              <ChannelForm team={slug} projects={projects} channel={null} mail={mail} action={saveChannel} />
            </TableBox>
          </SettingsSection>
        ) : null}
        <SettingsSection
          title="Your notifications"
          about="Mentions, comments on items you follow, and items assigned to you. They also appear in the inbox. The email setting applies to all your teams."
        >
          {mail ? null : <NoMail />}
          <TableBox className="p-4">
            <PersonalMailForm
              team={slug}
              isOn={personal.ok && personal.value.mailed}
              action={savePersonalMail}
            />
          </TableBox>
        </SettingsSection>
        <SettingsSection
          title="Your digest"
          about={`A daily email with the proposals, conflicts and alerts in ${name} that need a decision. If there are none, no email is sent.`}
        >
          <TableBox className="p-4">
            <DigestForm team={slug} digest={digest} action={saveDigest} />
          </TableBox>
        </SettingsSection>
        {manages ? null : (
          <p className="text-ink-2">
            Only team leads can view and change the team’s channels. Ask a team lead to add one.
          </p>
        )}
      </div>
    </>
  )
}

async function channelsOf(actor: Actor, team: string) {
  const listed = await listChannels.run(actor, { team })
  return listed.ok ? listed.value.channels : []
}

interface ChannelsProps extends Pick<Parameters<typeof ChannelList>[0], "team" | "channels" | "now"> {
  /** Channel that is shown below the list; undefined: none. */
  current: { readonly id: string } | undefined
}

function Channels({ team, channels, current, now }: ChannelsProps) {
  if (channels.length > 0) {
    return (
      <ChannelList
        team={team}
        channels={channels}
        current={current?.id ?? null}
        now={now}
        actions={{ pause: pauseChannel, test: sendTest }}
      />
    )
  }
  return (
    <TableBox>
      <Empty icon={<BellRing className="icon-lg" aria-hidden />} title="No channels yet">
        Alerts are listed in the inbox. Add a channel below to also send them to Slack, email or a webhook.
      </Empty>
    </TableBox>
  )
}

function NoMail() {
  return (
    <Notice title="Email is not configured on this server">
      The administrator must set QUARTERDECK_SMTP_URL and QUARTERDECK_MAIL_FROM. Until then, digests and email
      channels do not work.
    </Notice>
  )
}

interface ShownChannelSectionProps {
  actor: Actor
  team: string
  channel: ShownChannel
  projects: readonly { readonly slug: string; readonly name: string }[]
  mail: boolean
}

const SHOWN = 50

/** A channel with its settings, deliveries and signing key. */
async function ShownChannelSection({ actor, team, channel, projects, mail }: ShownChannelSectionProps) {
  const log = await listDeliveries.run(actor, { team, channel: channel.id, limit: SHOWN, after: undefined })
  const deliveries = log.ok ? log.value.deliveries : []
  return (
    <div id="channel" className="grid grid-cols-1 scroll-mt-16 gap-6">
      <SettingsSection title={channel.name} about="Destination and filters. Changes apply to new alerts.">
        {channel.state === "failing" && channel.failingSince !== null ? (
          <Notice
            tone="danger"
            title={`Deliveries have been failing since ${formatUtc(channel.failingSince, "minute")}`}
          >
            {channel.last?.error ? `Last error: ${channel.last.error}. ` : ""}Failed messages are retried
            after 1, 5 and 30 minutes, and then after 2, 6 and 24 hours. See the log below.
          </Notice>
        ) : null}
        <TableBox className="p-4">
          <ChannelForm
            key={channel.id}
            team={team}
            projects={projects}
            channel={channel}
            mail={mail}
            action={saveChannel}
          />
        </TableBox>
      </SettingsSection>
      <SettingsSection
        title={`Deliveries to ${channel.name}`}
        about={
          deliveries.length === SHOWN ? `The last ${SHOWN} attempts.` : "All attempts in the last 90 days."
        }
      >
        {deliveries.length > 0 ? (
          <DeliveryLog
            team={team}
            channel={channel.id}
            name={channel.name}
            deliveries={deliveries}
            again={sendAgain}
          />
        ) : (
          <TableBox>
            <Empty icon={<Send className="icon-lg" aria-hidden />} title="No deliveries yet">
              Send a test, or wait for the next alert.
            </Empty>
          </TableBox>
        )}
      </SettingsSection>
      {channel.kind === "webhook" ? (
        <SettingsSection
          title="Signing key"
          about="Signs messages so that the receiver can verify the sender. If you replace the key, the current one stops working."
        >
          <TableBox className="p-4">
            <KeyForm team={team} channel={channel.id} action={replaceKey} />
          </TableBox>
        </SettingsSection>
      ) : null}
      <SettingsSection
        title={`Remove ${channel.name}`}
        about="Also deletes the channel’s log and discards pending messages. Alerts stay in the inbox."
      >
        <div>
          <RemoveChannel team={team} channel={channel} action={removeOne} />
        </div>
      </SettingsSection>
    </div>
  )
}
