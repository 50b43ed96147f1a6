"use client"

import { useSyncExternalStore } from "react"
import { describeMoment, formatInstant, formatUtc, type InstantLook } from "./time-text"

interface InstantProps {
  /** ISO instant. */
  at: string
  /** ISO instant from which the age is calculated. Without it, date and time are shown. */
  now?: string
  look?: InstantLook
  className?: string
}

/**
 * An instant in the time zone of the reader, and in UTC on hover. Before hydration the instant is shown in
 * UTC, marked as UTC.
 */
export function Instant({ at, now, look, className }: InstantProps) {
  const zone = useOwnZone()
  const title =
    zone === null || now === undefined ? formatUtc(at) : `${formatInstant(at, zone)} (${formatUtc(at)})`
  return (
    <time dateTime={at} title={title} className={className}>
      {textOf({ at, now, look, zone })}
    </time>
  )
}

function textOf({
  at,
  now,
  look,
  zone,
}: {
  at: string
  now: string | undefined
  look: InstantLook | undefined
  zone: string | null
}): string {
  if (now !== undefined) return describeMoment(at, now, zone ?? "UTC")
  if (zone !== null) return formatInstant(at, zone, look)
  return look === "day" || look === "time" ? formatInstant(at, "UTC", look) : formatUtc(at, look ?? "minute")
}

/**
 * Hidden field that sends the time zone of the reader with a form. Dates and times of the form are in this
 * time zone. Before hydration the value is UTC.
 */
export function OwnZoneField({ name = "zone" }: { name?: string }) {
  return <input type="hidden" name={name} value={useOwnZone() ?? "UTC"} />
}

const never = () => () => undefined
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the browser’s time zone; null until hydration. */
export const useOwnZone = (): string | null => useSyncExternalStore(never, readZone, () => null)
