"use client"

import { useParams } from "next/navigation"
import type { ReactNode } from "react"
import { ButtonLink } from "@/components/ui/button"

/** Where a page is not there: leads to the list, of the same team, that names all which are. */
export function ListLink({
  to,
  children,
}: {
  to: "coach" | "memory/compact" | "sources/migrate"
  children: ReactNode
}) {
  const { team } = useParams<{ team: string }>()
  return <ButtonLink href={`/t/${team}/${to}`}>{children}</ButtonLink>
}
