"use client"

import { LazyFailure } from "@/components/ui/lazy-failure"

export default function TeamPageError(props: { error: unknown; retry: () => void }) {
  return <LazyFailure {...props} />
}
