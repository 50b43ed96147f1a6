"use client"

import { LazyFailure } from "@/components/ui/lazy-failure"

export default function PageError(props: { error: unknown; retry: () => void }) {
  return (
    <main>
      <LazyFailure {...props} />
    </main>
  )
}
