import { Link } from "@/components/ui/link"
import { consolidationPath } from "./consolidation"

interface ConsolidateLinkProps {
  team: string
  category: { slug: string; name: string }
  project?: string | null
}

/** From the proposals of a category to all of them in one view. */
export function ConsolidateLink({ team, category, project = null }: ConsolidateLinkProps) {
  return (
    <Link href={consolidationPath(team, category.slug, project)} className="text-link">
      Consolidate<span className="sr-only"> {category.name}</span>
    </Link>
  )
}
