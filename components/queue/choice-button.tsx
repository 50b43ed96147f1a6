import { VisibleText } from "@/components/text/visible-text"
import { buttonLook } from "@/components/ui/button-look"
import { Kbd } from "@/components/ui/kbd"

interface ChoiceButtonProps {
  number: string
  /** True if the button takes the focus when the panel opens. */
  first: boolean
  disabled: boolean
  onClick: () => void
  children: string
}

/** A button that decides immediately, also by its digit key. Long labels wrap. */
export function ChoiceButton({ number, first, disabled, onClick, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      data-first={first || undefined}
      aria-keyshortcuts={number}
      disabled={disabled}
      onClick={onClick}
      className={`${buttonLook("default")} h-auto! min-h-8 shrink! py-1 text-left whitespace-normal!`}
    >
      <Kbd hidden>{number}</Kbd>
      <span className="wrap-anywhere">
        <VisibleText text={children} />
      </span>
    </button>
  )
}
