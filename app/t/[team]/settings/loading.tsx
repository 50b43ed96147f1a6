import { TableSkeleton } from "@/components/ui/skeleton"

export default function SettingsLoading() {
  return <TableSkeleton title="Settings" what="settings" rows={8} />
}
