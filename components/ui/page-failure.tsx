"use client"

import { useEffect, useEffectEvent } from "react"
import { buttonLook } from "./button-look"
import { Empty, HomeLink } from "./empty"

interface FailureProps {
  error: unknown
  retry: () => void
}

/** The digest that lib/db/infra/database-unavailable.ts gives to errors of a database that cannot answer. */
const DATABASE_UNAVAILABLE = "DATABASE_UNAVAILABLE"

/** The content of an `error.tsx`, loaded by `LazyFailure`: what failed, what was not changed, and the next step. */
export function Failure({ error, retry }: FailureProps) {
  useEffect(() => console.error(error), [error])
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null
  return digest === DATABASE_UNAVAILABLE ? (
    <DatabaseUnavailable error={error} retry={retry} />
  ) : (
    <Empty as="h1" title="This page could not be loaded" action={<NextSteps retry={retry} />}>
      Nothing was changed.{" "}
      {digest ? (
        <>
          If this happens again, look for <code className="font-mono">{digest}</code> in the server log.
        </>
      ) : (
        "If this happens again, check the server log."
      )}
    </Empty>
  )
}

/** Reloads the page as soon as the database is available. */
function DatabaseUnavailable({ error, retry }: Pick<FailureProps, "error" | "retry">) {
  const tryAgain = useEffectEvent(retry)
  useEffect(() => onceReady(() => tryAgain()), [error])
  return (
    <Empty as="h1" title="Database unavailable. Retrying…" action={<NextSteps retry={retry} />}>
      <output>Nothing was changed. This page reloads automatically when the database is available.</output>
    </Empty>
  )
}

const FIRST_MS = 1_000
const LONGEST_MS = 10_000

/** Polls readiness at growing intervals and calls `ready` once. Returns a function that stops polling. */
function onceReady(ready: () => void): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout>
  const ask = async (wait: number) => {
    const response = await fetch("/api/health/ready", { cache: "no-store" }).catch(() => null)
    if (stopped) return
    if (response?.ok) return ready()
    timer = setTimeout(() => void ask(Math.min(wait * 1.5, LONGEST_MS)), wait)
  }
  timer = setTimeout(() => void ask(FIRST_MS), FIRST_MS)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

function NextSteps({ retry }: Pick<FailureProps, "retry">) {
  return (
    <>
      <button type="button" className={buttonLook("primary")} onClick={retry}>
        Try again
      </button>
      <HomeLink />
    </>
  )
}
