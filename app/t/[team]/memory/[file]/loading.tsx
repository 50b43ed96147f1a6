import { PageSkeleton, Skeleton } from "@/components/ui/skeleton"

const WIDTHS = ["w-1/3", "w-3/4", "w-2/3", "w-5/6", "w-1/2", "w-3/5"]

export default function MemoryFileLoading() {
  return (
    <PageSkeleton title="Memory file" what="the memory file">
      {Array.from({ length: 24 }, (_, line) => (
        <Skeleton key={line} className={`h-3 ${WIDTHS[line % WIDTHS.length]}`} />
      ))}
    </PageSkeleton>
  )
}
