import type { OutputOf } from "@/lib/http/contract"
import { formatUtc } from "@/components/data/instant-text"
import { Instant } from "@/components/data/instant"
import { RowAction } from "@/components/settings/row-action"
import type { FormAction } from "@/components/data/form-state"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"

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
            <Td>
              {one.alerts === 0
                ? "test"
                : `${one.alerts.toLocaleString("en")} ${one.alerts === 1 ? "alert" : "alerts"}`}
            </Td>
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
