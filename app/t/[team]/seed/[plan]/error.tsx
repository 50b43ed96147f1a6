"use client"

import { Failure } from "@/components/ui/failure"

export default function PlanError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="This plan" />
}
