"use client"

import { Failure } from "@/components/ui/failure"

export default function WriteBackError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="What waits for the source" />
}
