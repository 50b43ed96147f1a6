import { PageTop } from "@/components/ui/page-top"
import { Loading, Skeleton } from "@/components/ui/skeleton"

export default function InboxLoading() {
  return (
    <div className="flex flex-col md:h-page">
      <PageTop title="Inbox" />
      <Loading what="the inbox" />
      <div className="min-h-0 flex-1 md:flex">
        <div className="grid content-start gap-5 border-line p-4 md:w-98 md:shrink-0 md:overflow-hidden md:border-r">
          {Array.from({ length: 9 }, (_, row) => (
            <span key={row} className="grid gap-2">
              <Skeleton className="h-3 w-32" />
              <Skeleton className="h-9" />
            </span>
          ))}
        </div>
        <div className="grid flex-1 content-start gap-4 bg-surface px-7 py-5 max-md:hidden">
          <Skeleton className="h-5 w-80" />
          <Skeleton className="h-56" />
          <Skeleton className="h-24" />
        </div>
      </div>
    </div>
  )
}
