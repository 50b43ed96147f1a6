"use client"

import { Failure } from "@/components/ui/failure"

export default function ProjectError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} what="The project" />
}
