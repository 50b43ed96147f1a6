"use client"

import { Failure } from "@/components/ui/failure"

export default function ContextError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The context" />
}
