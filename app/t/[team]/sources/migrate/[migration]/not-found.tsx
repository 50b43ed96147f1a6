import { FolderTree } from "lucide-react"
import { ListLink } from "@/components/shell/list-link"
import { Empty } from "@/components/ui/empty"

export default function NoMigration() {
  return (
    <Empty
      as="h1"
      icon={<FolderTree className="icon-lg" aria-hidden />}
      title="Migration not found"
      action={<ListLink to="sources/migrate">Go to migrations</ListLink>}
    >
      The link may be incomplete, or the migration may belong to a team that you are not a member of.
    </Empty>
  )
}
