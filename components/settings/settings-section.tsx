import type { ReactNode } from "react"
import { DocsLink } from "@/components/ui/page-top"

/** A section of a settings page, with a heading and a description. */
export function SettingsSection({
  title,
  about,
  guide,
  children,
}: {
  title: string
  about?: ReactNode
  /** Slug of the guide for this section, with an optional anchor. */
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
