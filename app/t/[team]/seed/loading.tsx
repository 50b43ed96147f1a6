import { TableSkeleton } from "@/components/ui/skeleton"

export default function SeedLoading() {
  return <TableSkeleton title="Seed" what="seed plans" rows={8} />
}
