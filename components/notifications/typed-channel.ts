import { ownValue } from "@/lib/memory/text/own-value"
import { textOf } from "@/components/data/form-state"
import type { AlertKind, AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { ChannelKind } from "@/lib/memory/notifications/channel"
import { type ShownChannel, toldWords } from "./notification-text"

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

export function startOf(
  channel: ShownChannel | null,
  values: Readonly<Record<string, string>>,
): TypedChannel {
  const value = (name: string, otherwise: string) => ownValue(values, name) ?? otherwise
  return {
    kind: value("kind", channel?.kind ?? "webhook") as ChannelKind,
    name: value("name", channel?.name ?? ""),
    where: value("where", channel?.to.join(", ") ?? ""),
    severity: value("severity", channel?.severity ?? "warning") as AlertSeverity,
    project: value("project", channel?.project?.slug ?? ""),
    from: value("from", channel?.quietHours?.from ?? ""),
    to: value("to", channel?.quietHours?.to ?? ""),
    timeZone: value("timeZone", channel?.quietHours?.timeZone ?? ""),
    kinds: value("kinds", channel?.kinds.join(" ") ?? "")
      .split(" ")
      .filter(Boolean) as AlertKind[],
  }
}

export function readTyped(form: FormData, before: ChannelKind): TypedChannel {
  const text = (name: string) => textOf(form, name).trim()
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

export function sentenceOf(
  typed: TypedChannel,
  projects: readonly { readonly slug: string; readonly name: string }[],
): string {
  const { severity, kinds, project, from, to, timeZone } = typed
  return toldWords({
    severity,
    kinds,
    project: projects.find((one) => one.slug === project)?.name ?? null,
    quietHours: from && to ? { from, to, timeZone: timeZone || "UTC" } : null,
  })
}
