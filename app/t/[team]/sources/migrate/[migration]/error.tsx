"use client"

import { Failure } from "@/components/ui/failure"

export default function MigrationError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The migration" />
}
