import { Tabs } from "@/components/ui/tabs"
import { groupBy } from "@/lib/memory/text/group"
import { writeBackPath } from "@/components/data/addresses"
import type { WriteBackPreview } from "./write-back-types"
import { WAY_NAMES } from "./write-back-text"

/** The methods of writing back, and why some are not available. */
export function WriteBackMethods({ preview }: { preview: WriteBackPreview }) {
  const here = writeBackPath(preview.team, preview.source.id)
  const closed = [
    ...groupBy(
      preview.ways.filter((one) => one.why !== null),
      (one) => one.why,
    ),
  ]
  return (
    <div className="grid gap-1">
      <Tabs
        label="Write-back method"
        tabs={preview.ways
          .filter((one) => one.why === null)
          .map(({ way }) => ({
            label: WAY_NAMES[way],
            href: `${here}?way=${way}`,
            current: way === preview.way,
          }))}
      />
      {closed.map(([why, ways]) => (
        <p key={why} className="px-2.25 text-sm text-ink-2 wrap-anywhere">
          {ways.map((one) => WAY_NAMES[one.way]).join(" and ")}: {why}.
        </p>
      ))}
    </div>
  )
}
