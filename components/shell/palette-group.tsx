"use client"

import { Command } from "cmdk"
import { Kbd } from "@/components/ui/kbd"

/** An item of the palette that opens `href` or calls `run`. */
export interface PaletteChoice {
  id: string
  label: string
  /** Secondary text after the label, such as a project or a path. */
  detail?: string
  /** Other words that match the choice. Not shown. */
  synonyms?: string
  href?: string
  keys?: string
  run?: () => void
}

/** Returns the value that identifies a choice for cmdk. */
export function choiceValue(title: string, choice: PaletteChoice): string {
  return `${title} ${choice.id}`
}

export function PaletteGroup({
  title,
  choices,
  onChoose,
}: {
  title: string
  choices: readonly PaletteChoice[]
  onChoose: (choice: PaletteChoice) => void
}) {
  if (choices.length === 0) return null
  return (
    <Command.Group
      heading={<span className="block px-2 pt-1.5 pb-0.5 text-xs font-medium text-ink-3">{title}</span>}
    >
      {choices.map((choice) => (
        <Command.Item
          key={choice.id}
          value={choiceValue(title, choice)}
          onSelect={() => onChoose(choice)}
          className="flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 data-[selected=true]:bg-accent-wash"
        >
          <span className="truncate">{choice.label}</span>
          {choice.detail ? (
            <span className="min-w-0 truncate text-sm text-ink-2">{choice.detail}</span>
          ) : null}
          <span className="ml-auto flex gap-1">
            {choice.keys?.split(" ").map((key) => (
              <Kbd key={key} hidden>
                {key.toUpperCase()}
              </Kbd>
            ))}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
