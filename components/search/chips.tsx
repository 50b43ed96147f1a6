import Link from "next/link"

export interface Chip {
  label: string
  href: string
  hits?: number
  current: boolean
}

/** Filters that one tap sets or takes away. Each is an address. */
export function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  if (chips.length === 0) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1.5">
      <span aria-hidden className="text-sm text-ink-3">
        {label}
      </span>
      {chips.map((chip) => (
        <Link
          key={chip.label}
          href={chip.href}
          prefetch={false}
          scroll={false}
          aria-current={chip.current ? "true" : undefined}
          className="inline-flex h-6 max-w-60 items-center rounded-full border border-line-strong px-2 text-sm text-ink-2 hover:bg-raised hover:text-ink current:border-transparent current:bg-accent-wash current:font-medium current:text-accent"
        >
          <span className="truncate">{chip.label}</span>
          {chip.hits === undefined ? null : <span className="ml-1 text-ink-3 tabular-nums">{chip.hits}</span>}
        </Link>
      ))}
    </nav>
  )
}
