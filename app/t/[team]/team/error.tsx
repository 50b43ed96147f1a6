"use client"

import { Failure } from "@/components/ui/failure"

export default function TeamError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The team" />
}
