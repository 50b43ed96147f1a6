"use client"

import { Failure } from "@/components/ui/failure"

export default function HealthError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="Health" />
}
