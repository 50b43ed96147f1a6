"use client"

import { useParams } from "next/navigation"
import type { ReactNode } from "react"
import { ButtonLink } from "@/components/ui/button"

/** A link from a not-found page to a list page of the same team. */
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
