"use client"

import { Failure } from "@/components/ui/page-failure"

export default function PageError(props: { error: unknown; retry: () => void }) {
  return (
    <main>
      <Failure {...props} />
    </main>
  )
}
