import { PageTop } from "@/components/ui/page-top"
import { WithAside } from "@/components/ui/panel"
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/skeleton"

export default function ProjectLoading() {
  return (
    <>
      <PageTop title="Project" />
      <WithAside aside={<Skeleton className="h-60" />}>
        <Loading what="the project" />
        <Skeleton className="h-17" />
        <SkeletonRows rows={3} />
        <SkeletonRows rows={8} />
      </WithAside>
    </>
  )
}
