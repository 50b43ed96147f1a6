"use client"

import { Failure } from "@/components/ui/failure"

export default function MigrateError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The memory layouts" />
}
