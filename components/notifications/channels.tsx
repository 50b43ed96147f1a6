import { formatCount } from "@/lib/memory/text/sentence"
import { Instant } from "@/components/data/instant"
import { Mail, MessageSquare, Webhook } from "lucide-react"
import { Link } from "@/components/ui/link"
import { RowAction } from "@/components/settings/action-result"
import type { FormAction } from "@/components/data/form-state"
import { describeMoment, formatUtc } from "@/components/data/time-text"
import { TableBox, ActionsTh, Table, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import type { OutputOf } from "@/lib/http/contract"
import { TestButton } from "./channel-actions"
import { CHANNEL_WORDS, deliveryOutcomeWords, type ShownChannel, channelCoverageWords } from "./channel"

const ICONS = { webhook: Webhook, slack: MessageSquare, email: Mail }

interface ChannelListProps {
  team: string
  channels: readonly ShownChannel[]
  /** The channel shown below. */
  current: string | null
  /** ISO instant for ages. */
  now: string
  actions: { readonly pause: FormAction; readonly test: FormAction }
}

export function ChannelList({ team, channels, current, now, actions }: ChannelListProps) {
  return (
    <TableBox>
      <ul aria-label="Channels">
        {channels.map((channel) => (
          <li
            key={channel.id}
            className={`flex flex-wrap justify-between gap-x-4 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0 ${channel.id === current ? "bg-raised" : ""}`}
          >
            <ChannelFacts team={team} channel={channel} current={channel.id === current} now={now} />
            <div className="flex max-w-80 flex-wrap items-start gap-2">
              <TestButton team={team} channel={channel.id} name={channel.name} action={actions.test} />
              <RowAction
                action={actions.pause}
                carried={{ team, channel: channel.id, paused: channel.state === "paused" ? "" : "yes" }}
                label={channel.state === "paused" ? `Resume ${channel.name}` : `Pause ${channel.name}`}
              >
                {channel.state === "paused" ? "Resume" : "Pause"}
              </RowAction>
            </div>
          </li>
        ))}
      </ul>
    </TableBox>
  )
}

function ChannelFacts({
  team,
  channel,
  current,
  now,
}: {
  team: string
  channel: ShownChannel
  current: boolean
  now: string
}) {
  const { id, kind, name, where, state, failingSince, waiting, last, project } = channel
  const Icon = ICONS[kind]
  return (
    <div className="grid min-w-0 flex-1 basis-80 gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Icon className="icon text-ink-3" aria-hidden />
        <Link
          className="text-link font-medium"
          href={`/t/${team}/settings/notifications?channel=${id}#channel`}
          aria-current={current ? "true" : undefined}
        >
          {name}
        </Link>
        <State state={state} tried={last !== null} since={failingSince} now={now} />
      </p>
      <p className="wrap-anywhere text-ink-2">
        {CHANNEL_WORDS[kind]} to <span className="font-mono text-sm">{where}</span>
      </p>
      <p className="text-ink-2">{channelCoverageWords({ ...channel, project: project?.name ?? null })}.</p>
      <p className="wrap-anywhere text-sm text-ink-3">
        {last ? (
          <>
            Last message <Instant at={last.at} now={now} />: {deliveryOutcomeWords(last)}.
          </>
        ) : (
          "No messages sent yet."
        )}
        {waiting > 0 ? ` ${formatCount(waiting, "alert")} pending.` : ""}
      </p>
    </div>
  )
}

/** The state of a channel: “not tested” until the first message was sent. */
function State({
  state,
  tried,
  since,
  now,
}: {
  state: ShownChannel["state"]
  tried: boolean
  since: string | null
  now: string
}) {
  if (state === "working" && !tried) return <Tag>not tested</Tag>
  if (state === "working") return <Tag tone="good">working</Tag>
  if (state === "paused") return <Tag>paused</Tag>
  return <Tag tone="danger">{since ? `failing since ${describeMoment(since, now)}` : "failing"}</Tag>
}

export type ShownDelivery = OutputOf<"channel.deliveries">["deliveries"][number]

interface DeliveryLogProps {
  team: string
  channel: string
  name: string
  deliveries: readonly ShownDelivery[]
  again: FormAction
}

/** Delivery attempts of a channel, newest first. */
export function DeliveryLog({ team, channel, name, deliveries, again }: DeliveryLogProps) {
  return (
    <Table label={`Deliveries to ${name}`}>
      <thead>
        <tr>
          <Th>Time</Th>
          <Th>Message</Th>
          <Th numeric>Attempt</Th>
          <Th>Response</Th>
          <Th numeric>Duration</Th>
          <Th>Next step</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {deliveries.map((one) => (
          <tr key={`${one.delivery}/${one.attempt}`}>
            <Td className="text-ink-2">
              <Instant at={one.at} />
            </Td>
            <Td>{one.alerts === 0 ? "test" : formatCount(one.alerts, "alert")}</Td>
            <Td numeric>{one.attempt}</Td>
            <Td>
              <Answer {...one} />
            </Td>
            <Td numeric className="text-ink-2">
              {one.took === null ? "–" : `${one.took.toLocaleString("en")} ms`}
            </Td>
            <Td className="text-ink-2">
              <Then {...one} />
            </Td>
            <Td className="text-right">
              {one.state === "waiting" || one.state === "failed" || one.state === "doubt" ? (
                <RowAction
                  action={again}
                  carried={{ team, channel, delivery: one.delivery }}
                  label={`Resend the message from ${formatUtc(one.at, "minute")}`}
                >
                  Resend
                </RowAction>
              ) : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Answer({ status, error, took }: ShownDelivery) {
  return (
    <span className="flex min-w-60 items-start gap-2 py-1.5 whitespace-normal">
      <AnswerTag error={error} took={took} />
      <span className="text-ink-2">{error ?? status}</span>
    </span>
  )
}

function AnswerTag({ error, took }: Pick<ShownDelivery, "error" | "took">) {
  if (error === null) return <Tag tone="good">delivered</Tag>
  return took === null ? <Tag tone="caution">unknown</Tag> : <Tag tone="danger">failed</Tag>
}

function Then({ state, nextAt }: ShownDelivery) {
  if (state === "waiting" && nextAt !== null)
    return (
      <>
        retry at <Instant at={nextAt} />
      </>
    )
  if (state === "failed") return "no more retries"
  if (state === "doubt") return "not sent again"
  if (state === "dropped") return "alert resolved before the message was sent"
  return state === "sending" ? "sending" : null
}
