import type { ReactNode } from "react"
import { DocsLink } from "@/components/ui/docs-link"

/** A headed part of a settings page: what it is in a sentence, then the thing itself. */
export function SettingsSection({
  title,
  about,
  guide,
  children,
}: {
  title: string
  about?: ReactNode
  /** Slug of the guide that explains it, with an anchor if needed. */
  guide?: string
  children: ReactNode
}) {
  return (
    <section className="grid gap-2.5">
      <div>
        <div className="flex items-center gap-1">
          <h2>{title}</h2>
          {guide === undefined ? null : <DocsLink to={guide} />}
        </div>
        {about ? <p className="text-ink-2">{about}</p> : null}
      </div>
      {children}
    </section>
  )
}
