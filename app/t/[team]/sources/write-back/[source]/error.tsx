"use client"

import { Failure } from "@/components/ui/failure"

export default function WriteBackError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The changes for this source" />
}
