import { TableSkeleton } from "@/components/ui/skeleton"

export default function HealthLoading() {
  return <TableSkeleton title="Health" what="health" rows={8} />
}
