import { PageTop } from "@/components/ui/page-top"
import { Tabs } from "@/components/ui/tabs"
import { changedQuery } from "@/components/data/update-query"
import { VisibleText } from "../../text/visible-text"

export const FILE_VIEWS = ["read", "raw", "history", "blame", "compare", "entry", "about"] as const
export type FileView = (typeof FILE_VIEWS)[number]

export function readFileView(query: URLSearchParams): FileView {
  const view = query.get("view")
  return FILE_VIEWS.find((one) => one === view) ?? "read"
}

interface FileTopProps {
  path: string
  query: URLSearchParams
  view: FileView
  revisions: number
}

/** Query parameters that only one view uses. They are cleared when the view changes. */
const FORGOTTEN = { revision: null, before: null, left: null, right: null, entry: null }

/**
 * The path and the view tabs of a file. The end of a long path stays visible, because it identifies the file.
 */
export function FileTop({ path, query, view, revisions }: FileTopProps) {
  const end = path.lastIndexOf("/") + 1
  const at = path.lastIndexOf("/", end - 2) + 1
  const hrefFor = (to: string | null) => changedQuery(query, { view: to, ...FORGOTTEN })
  return (
    <PageTop
      title={
        <span className="flex min-w-0 md:max-w-36 lg:max-w-64 xl:max-w-128 2xl:max-w-190" title={path}>
          <span className="shrink-99 truncate font-normal text-ink-3">
            <VisibleText text={path.slice(0, at)} />
          </span>
          <span className="truncate">
            <VisibleText text={path.slice(at, end)} />
          </span>
          <span className="max-w-full shrink-0 truncate">
            <VisibleText text={path.slice(end)} />
          </span>
        </span>
      }
      tabs={
        <Tabs
          label="File views"
          tabs={[
            { label: "Formatted", href: hrefFor(null), current: view === "read" },
            { label: "Raw", href: hrefFor("raw"), current: view === "raw" },
            {
              label: "History",
              href: hrefFor("history"),
              count: revisions,
              current: view === "history" || view === "compare" || view === "entry",
            },
            { label: "Blame", href: hrefFor("blame"), current: view === "blame" },
            ...(view === "about" ? [{ label: "About", href: hrefFor("about"), current: true }] : []),
          ]}
        />
      }
    />
  )
}
