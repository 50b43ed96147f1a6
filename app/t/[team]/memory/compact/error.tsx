"use client"

import { Failure } from "@/components/ui/failure"

export default function CompactionError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="Compaction" />
}
