"use client"

import { Failure } from "@/components/ui/failure"

export default function SeedError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="Seeding" />
}
