import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { Brand } from "@/components/shell/brand"
import { buttonLook } from "@/components/ui/button-look"
import { Input } from "@/components/ui/field"

interface GuideLinks {
  readonly title: string
  readonly guides: readonly { readonly slug: string; readonly title: string }[]
}

interface DocsFrameProps {
  groups: readonly GuideLinks[]
  /** Slug of the open guide; null on the start page. */
  open: string | null
  /** Text in the search box. */
  query?: string
  children: ReactNode
}

/** Frame of the guides: search and the list of guides beside the text, or above it on narrow screens. */
export function DocsFrame({ groups, open, query = "", children }: DocsFrameProps) {
  const list = <GuideList groups={groups} open={open} />
  return (
    <div className="lg:flex">
      <header className="border-b border-line lg:sticky lg:top-0 lg:h-dvh lg:w-60 lg:shrink-0 lg:overflow-y-auto lg:border-r lg:border-b-0">
        <div className="grid gap-3 px-4 py-3">
          <Link href="/" className="justify-self-start">
            <Brand />
          </Link>
          <search>
            <form action="/docs" className="flex gap-1.5">
              <Input
                type="search"
                name="q"
                defaultValue={query}
                aria-label="Search the guides"
                placeholder="Search guides"
              />
              <button type="submit" className={buttonLook("default")}>
                Search
              </button>
            </form>
          </search>
          <nav aria-label="Guides" className="hidden lg:block">
            {list}
          </nav>
          <details className="lg:hidden">
            <summary className="cursor-pointer text-ink-2">All guides</summary>
            <nav aria-label="Guides" className="pt-2">
              {list}
            </nav>
          </details>
        </div>
      </header>
      <main className="mx-auto grid w-full max-w-200 min-w-0 grid-cols-1 content-start gap-6 px-4 py-6">
        {children}
      </main>
    </div>
  )
}

function GuideList({ groups, open }: Pick<DocsFrameProps, "groups" | "open">) {
  return (
    <ul className="grid gap-3">
      {groups.map(({ title, guides }) => (
        <li key={title}>
          <p className="px-2 text-sm text-ink-3">{title}</p>
          <ul>
            {guides.map((guide) => (
              <li key={guide.slug}>
                <Link
                  href={`/docs/${guide.slug}`}
                  aria-current={guide.slug === open ? "page" : undefined}
                  className="flex min-h-7 items-center rounded-md px-2 text-ink-2 hover:bg-raised hover:text-ink current:bg-raised current:text-ink"
                >
                  {guide.title}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <Link
          href="/docs/api"
          className="flex min-h-7 items-center rounded-md px-2 text-ink-2 hover:bg-raised hover:text-ink"
        >
          HTTP API
        </Link>
      </li>
    </ul>
  )
}
