import { Link } from "@/components/ui/link"
import type { ComponentProps, ReactNode } from "react"
import { type ButtonVariant, buttonLook } from "./button-look"
import { Kbd } from "./kbd"

export type { ButtonVariant }

interface Look {
  variant?: ButtonVariant
  /** Size of the button. `sm` is for tables and beside text. Default: `md`. */
  size?: "sm" | "md"
  /** Shortcut for the same action, as printed on the keyboard: "A". */
  kbd?: string
  children: ReactNode
}

/** A button. Its label names the action, as in "Approve: changes line 94", not "OK". */
export function Button({
  variant = "default",
  size = "md",
  kbd,
  className = "",
  type = "button",
  children,
  ...rest
}: Look & ComponentProps<"button">) {
  return (
    <button
      type={type}
      aria-keyshortcuts={kbd}
      className={`${buttonLook(variant, size)} ${className}`}
      {...rest}
    >
      {children}
      <Key of={kbd} variant={variant} />
    </button>
  )
}

/** A link styled as a button, for navigation. */
export function ButtonLink({
  variant = "default",
  size = "md",
  kbd,
  className = "",
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link aria-keyshortcuts={kbd} className={`${buttonLook(variant, size)} ${className}`} {...rest}>
      {children}
      <Key of={kbd} variant={variant} />
    </Link>
  )
}

/** The key of a button, hidden on narrow screens. */
function Key({ of, variant }: { of: string | undefined; variant: ButtonVariant }) {
  if (!of) return null
  return (
    <span className="max-md:hidden">
      <Kbd hidden look={variant === "primary" ? "on-accent" : "plain"}>
        {of}
      </Kbd>
    </span>
  )
}
