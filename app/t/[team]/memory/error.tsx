"use client"

import { Failure } from "@/components/ui/failure"

export default function MemoryError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The list of memory files" />
}
