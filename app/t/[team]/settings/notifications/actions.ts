"use server"

import { forwardForm } from "@/app/forward-form"
import { ownValue } from "@/lib/memory/text/own-value"
import { refresh } from "next/cache"
import { redirect } from "next/navigation"
import type { ChannelState } from "@/components/notifications/channel-form"
import { addressesIn } from "@/components/notifications/channel"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import {
  changeChannelSettings,
  createChannel,
  pauseChannelFor,
  removeChannel,
  replaceChannelKey,
} from "@/lib/operations/notifications/channels"
import { setNotificationMail } from "@/lib/operations/notifications/personal-notifications"
import { retryDelivery, testChannel } from "@/lib/operations/notifications/channel-deliveries"
import { setOwnDigest } from "@/lib/operations/notifications/digests"
import { runOperation } from "@/lib/operations/operation"
import { capitalize } from "@/lib/memory/text/sentence"

/** Adds a channel, or updates the one in the form. */
export async function saveChannel(_: ChannelState, form: FormData): Promise<ChannelState> {
  const text = (name: string) => formText(form, name).trim()
  const [kind, where, channel] = [text("kind"), text("where"), text("channel")]
  const kinds = form.getAll("kinds").map(String)
  const values = {
    ...Object.fromEntries(
      ["kind", "name", "severity", "project", "from", "to", "timeZone"].map((name) => [name, text(name)]),
    ),
    where,
    kinds: kinds.join(" "),
  }
  const address = kind === "email" ? { to: addressesIn(where) } : { url: where }
  const wish = {
    team: text("team"),
    name: text("name"),
    severity: text("severity"),
    kinds,
    project: text("project") || null,
    quietHours: quietHoursOf(form),
    ...(channel && where === "" ? {} : address),
  }
  const actor = await requireActor()
  const saved = channel
    ? await runOperation(changeChannelSettings, actor, { ...wish, channel })
    : await runOperation(createChannel, actor, { ...wish, kind })
  if (!saved.ok) return { ...problemOf(saved.message), values }
  refresh()
  if (channel) return { done: `${text("name")} saved.` }
  const key = "key" in saved.value && typeof saved.value.key === "string" ? { key: saved.value.key } : {}
  return { done: `${text("name")} added. New alerts are sent there from now on.`, ...key }
}

function quietHoursOf(form: FormData): { from: string; to: string; timeZone: string } | null {
  const [from, to] = [formText(form, "from").trim(), formText(form, "to").trim()]
  if (from === "" && to === "") return null
  const timeZone = formText(form, "timeZone").trim() || formText(form, "ownZone").trim() || "UTC"
  return { from, to, timeZone }
}

const FIELDS: Readonly<Record<string, string>> = {
  name: "name",
  url: "where",
  to: "where",
  "quietHours.from": "from",
  "quietHours.to": "to",
  "quietHours.timeZone": "timeZone",
}

/**
 * Returns errors by field, from messages such as "quietHours.to: another time …". A message about another
 * field is returned as the error of the whole form.
 */
function problemOf(message: string): ChannelState {
  const parts = message.split("; ").map((part) => /^([\w.]+?)(?:\.\d+)?: (.*)$/s.exec(part))
  const errors = Object.fromEntries(
    parts.flatMap((part) =>
      part?.[1] !== undefined && ownValue(FIELDS, part[1]) !== undefined
        ? [[ownValue(FIELDS, part[1]) as string, capitalize(part[2] ?? "")]]
        : [],
    ),
  )
  return Object.keys(errors).length === parts.length ? { errors } : { error: message, errors }
}

export async function pauseChannel(_: FormState, form: FormData): Promise<FormState> {
  const paused = await runOperation(pauseChannelFor, await requireActor(), {
    ...placeOf(form),
    paused: formText(form, "paused") !== "",
  })
  refresh()
  return paused.ok ? {} : { error: paused.message }
}

export async function sendTest(_: FormState, form: FormData): Promise<FormState> {
  const tested = await runOperation(testChannel, await requireActor(), placeOf(form))
  if (!tested.ok) return { error: tested.message }
  refresh()
  const { arrived, status, took, error } = tested.value
  if (arrived)
    return {
      done: `Delivered${status === null ? "" : ` (status ${status})`} in ${took.toLocaleString("en")} ms.`,
    }
  return {
    error: `${capitalize(error ?? "the message was not delivered")} (after ${took.toLocaleString("en")} ms).`,
  }
}

export async function replaceKey(_: ChannelState, form: FormData): Promise<ChannelState> {
  const replaced = await runOperation(replaceChannelKey, await requireActor(), placeOf(form))
  return replaced.ok ? { key: replaced.value.key } : { error: replaced.message }
}

export async function removeOne(_: FormState, form: FormData): Promise<FormState> {
  const removed = await runOperation(removeChannel, await requireActor(), placeOf(form))
  if (!removed.ok) return { error: removed.message }
  redirect(`/t/${formText(form, "team")}/settings/notifications`)
}

export const sendAgain = forwardForm(retryDelivery)

export async function saveDigest(_: FormState, form: FormData): Promise<FormState> {
  const [hour, timeZone] = [
    formText(form, "hour"),
    formText(form, "digestZone").trim() || formText(form, "ownZone") || "UTC",
  ]
  const saved = await runOperation(setOwnDigest, await requireActor(), {
    team: formText(form, "team"),
    digest: hour === "" ? null : { hour: Number(hour), timeZone },
  })
  if (!saved.ok) {
    const [, zone] = /^digest\.timeZone: (.*)$/.exec(saved.message) ?? []
    return {
      ...(zone === undefined ? { error: saved.message } : { errors: { timeZone: capitalize(zone) } }),
      values: { hour, timeZone },
    }
  }
  refresh()
  return {
    done:
      saved.value.digest === null
        ? "Digest turned off."
        : `Digest turned on: daily at ${hour.padStart(2, "0")}:00.`,
  }
}

export async function savePersonalMail(_: FormState, form: FormData): Promise<FormState> {
  const enabled = formText(form, "enabled") !== ""
  const saved = await runOperation(setNotificationMail, await requireActor(), {
    team: formText(form, "team"),
    enabled,
  })
  if (!saved.ok) return { error: saved.message }
  refresh()
  return { done: enabled ? "Email notifications turned on." : "Email notifications turned off." }
}

const placeOf = (form: FormData) => ({ team: formText(form, "team"), channel: formText(form, "channel") })
