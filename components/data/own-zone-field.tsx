"use client"

import { useOwnZone } from "./use-own-zone"

/** Sends the time zone of the reader with a form. Dates and times of the form are in this zone; in UTC until scripts have loaded. */
export function OwnZoneField({ name = "zone" }: { name?: string }) {
  return <input type="hidden" name={name} value={useOwnZone() ?? "UTC"} />
}
