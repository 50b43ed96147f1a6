import { Sparkles } from "lucide-react"
import { ListLink } from "@/components/shell/list-link"
import { Empty } from "@/components/ui/empty"

export default function NoSynthesis() {
  return (
    <Empty
      as="h1"
      icon={<Sparkles className="icon-lg" aria-hidden />}
      title="Brief or orientation not found"
      action={<ListLink to="coach">Go to Coach</ListLink>}
    >
      The link may be incomplete, or you may not be a member of this team.
    </Empty>
  )
}
