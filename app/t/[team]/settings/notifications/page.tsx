import { BellRing } from "lucide-react"
import { notFound } from "next/navigation"
import { ChannelForm } from "@/components/notifications/channel-form"
import { ChannelList } from "@/components/notifications/channel-list"
import { DigestForm } from "@/components/notifications/digest-form"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/place-top"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { Box } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { listProjects } from "@/lib/db/agents/fleet"
import { can } from "@/lib/memory/teams/actor"
import { listChannels } from "@/lib/operations/notifications/channels"
import { showDigest } from "@/lib/operations/notifications/digest"
import { teamOf } from "@/lib/operations/teams/team-of"
import { pauseChannel, saveChannel, saveDigest, sendTest } from "./actions"
import { ShownChannelSection } from "./shown-channel"

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
  const [listed, projects, digest] = await Promise.all([
    manages ? listChannels.run(actor, { team: slug }) : null,
    listProjects(teamId),
    showDigest.run(actor, { team: slug }),
  ])
  const channels = listed?.ok ? listed.value.channels : []
  const current = channels.find((one) => one.id === asked) ?? null
  const mail = digest.ok && digest.value.mail
  const now = new Date().toISOString()
  return (
    <>
      <PlaceTop team={slug} current="settings/notifications" manages={manages} />
      <div className="grid grid-cols-1 gap-6 p-4">
        {manages ? (
          <SettingsSection
            title="Channels"
            guide="notifications"
            about={`Where ${name} is told of alerts: each one once, several of one look as one message.`}
          >
            {channels.length > 0 ? (
              <ChannelList
                team={slug}
                channels={channels}
                current={current?.id ?? null}
                now={now}
                actions={{ pause: pauseChannel, test: sendTest }}
              />
            ) : (
              <Box>
                <Empty icon={<BellRing className="icon-lg" aria-hidden />} title="No channels yet">
                  Alerts wait in the inbox all the same. Add a channel below to be told of them where the team
                  is.
                </Empty>
              </Box>
            )}
          </SettingsSection>
        ) : null}
        {current ? (
          <ShownChannelSection actor={actor} team={slug} channel={current} projects={projects} mail={mail} />
        ) : null}
        {current ? (
          <div>
            <ButtonLink href={`/t/${slug}/settings/notifications`}>Add a channel…</ButtonLink>
          </div>
        ) : manages ? (
          <SettingsSection
            title="Add a channel"
            about="It is told of what is raised from then on, and of nothing of before."
          >
            <Box className="p-4">
              <ChannelForm team={slug} projects={projects} channel={null} mail={mail} action={saveChannel} />
            </Box>
          </SettingsSection>
        ) : null}
        <SettingsSection
          title="Your digest"
          about={`What waits in ${name}: proposals, conflicts and alerts, in one mail a day. None where nothing waits.`}
        >
          {mail ? null : (
            <Notice title="Mail is not set up on this server">
              Whoever runs it sets QUARTERDECK_SMTP_URL and QUARTERDECK_MAIL_FROM in its environment. Until
              then no mail is sent: neither digests nor to e-mail channels.
            </Notice>
          )}
          <Box className="p-4">
            <DigestForm team={slug} digest={digest.ok ? digest.value.digest : null} action={saveDigest} />
          </Box>
        </SettingsSection>
        {manages ? null : (
          <p className="text-ink-2">Where the team as a whole is told of alerts, its leads see and set.</p>
        )}
      </div>
    </>
  )
}
