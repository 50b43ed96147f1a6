import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { Brand } from "@/components/shell/brand"

interface ApiFrameProps {
  nouns: readonly { readonly name: string; readonly operations: readonly unknown[] }[]
  children: ReactNode
}

/** Frame of the HTTP API pages: the content, and on wide screens the list of resources to the left of it. */
export function ApiFrame({ nouns, children }: ApiFrameProps) {
  return (
    <div className="lg:flex">
      <header className="flex min-h-top items-center border-b border-line px-4 lg:hidden">
        <Link href="/">
          <Brand />
        </Link>
      </header>
      <nav
        aria-label="Resources"
        className="hidden w-52 shrink-0 self-start overflow-y-auto border-r border-line p-4 lg:sticky lg:top-0 lg:block lg:h-dvh"
      >
        <Link href="/" className="mb-4 block">
          <Brand />
        </Link>
        <ul className="grid gap-0.5">
          {nouns.map((noun) => (
            <li key={noun.name}>
              <Link
                href={`/docs/api#noun-${noun.name}`}
                className="flex min-h-6 items-center rounded-md px-2 text-ink-2 hover:bg-raised hover:text-ink"
              >
                {noun.name}
                <span className="ml-auto text-sm text-ink-3 tabular-nums">{noun.operations.length}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main className="mx-auto grid w-full max-w-240 min-w-0 grid-cols-1 content-start gap-6 px-4 py-6">
        {children}
      </main>
    </div>
  )
}
