import type { ReactNode } from "react"
import { buttonLook } from "./button-look"

interface EmptyProps {
  /** An icon of class `icon-lg`, `aria-hidden`. */
  icon?: ReactNode
  /** Missing thing, as in "No agents yet". */
  title: string
  /** An explanation in a sentence or two. */
  children?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  /** "h1" if the empty state is the whole page. */
  as?: "h1" | "h2"
}

export function Empty({ icon, title, children, action, as: Heading = "h2" }: EmptyProps) {
  return (
    <div className="mx-auto grid max-w-100 justify-items-center gap-2 px-4 py-16 text-center">
      {icon ? <span className="mb-1 text-ink-3">{icon}</span> : null}
      <Heading className="text-md">{title}</Heading>
      {children ? <div className="text-balance text-ink-2">{children}</div> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}

/** A link that opens Home as a new document, which discards the state of a page that failed. */
export function HomeLink() {
  return (
    // oxlint-disable-next-line nextjs/no-html-link-for-pages -- a new document discards the failed state
    <a href="/" className={buttonLook("default")}>
      Go to home page
    </a>
  )
}
