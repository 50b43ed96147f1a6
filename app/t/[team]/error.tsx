"use client"

import { Failure } from "@/components/ui/failure"

export default function TeamPageError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} />
}
