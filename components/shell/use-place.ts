"use client"

import { useParams, usePathname, useSearchParams } from "next/navigation"
import { FLEET_VIEWS, type FleetView, PLACES, type Segment } from "./places"

/** Where the reader is: team and project from the URL, the page of the rail that it belongs to, and the page itself where that is a view of the fleet. */
export function usePlace(): { team: string; project: string | null; segment: Segment | null; page: Segment | FleetView | null } {
  const { team } = useParams<{ team: string }>()
  const project = useSearchParams().get("project")
  const first = usePathname().split("/")[3]
  const view = FLEET_VIEWS.find((one) => one.segment === first)?.segment ?? null
  // A category is a view of the fleet too, and it is of no project.
  const segment = PLACES.find((place) => place.segment === (view !== null || first === "category" ? "fleet" : first))?.segment ?? null
  return { team, project, segment, page: view ?? segment }
}
