import type { ComponentProps, ReactNode } from "react"

/** A framed box for a table, a diff or a list. */
export function TableBox({ className = "", ...rest }: ComponentProps<"div">) {
  return <div className={`rounded-lg border border-line bg-surface ${className}`} {...rest} />
}

/** A framed table. A wide table scrolls inside its frame, which can take the focus and needs a `label`. */
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
  /** True to align right, with tabular digits in cells. */
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

/** Visually hidden header of the actions column. */
export function ActionsTh() {
  return (
    <Th className="relative">
      <span className="sr-only">Actions</span>
    </Th>
  )
}

/** A cell with a border above. Rows are 34 px high. */
export function Td({ numeric, className = "", ...rest }: CellLook & ComponentProps<"td">) {
  return (
    <td
      className={`h-8.5 border-t border-line px-3 whitespace-nowrap ${numeric ? "text-right tabular-nums" : ""} ${className}`}
      {...rest}
    />
  )
}
