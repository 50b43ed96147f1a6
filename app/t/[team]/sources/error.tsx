"use client"

import { Failure } from "@/components/ui/failure"

export default function SourcesError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The list of sources" />
}
