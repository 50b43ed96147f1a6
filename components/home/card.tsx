import type { ReactNode } from "react"
import { Link } from "@/components/ui/link"

interface CardProps {
  id?: string
  title: string
  /** A link to the details. */
  more?: { readonly href: string; readonly label: string }
  children: ReactNode
}

/** A card on Home: a heading, a link to the details, and the content. */
export function Card({ id, title, more, children }: CardProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="flex min-w-0 scroll-mt-16 flex-col rounded-lg border border-line bg-surface"
    >
      <div className="flex items-baseline justify-between gap-3 px-4 pt-3">
        <h2>{title}</h2>
        {more ? (
          <Link href={more.href} className="text-sm text-link">
            {more.label}
          </Link>
        ) : null}
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pt-2 pb-4">{children}</div>
    </section>
  )
}
