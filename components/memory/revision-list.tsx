import Link from "next/link"
import { describeAge } from "@/components/ui/age"
import { DrawnText } from "./drawn-text"

export interface RevisionLine {
  number: number
  by: string
  byKind: string
  reason: string
  /** ISO instant. */
  createdAt: string
}

interface RevisionListProps {
  revisions: readonly RevisionLine[]
  shown: number
  hrefFor: (revision: number) => string
  /** ISO date. */
  today: string
}

/** The revisions of a file, the newest first: who, when and why. */
export function RevisionList({ revisions, shown, hrefFor, today }: RevisionListProps) {
  return (
    <ol aria-label="Revisions" className="py-2">
      {revisions.map((one) => (
        <li key={one.number}>
          <Link
            href={hrefFor(one.number)}
            scroll={false}
            aria-current={one.number === shown ? "true" : undefined}
            className="grid gap-0.5 border-l-2 border-transparent px-4 py-2 hover:bg-raised current:border-accent current:bg-accent-wash"
          >
            <span className="flex gap-2">
              <span className="font-medium tabular-nums">Revision {one.number}</span>
              <time dateTime={one.createdAt} title={describeInstant(one.createdAt)} className="ml-auto text-sm text-ink-2">
                {describeAge(one.createdAt, today)}
              </time>
            </span>
            <span className="text-ink-2 wrap-anywhere">
              <DrawnText text={one.reason} />
            </span>
            <span className="text-sm text-ink-2">{describeWho(one)}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

export function describeWho({ by, byKind }: Pick<RevisionLine, "by" | "byKind">): string {
  return byKind === "token" ? `${by}, by access token` : by
}

/** "2026-11-21 22:14 UTC" */
export function describeInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}
