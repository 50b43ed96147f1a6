import type { OutputOf } from "@/lib/http/contract"

export interface NamedSlug {
  slug: string
  name: string
}

/** An agent in the fleet, as `showFleet` returns it. */
export type FleetAgent = OutputOf<"fleet.show">["agents"][number]

export type FleetCategory = OutputOf<"fleet.show">["categories"][number]
