import { FolderTree } from "lucide-react"
import { ListLink } from "@/components/shell/list-link"
import { Empty } from "@/components/ui/empty"

export default function NoMigration() {
  return (
    <Empty
      as="h1"
      icon={<FolderTree className="icon-lg" aria-hidden />}
      title="There is no such migration"
      action={<ListLink to="sources/migrate">Go to migrations</ListLink>}
    >
      The link may be cut off, or it is of a team that you are not in.
    </Empty>
  )
}
