"use client"

import { Link } from "@/components/ui/link"
import { type Ref, useImperativeHandle, useRef } from "react"
import { Box } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import type { Steps } from "./file-list"
import type { MigratedFile } from "./migration-types"
import { BECOMES, becameOf } from "./migration-text"

/** The changed files, each with a link. */
export function WrittenFiles({
  team,
  writes,
  ref,
}: {
  team: string
  writes: readonly MigratedFile[]
  ref?: Ref<Steps>
}) {
  const links = useRef(new Map<number, HTMLAnchorElement>())
  useImperativeHandle(ref, () => ({
    step(by) {
      const at = [...links.current].find(([, link]) => link === document.activeElement)?.[0]
      links.current.get(at === undefined ? 0 : at + by)?.focus()
    },
  }))
  return (
    <Box>
      <ul aria-label="Files">
        {writes.map((one, place) => {
          const { tone, words } = BECOMES[becameOf(one)]
          return (
            <li
              key={one.file}
              className="flex min-h-8.5 flex-wrap items-center gap-x-2.5 gap-y-0.5 border-t border-line px-3 py-1 first:border-t-0 has-focus-visible:bg-accent-wash"
            >
              <Link
                href={`/t/${team}/memory/${one.file}`}
                className="min-w-0 text-link wrap-anywhere"
                ref={(link) => void (link ? links.current.set(place, link) : links.current.delete(place))}
              >
                {one.path}
              </Link>
              <Tag tone={tone}>{words}</Tag>
              <span className="ml-auto text-sm text-ink-2 tabular-nums">
                {one.revision === null ? "" : `revision ${one.revision}`}
              </span>
            </li>
          )
        })}
      </ul>
    </Box>
  )
}
