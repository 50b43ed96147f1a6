"use client"

import { CircleAlert } from "lucide-react"
import { useEffect } from "react"
import { Button, ButtonLink } from "./button"
import { Empty } from "./empty"

interface FailureProps {
  error: unknown
  retry: () => void
  /** What could not be shown: "The fleet". */
  what?: string
}

/** What an `error.tsx` shows: what failed, what was not harmed, and the way on. */
export function Failure({ error, retry, what = "This page" }: FailureProps) {
  useEffect(() => console.error(error), [error])
  const mark = error instanceof Error && "digest" in error ? String(error.digest) : null
  return (
    <Empty
      as="h1"
      icon={<CircleAlert className="icon-lg" aria-hidden />}
      title={`${what} could not be shown`}
      action={
        <>
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
          <ButtonLink href="/">Go to the inbox</ButtonLink>
        </>
      }
    >
      Nothing was changed.{" "}
      {mark ? (
        <>
          If it happens again, look for <code className="font-mono">{mark}</code> in the server’s log.
        </>
      ) : (
        "If it happens again, the server’s log says why."
      )}
    </Empty>
  )
}
