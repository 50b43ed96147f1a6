"use client"

import { useOwnZone } from "./use-own-zone"

/**
 * Hidden field that sends the time zone of the reader with a form. Dates and times of the form are in this
 * time zone. Before hydration the value is UTC.
 */
export function OwnZoneField({ name = "zone" }: { name?: string }) {
  return <input type="hidden" name={name} value={useOwnZone() ?? "UTC"} />
}
