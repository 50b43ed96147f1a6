import type { ComponentProps, ReactNode } from "react"

/** A framed surface: what a table, a diff or a list stands in. */
export function Box({ className = "", ...rest }: ComponentProps<"div">) {
  return <div className={`rounded-lg border border-line bg-surface ${className}`} {...rest} />
}

/** A table in its frame. Wide ones scroll inside it, words that are only heard among them; the frame then takes focus, so give it a `label`. */
export function Table({
  label,
  children,
  className = "",
  ...rest
}: { label: string; children: ReactNode } & ComponentProps<"table">) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className={`w-full border-separate border-spacing-0 ${className}`} {...rest}>
        {children}
      </table>
    </section>
  )
}

interface CellLook {
  /** Figures: right-aligned, digits of one width. */
  numeric?: boolean
}

export function Th({ numeric, className = "", scope = "col", ...rest }: CellLook & ComponentProps<"th">) {
  return (
    <th
      scope={scope}
      className={`h-8 px-3 text-sm font-medium whitespace-nowrap text-ink-3 ${numeric ? "text-right" : "text-left"} ${className}`}
      {...rest}
    />
  )
}

/** Heads the column of what can be done with a row: heard, not seen. */
export function ActionsTh() {
  return (
    <Th className="relative">
      <span className="sr-only">Actions</span>
    </Th>
  )
}

/** Each row draws the line above itself; rows are 34 px high. */
export function Td({ numeric, className = "", ...rest }: CellLook & ComponentProps<"td">) {
  return (
    <td
      className={`h-8.5 border-t border-line px-3 whitespace-nowrap ${numeric ? "text-right tabular-nums" : ""} ${className}`}
      {...rest}
    />
  )
}
