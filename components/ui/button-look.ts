export type ButtonVariant = "primary" | "default" | "quiet" | "danger"

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent/90",
  default: "border-line-strong bg-surface text-ink hover:bg-raised",
  quiet: "border-transparent text-ink-2 hover:bg-raised hover:text-ink",
  danger: "border-line-strong bg-surface text-danger hover:border-transparent hover:bg-danger-wash",
}

const SIZES = { sm: "h-7 px-2 text-sm", md: "h-8 px-2.75 text-base" }

/** Returns the classes of a button, for elements that are neither `Button` nor `ButtonLink`. */
export function buttonLook(variant: ButtonVariant, size: "sm" | "md" = "md"): string {
  return `inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-55 ${SIZES[size]} ${VARIANTS[variant]}`
}
