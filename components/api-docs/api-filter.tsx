"use client"

import { type FormEvent, useEffect, useRef, useState } from "react"
import { Input } from "@/components/ui/field"
import { areShortcutsOn } from "@/components/data/keyboard-shortcuts"

/**
 * Search field that hides the operations that lack one of the words. The words are kept in the URL, and the
 * server filters by them too.
 */
export function ApiFilter({ wanted, count }: { wanted: string; count: number }) {
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<number | null>(null)
  // Restores the filtered list when a person returns to the page.
  useEffect(() => {
    const kept = new URL(location.href).searchParams.get("q") ?? ""
    if (kept === "" || !input.current) return
    input.current.value = kept
    setFound(showOnly(kept.toLowerCase()))
  }, [])
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (
        event.key !== "/" ||
        !areShortcutsOn() ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener("keydown", focusOnSlash)
    return () => removeEventListener("keydown", focusOnSlash)
  }, [])
  const narrow = (text: string) => {
    setFound(showOnly(text.toLowerCase()))
    const address = new URL(location.href)
    if (text === "") address.searchParams.delete("q")
    else address.searchParams.set("q", text)
    history.replaceState(history.state, "", address)
  }
  const openFirst = (event: FormEvent) => {
    event.preventDefault()
    const left = [...document.querySelectorAll<HTMLElement>("[data-words]:not([hidden])")]
    const typed = input.current?.value.toLowerCase() ?? ""
    const first = left.find((one) => (one.dataset.words ?? "").startsWith(typed)) ?? left[0]
    first?.querySelector("a")?.click()
  }
  return (
    <search className="sticky top-0 z-20 -mx-4 bg-ground px-4 py-2">
      <form onSubmit={openFirst}>
        <Input
          ref={input}
          type="search"
          name="q"
          defaultValue={wanted}
          aria-label="Filter operations"
          placeholder="Filter, for example: propose, entries, PUT"
          onChange={(event) => narrow(event.target.value)}
        />
      </form>
      <output className="mt-1 block text-sm text-ink-3">{resultWords(found, count)}</output>
    </search>
  )
}

function resultWords(found: number | null, count: number): string {
  if (found === null) return "Press Enter to open the first match, or / to return here."
  if (found === 0) return "No operations match."
  return `${found} of ${count} operations`
}

/**
 * Hides the operations that lack one of the words, and resources without a shown operation. Returns the
 * number of shown operations.
 */
function showOnly(wanted: string): number {
  const words = wanted.split(/\s+/)
  let left = 0
  for (const noun of document.querySelectorAll<HTMLElement>("[data-noun]")) {
    let here = 0
    for (const operation of noun.querySelectorAll<HTMLElement>("[data-words]")) {
      operation.hidden = !words.every((word) => (operation.dataset.words ?? "").includes(word))
      if (!operation.hidden) here += 1
    }
    noun.hidden = here === 0
    left += here
  }
  return left
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  )
}
