import { formatUtc } from "@/components/data/instant-text"
import { Send } from "lucide-react"
import { ChannelForm } from "@/components/notifications/channel-form"
import { DeliveryLog } from "@/components/notifications/channel-delivery-log"
import { KeyForm } from "@/components/notifications/signing-key-form"
import { RemoveChannel } from "@/components/notifications/remove-channel"
import type { ShownChannel } from "@/components/notifications/channel-text"
import { SettingsSection } from "@/components/settings/settings-section"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { TableBox } from "@/components/data/table"
import type { Actor } from "@/lib/memory/teams/actor"
import { listDeliveries } from "@/lib/operations/notifications/channel-deliveries"
import { removeOne, replaceKey, saveChannel, sendAgain } from "./actions"

interface ShownChannelSectionProps {
  actor: Actor
  team: string
  channel: ShownChannel
  projects: readonly { readonly slug: string; readonly name: string }[]
  mail: boolean
}

const SHOWN = 50

/** A channel with its settings, deliveries and signing key. */
export async function ShownChannelSection({
  actor,
  team,
  channel,
  projects,
  mail,
}: ShownChannelSectionProps) {
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
