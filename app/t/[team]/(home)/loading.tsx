import { PageTop } from "@/components/ui/page-top"
import { WithAside } from "@/components/ui/panel"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function HomeLoading() {
  return (
    <>
      <PageTop title="Home" />
      <WithAside aside={<Skeleton className="h-60" />}>
        <Loading what="the home page" />
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <Skeleton className="h-60" />
          <Skeleton className="h-60" />
          <Skeleton className="h-60" />
          <Skeleton className="h-60" />
        </div>
        <SkeletonRows rows={8} />
      </WithAside>
    </>
  )
}
