"use client"

import { Failure } from "@/components/ui/failure"

export default function HistoryError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The write history" />
}
