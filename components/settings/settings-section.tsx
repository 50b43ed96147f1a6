import type { ReactNode } from "react"

/** A headed part of a settings page: what it is in a sentence, then the thing itself. */
export function SettingsSection({
  title,
  about,
  children,
}: {
  title: string
  about?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="grid gap-2.5">
      <div>
        <h2>{title}</h2>
        {about ? <p className="text-ink-2">{about}</p> : null}
      </div>
      {children}
    </section>
  )
}
