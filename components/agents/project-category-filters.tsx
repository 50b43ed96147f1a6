"use client"

import { Download } from "lucide-react"
import { usePathname, useRouter } from "next/navigation"
import type { ReactNode } from "react"
import { buttonLook } from "@/components/ui/button-look"
import { Select } from "@/components/ui/field"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { type NamedSlug, NO_CATEGORY } from "./fleet"

interface PartFiltersProps {
  projects: readonly NamedSlug[]
  categories: readonly NamedSlug[]
  /** True if agents without a category can be selected. */
  loose?: boolean
  /** A short summary of the list. */
  said: string
  /** Additional filters. */
  children?: ReactNode
}

/** Filters by project and category, kept in the URL. Without JavaScript, a button submits the form. */
export function PartFilters({ projects, categories, loose, said, children }: PartFiltersProps) {
  const [query] = useQuery()
  const router = useRouter()
  const path = usePathname()
  const go = (name: string, value: string) =>
    router.push(
      changedQuery(new URLSearchParams(query), { [name]: value, after: null, section: null, open: null }),
    )
  return (
    <search>
      <form className="mb-3 flex flex-wrap items-center gap-2">
        {projects.length > 1 || query.has("project") ? (
          <Select
            name="project"
            aria-label="Project"
            value={query.get("project") ?? ""}
            onChange={(event) => go("project", event.target.value)}
            className="max-w-40 text-ink-2 sm:max-w-44"
          >
            <option value="">All projects</option>
            {projects.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        <Select
          name="category"
          aria-label="Category"
          value={query.get("category") ?? ""}
          onChange={(event) => go("category", event.target.value)}
          className="max-w-40 text-ink-2 sm:max-w-44"
        >
          <option value="">All categories</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
          {loose ? <option value={NO_CATEGORY}>No category</option> : null}
        </Select>
        <noscript>
          <button type="submit" className={buttonLook("default", "sm")}>
            Apply
          </button>
        </noscript>
        {children}
        <span className="ml-auto flex items-center gap-3 text-sm text-ink-3">
          <output className="tabular-nums">{said}</output>
          <a
            href={`${path}/csv${changedQuery(new URLSearchParams(query), { after: null, open: null })}`}
            className="flex items-center gap-1 hover:text-ink"
            download
          >
            <Download className="icon" aria-hidden />
            CSV
          </a>
        </span>
      </form>
    </search>
  )
}
