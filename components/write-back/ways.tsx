import { Tabs } from "@/components/ui/tabs"
import { groupBy } from "@/lib/memory/text/group"
import { type Preview, writeBackPath } from "./write-back-types"
import { WAY_NAMES } from "./write-back-text"

/** How the files can get there: those that are open to choose from, and why the others are closed. */
export function Ways({ preview }: { preview: Preview }) {
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
        label="Ways to write back"
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
