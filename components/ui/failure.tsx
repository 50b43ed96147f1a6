"use client"

import { useEffect } from "react"
import { buttonLook } from "./button-look"
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
      title={`${what} could not be shown`}
      action={
        <>
          <button type="button" className={buttonLook("primary")} onClick={retry}>
            Try again
          </button>
          {/* A whole new document: whatever went wrong in this one is left behind. */}
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages */}
          <a href="/" className={buttonLook("default")}>
            Go to the inbox
          </a>
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
