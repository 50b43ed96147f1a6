import { TableSkeleton } from "@/components/ui/skeleton"

export default function CategoryLoading() {
  return <TableSkeleton title="Category" what="the category" rows={10} />
}
