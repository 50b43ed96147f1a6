import { TableSkeleton } from "@/components/ui/skeleton"

export default function SearchLoading() {
  return <TableSkeleton title="Search" what="search results" rows={6} />
}
