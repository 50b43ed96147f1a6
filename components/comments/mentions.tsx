import { Avatar } from "./avatar"

export interface PersonOption {
  /** ID of the person; null: no person. */
  readonly id: string | null
  readonly label: string
  /** Name of the person, if the label contains more than the name. */
  readonly name?: string
  readonly hint?: string
}

interface PersonOptionsProps {
  id: string
  label: string
  options: readonly PersonOption[]
  /** The index of the marked option. */
  marked: number
  className?: string
  onChoose: (option: PersonOption) => void
}

/**
 * A list of people below or above a box that has the focus. The box refers to the list with `aria-controls`.
 */
export function PersonOptions({ id, label, options, marked, className = "", onChoose }: PersonOptionsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- ARIA’s combobox pattern, as the box takes any text
    <div id={id} role="listbox" aria-label={label} className={`overflow-y-auto ${className}`}>
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above; the box handles the keys
        <div
          key={option.id ?? "nobody"}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="option"
          aria-selected={index === marked}
          className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-raised aria-selected:bg-accent-wash"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.id === null ? <span className="size-5" /> : <Avatar name={option.name ?? option.label} />}
          <span className="max-w-3/5 shrink-0 truncate">{option.label}</span>
          {option.hint ? (
            <span className="ml-auto truncate pl-4 text-sm text-ink-3">{option.hint}</span>
          ) : null}
        </div>
      ))}
    </div>
  )
}

/** Returns the marked index after an arrow key; null for other keys. The list wraps around. */
export function markAfter(key: string, marked: number, length: number): number | null {
  if (length === 0) return null
  if (key === "ArrowDown") return (marked + 1) % length
  return key === "ArrowUp" ? (marked + length - 1) % length : null
}

/** The text that a person types after @, with its position. */
export interface MentionQuery {
  /** The index of the @. */
  readonly at: number
  readonly words: string
}

const LONGEST = 40

/** Returns the name that is being typed before the caret; null if none is. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const at = text.lastIndexOf("@", caret - 1)
  if (at === -1 || caret - at > LONGEST) return null
  if (at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? "")) return null
  const words = text.slice(at + 1, caret)
  return words.includes("\n") ? null : { at, words: words.toLowerCase() }
}

/** True if the label, or one of its words, starts with `words` (lowercase). */
export const isMatch = (label: string, words: string): boolean => {
  const lowered = label.toLowerCase()
  return lowered.startsWith(words) || lowered.split(" ").some((word) => word.startsWith(words))
}
