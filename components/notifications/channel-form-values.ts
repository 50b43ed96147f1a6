import { ownValue } from "@/lib/memory/text/own-value"
import { formText } from "@/components/data/form-state"
import type { AlertKind, AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { ChannelKind } from "@/lib/memory/notifications/channel-addresses"
import { type ShownChannel, channelCoverageWords } from "./channel-text"

/** The values of the form as text. */
export interface TypedChannel {
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
