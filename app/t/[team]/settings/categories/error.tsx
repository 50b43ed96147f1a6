"use client"

import { Failure } from "@/components/ui/failure"

export default function TaxonomyError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The list of categories" />
}
