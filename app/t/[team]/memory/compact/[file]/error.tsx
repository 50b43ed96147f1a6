"use client"

import { Failure } from "@/components/ui/failure"

export default function CompactError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The compaction preview" />
}
