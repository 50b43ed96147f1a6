import Link from "next/link"
import type { ComponentProps, ReactNode } from "react"
import { Kbd } from "./kbd"

export type ButtonVariant = "primary" | "default" | "quiet" | "danger"

interface Look {
  variant?: ButtonVariant
  /** `sm` stands in tables and beside text; `md` is the rule. */
  size?: "sm" | "md"
  /** The single key that does the same, as it is printed on the keyboard: "A". */
  kbd?: string
  children: ReactNode
}

/** A button says what will happen: "Approve: adds line 94 of 100", not "OK". */
export function Button({ variant = "default", size = "md", kbd, className = "", type = "button", children, ...rest }: Look & ComponentProps<"button">) {
  return (
    <button type={type} aria-keyshortcuts={kbd} className={`${look(variant, size)} ${className}`} {...rest}>
      {children}
      <Key of={kbd} variant={variant} />
    </button>
  )
}

/** A link that looks like a button, for going to another page. */
export function ButtonLink({ variant = "default", size = "md", kbd, className = "", children, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link aria-keyshortcuts={kbd} className={`${look(variant, size)} ${className}`} {...rest}>
      {children}
      <Key of={kbd} variant={variant} />
    </Link>
  )
}

function Key({ of, variant }: { of: string | undefined; variant: ButtonVariant }) {
  if (!of) return null
  return (
    <Kbd hidden look={variant === "primary" ? "on-accent" : "plain"}>
      {of}
    </Kbd>
  )
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent/90",
  default: "border-line-strong bg-surface text-ink hover:bg-raised",
  quiet: "border-transparent text-ink-2 hover:bg-raised hover:text-ink",
  danger: "border-line-strong bg-surface text-danger hover:border-transparent hover:bg-danger-wash",
}

const SIZES = { sm: "h-7 px-2 text-sm", md: "h-8 px-2.75 text-base" }

function look(variant: ButtonVariant, size: "sm" | "md"): string {
  return `inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-55 ${SIZES[size]} ${VARIANTS[variant]}`
}
