"use client"

import { useParams, usePathname, useSearchParams } from "next/navigation"
import { pageOfPath, type PageSegment, placeOfPath, type RailSegment } from "./navigation"

/**
 * Returns the team and project in the URL, the place of the page in the rail, and its segment. `place` and
 * `page` are null if the page is not in the navigation.
 */
export function useCurrentPage(): {
  team: string
  project: string | null
  place: RailSegment | null
  page: PageSegment | null
} {
  const { team } = useParams<{ team: string }>()
  const project = useSearchParams().get("project")
  const path = usePathname().split("/").slice(3).join("/")
  return { team, project, place: placeOfPath(path), page: pageOfPath(path) }
}
