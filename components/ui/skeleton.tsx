import type { ReactNode } from "react"
import { PageTop } from "./page-top"

/** A placeholder for loading content. Give it the size of the content, so that nothing shifts. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return (
    <span aria-hidden className={`block animate-breathe rounded-md bg-raised shadow-hairline ${className}`} />
  )
}

/** Placeholder rows of a loading table. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-hidden className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-8.5 items-center gap-6 border-b border-line px-3 last:border-b-0">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-1.5 w-33" />
          <Skeleton className="ml-auto h-3 w-24" />
        </div>
      ))}
    </div>
  )
}

/** Announces to screen readers that content is loading. */
export function Loading({ what }: { what: string }) {
  return <output className="sr-only">Loading {what}…</output>
}

interface PageSkeletonProps {
  /** The h1 of the page, or of its section. */
  title: string
  /** Name of the loading content for screen readers, such as "agents". */
  what: string
}

/** Placeholder of a page whose content scrolls with it. */
export function PageSkeleton({ title, what, children }: PageSkeletonProps & { children: ReactNode }) {
  return (
    <>
      <PageTop title={title} />
      <div className="grid gap-4 p-4">
        <Loading what={what} />
        {children}
      </div>
    </>
  )
}

/** Placeholder of a page of figures above a table. */
export function TableSkeleton({ rows, ...page }: PageSkeletonProps & { rows: number }) {
  return (
    <PageSkeleton {...page}>
      <Skeleton className="h-8 w-96 max-w-full" />
      <SkeletonRows rows={rows} />
    </PageSkeleton>
  )
}

/** Placeholder of a page as high as the window: a document beside its details. */
export function DocumentSkeleton({ title, what }: PageSkeletonProps) {
  return (
    <div className="flex flex-col max-lg:min-h-full lg:h-page">
      <PageTop title={title} />
      <Loading what={what} />
      <div className="min-h-0 flex-1 bg-surface lg:flex">
        <div className="grid min-w-0 flex-1 content-start gap-3.5 px-4 py-5 md:px-7">
          <Skeleton className="h-4 w-80 max-w-full" />
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} className="h-12" />
          ))}
        </div>
        <div className="grid shrink-0 content-start gap-4 border-line px-5 py-4 max-lg:hidden lg:w-88 lg:border-l xl:w-112">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      </div>
    </div>
  )
}
