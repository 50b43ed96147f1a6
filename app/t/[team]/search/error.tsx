"use client"

import { Failure } from "@/components/ui/failure"

export default function SearchError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The search results" />
}
