import { Link } from "@/components/ui/link"
import { Tag } from "@/components/ui/tag"

/** Marks an entry that was already proposed, with a link to its proposal in the inbox. */
export function WaitingLink({ team, proposal }: { team: string; proposal: string }) {
  return (
    <>
      <Tag tone="caution">waiting</Tag>
      <Link href={`/t/${team}/inbox?item=${proposal}`} className="text-link">
        View proposal
      </Link>
    </>
  )
}
