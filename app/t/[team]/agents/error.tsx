"use client"

import { Failure } from "@/components/ui/failure"

export default function FleetError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="Agents" />
}
