"use client"

import { useParams, usePathname, useSearchParams } from "next/navigation"
import { pageOfPath, type PageSegment, placeOfPath, type RailSegment } from "./navigation"

/**
 * Returns the team and project in the URL, the rail entry of the page, and the page if it is in the
 * navigation.
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
