"use client"

import { Command } from "cmdk"
import { Dialog } from "@/components/ui/dialog"

export interface CategoryOption {
  /** Slug of the category; null: no category. */
  readonly slug: string | null
  readonly name: string
  readonly hint: string
}

interface ChooserProps {
  /** The things to move: "unit-tester", "3 agents". */
  what: string
  choices: readonly CategoryOption[]
  onClose: () => void
  onChoose: (slug: string | null) => void
}

/** Returns the search score of a name: 1 if it starts with the letters, 0.5 if it contains them, else 0. */
function matches(name: string, letters: string): number {
  const [text, wanted] = [name.toLowerCase(), letters.trim().toLowerCase()]
  if (text.startsWith(wanted)) return 1
  return text.includes(wanted) ? 0.5 : 0
}

/** A dialog that chooses a category, with a search by name. */
export function Chooser({ what, choices, onClose, onChoose }: ChooserProps) {
  return (
    <Dialog open onOpenChange={onClose} title={`Move ${what} to…`}>
      <Command label="Category" filter={matches} loop>
        <Command.Input
          aria-label="Category"
          placeholder="Search categories…"
          className="h-8 w-full rounded-md border border-line-strong bg-surface px-2.5"
        />
        <Command.List label="Categories" className="mt-2 max-h-112 overflow-y-auto">
          <Command.Empty className="px-2 py-1.5 text-ink-2">No matching category</Command.Empty>
          {choices.map(({ slug, name, hint }) => (
            <Command.Item
              key={slug ?? ""}
              value={name}
              onSelect={() => onChoose(slug)}
              className="flex min-h-7.5 cursor-pointer items-center gap-3 rounded-md px-2 aria-selected:bg-raised"
            >
              <span className="truncate">{name}</span>
              <span className="ml-auto shrink-0 text-sm text-ink-3">{hint}</span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
