import { Link } from "@/components/ui/link"
import { consolidationPath } from "./consolidation"

interface ConsolidateLinkProps {
  team: string
  category: { slug: string; name: string }
  project?: string | null
}

/** Link to the page that consolidates the proposals of a category. */
export function ConsolidateLink({ team, category, project = null }: ConsolidateLinkProps) {
  return (
    <Link href={consolidationPath(team, category.slug, project)} className="text-link">
      Consolidate<span className="sr-only"> {category.name}</span>
    </Link>
  )
}
