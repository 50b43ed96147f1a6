import { DrawnText } from "@/components/text/drawn-text"
import { Kbd } from "@/components/ui/kbd"
import type { Cure } from "./alert-types"
import { capitalize } from "@/lib/memory/text/sentence"

interface CureChoiceProps {
  cure: Cure
  number: string
  chosen: boolean
  onChoose: () => void
}

/** A suggested fix with its effect. */
export function CureChoice({ cure, number, chosen, onChoose }: CureChoiceProps) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-2 rounded-md border px-2.5 py-1.5 ${chosen ? "border-accent bg-accent-wash" : "border-line hover:bg-raised"}`}
    >
      <input
        type="radio"
        name="cure"
        data-first={chosen || undefined}
        checked={chosen}
        onChange={onChoose}
        className="mt-0.75 size-3.5 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {cure.label}
        <span className="block text-sm text-ink-2">
          <DrawnText text={`${capitalize(cure.consequence)}.`} />
        </span>
      </span>
      <Kbd hidden>{number}</Kbd>
    </label>
  )
}
