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
