import type { OutputOf } from "@/lib/http/contract"
import { type AlertKind, type AlertSeverity, KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"
import {
  type ChannelKind,
  problemOfAddresses,
  problemOfUrl,
} from "@/lib/memory/notifications/channel-addresses"
import { ownValue } from "@/lib/memory/text/own-value"
import { formText } from "@/components/data/form-state"
import { isTimeZone } from "@/lib/memory/notifications/local-time"
import { capitalize } from "@/lib/memory/text/sentence"

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

/** The values of the form as text. */
interface TypedChannel {
  readonly kind: ChannelKind
  readonly name: string
  readonly where: string
  readonly severity: AlertSeverity
  readonly project: string
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly kinds: readonly AlertKind[]
}

/** The values of a new channel. */
const NEW_CHANNEL: TypedChannel = {
  kind: "webhook",
  name: "",
  where: "",
  severity: "warning",
  project: "",
  from: "",
  to: "",
  timeZone: "",
  kinds: [],
}

/** Returns the values to begin with: the typed ones after an error, else those of the channel. */
export function initialChannel(
  channel: ShownChannel | null,
  values: Readonly<Record<string, string>>,
): TypedChannel {
  const stored = channel === null ? NEW_CHANNEL : storedValues(channel)
  const value = (name: Exclude<keyof TypedChannel, "kinds">) => ownValue(values, name) ?? stored[name]
  const kinds = ownValue(values, "kinds")
  return {
    kind: value("kind") as ChannelKind,
    name: value("name"),
    where: value("where"),
    severity: value("severity") as AlertSeverity,
    project: value("project"),
    from: value("from"),
    to: value("to"),
    timeZone: value("timeZone"),
    kinds: kinds === undefined ? stored.kinds : (kinds.split(" ").filter(Boolean) as AlertKind[]),
  }
}

function storedValues({ kind, name, to, severity, project, quietHours, kinds }: ShownChannel): TypedChannel {
  const { from, to: until, timeZone } = quietHours ?? { from: "", to: "", timeZone: "" }
  return {
    kind,
    name,
    where: to.join(", "),
    severity,
    project: project?.slug ?? "",
    from,
    to: until,
    timeZone,
    kinds,
  }
}

export function readTypedChannel(form: FormData, before: ChannelKind): TypedChannel {
  const text = (name: string) => formText(form, name).trim()
  return {
    kind: (text("kind") || before) as ChannelKind,
    name: text("name"),
    where: text("where"),
    severity: text("severity") as AlertSeverity,
    project: text("project"),
    from: text("from"),
    to: text("to"),
    timeZone: text("timeZone"),
    kinds: form.getAll("kinds").map(String) as AlertKind[],
  }
}

export function channelSentence(
  typed: TypedChannel,
  projects: readonly { readonly slug: string; readonly name: string }[],
): string {
  const { severity, kinds, project, from, to, timeZone } = typed
  return channelCoverageWords({
    severity,
    kinds,
    project: projects.find((one) => one.slug === project)?.name ?? null,
    quietHours: from && to ? { from, to, timeZone: timeZone || "UTC" } : null,
  })
}

type Problems = Readonly<Partial<Record<"name" | "where" | "from" | "to" | "timeZone", string>>>

/** Returns the errors of the form by field. Empty fields are not errors yet. */
export function problemsOf({
  kind,
  where,
  from,
  to,
  timeZone,
}: Pick<TypedChannel, "kind" | "where" | "from" | "to" | "timeZone">): Problems {
  const problems: Record<string, string> = {}
  const problem = kind === "email" ? problemOfAddresses(addressesIn(where)) : problemOfUrl(where)
  const address = where === "" ? null : problem
  if (address !== null) problems.where = capitalize(address)
  if (from !== "" && to === from) problems.to = "Enter an end time that differs from the start time"
  if (timeZone !== "" && !isTimeZone(timeZone))
    problems.timeZone = "Enter a valid time zone, such as Europe/Berlin"
  return problems
}

/** Returns the typed addresses, separated by commas, semicolons or spaces. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
