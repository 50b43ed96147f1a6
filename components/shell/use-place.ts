"use client"

import { useParams, usePathname, useSearchParams } from "next/navigation"
import { PLACES, type Segment } from "./places"

/** Where the reader is: team and project from the URL, and the page of the rail that it belongs to. */
export function usePlace(): { team: string; project: string | null; segment: Segment | null } {
  const { team } = useParams<{ team: string }>()
  const project = useSearchParams().get("project")
  const first = usePathname().split("/")[3]
  // A category is a view of the fleet.
  const segment = PLACES.find((place) => place.segment === (first === "category" ? "fleet" : first))?.segment ?? null
  return { team, project, segment }
}
