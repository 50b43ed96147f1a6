"use client"

import { Failure } from "@/components/ui/failure"

export default function FlowError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="What came in and went out" />
}
