"use client"

import { lazy, Suspense } from "react"
import { buttonLook } from "./button-look"
import { Empty } from "./empty"
import type { Failure } from "./page-failure"

/** Shown if the script of `Failure` cannot be loaded either. */
const PlainFailure: typeof Failure = () => (
  <Empty
    as="h1"
    title="This page could not be loaded"
    action={
      <button type="button" className={buttonLook("primary")} onClick={() => location.reload()}>
        Reload
      </button>
    }
  >
    Nothing was changed.
  </Empty>
)

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
