"use client"

import { useParams, usePathname, useSearchParams } from "next/navigation"
import { FLEET_VIEWS, type FleetView, PLACES, type Segment } from "./places"

/** Where the reader is: team and project from the URL, the page of the rail that it belongs to, and the page itself where that is a view of the fleet. */
export function usePlace(): {
  team: string
  project: string | null
  segment: Segment | null
  page: Segment | FleetView | null
} {
  const { team } = useParams<{ team: string }>()
  const asked = useSearchParams().get("project")
  const [first = "", second] = usePathname().split("/").slice(3)
  const project = first === "project" && second !== undefined ? decodeURIComponent(second) : asked
  const view =
    FLEET_VIEWS.find((one) => one.segment === first || one.segment === `${first}/${second}`)?.segment ?? null
  // Categories, projects and the team as a whole are views of the fleet too.
  const segment =
    PLACES.find((place) => place.segment === (view !== null || WHOLES.includes(first) ? "fleet" : first))
      ?.segment ?? null
  return { team, project, segment, page: view ?? segment }
}

const WHOLES = ["category", "project", "team"]
