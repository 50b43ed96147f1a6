"use client"

import { Failure } from "@/components/ui/failure"

export default function HeartbeatError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The instance page" />
}
