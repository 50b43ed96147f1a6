"use client"

import { Failure } from "@/components/ui/page-failure"

export default function TeamPageError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} />
}
