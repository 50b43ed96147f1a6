"use client"

import { lazy, Suspense } from "react"
import type { Failure } from "./page-failure"

const PlainFailure: typeof Failure = () => <h1>This page could not be loaded. Reload it.</h1>

const LoadedFailure = lazy(() =>
  import("./page-failure").then(
    (one) => ({ default: one.Failure }),
    () => ({ default: PlainFailure }),
  ),
)

/** `Failure`, loaded with the first error, because every page has an `error.tsx` and most never show it. */
export function LazyFailure(props: Parameters<typeof Failure>[0]) {
  return (
    <Suspense>
      <LoadedFailure {...props} />
    </Suspense>
  )
}
