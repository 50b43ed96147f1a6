"use client"

import { Failure } from "@/components/ui/failure"

export default function ConsolidateError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The proposals of this category" />
}
