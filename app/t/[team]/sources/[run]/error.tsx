"use client"

import { Failure } from "@/components/ui/failure"

export default function RunError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The import" />
}
