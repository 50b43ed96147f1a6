"use client"

import { useParams, usePathname, useSearchParams } from "next/navigation"
import { pageOfPath, type PageSegment, placeOfPath, type RailSegment } from "./places"

/** Where the reader is: team and project by the address, the place of the rail that the page belongs to, and the page where the navigation has it. */
export function usePlace(): {
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
