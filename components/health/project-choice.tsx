"use client"

import type { ReactNode } from "react"
import { Download } from "lucide-react"
import { usePathname, useRouter } from "next/navigation"
import { buttonLook } from "@/components/ui/button-look"
import { Select } from "@/components/ui/field"

interface ProjectChoiceProps {
  projects: readonly { readonly slug: string; readonly name: string }[]
  current: string | null
  said: ReactNode
}

/** The project filter, kept in the URL. Without JavaScript, a button submits the form. */
export function ProjectChoice({ projects, current, said }: ProjectChoiceProps) {
  const router = useRouter()
  const path = usePathname()
  const query = (project: string | null) => (project ? `?project=${encodeURIComponent(project)}` : "")
  return (
    <search>
      <form className="flex flex-wrap items-center gap-2">
        {projects.length > 1 || current !== null ? (
          <Select
            name="project"
            aria-label="Project"
            value={current ?? ""}
            onChange={(event) => router.push(`${path}${query(event.target.value)}`)}
            className="max-w-44 text-ink-2"
          >
            <option value="">All projects</option>
            {projects.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        <noscript>
          <button type="submit" className={buttonLook("default", "sm")}>
            Apply
          </button>
        </noscript>
        <span className="ml-auto flex items-center gap-3 text-sm text-ink-3">
          <output className="tabular-nums">{said}</output>
          <a
            href={`${path}/csv${query(current)}`}
            className="flex items-center gap-1 hover:text-ink"
            download
          >
            <Download className="icon" aria-hidden />
            Download trends (CSV)
          </a>
        </span>
      </form>
    </search>
  )
}
