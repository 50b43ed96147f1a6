"use client"

import { type FormEvent, type RefObject, useEffect, useState } from "react"
import { openDrafts } from "./drafts"
import { whenThere } from "./focus"

/** One for all lists: changing the tab loses no words. */
const drafts = openDrafts()

export const forgetDrafts = drafts.forget

/**
 * `mode`: "edit", "merge", or "merge" with the entry that was asked for. Keeps what is written in a panel of the pane and puts it back when the panel opens again. It reads and fills the box itself: the
 * panels know nothing of one another, nor of what was written before.
 */
export function useDrafts(pane: RefObject<HTMLElement | null>, proposal: string | null, mode: string) {
  const [again, setAgain] = useState(0)
  const [back, setBack] = useState<string | null>(null)
  const place = `${proposal}/${mode}`
  useEffect(() => {
    const draft = proposal === null ? null : drafts.get(proposal, mode)
    if (!draft) return
    return whenThere(
      () => boxIn(pane.current),
      (box) => {
        setBack(place)
        const radio = [...(box.form?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? [])].find((one) => wordsOf(one) === draft.choice)
        if (!radio || radio.checked) return write(box, draft.text)
        radio.click()
        // What the box says belongs to the choice, which is drawn first.
        requestAnimationFrame(() => write(box, draft.text))
      },
    )
  }, [pane, proposal, mode, place, again]) // oxlint-disable-line react-hooks/exhaustive-deps -- beginning anew asks again
  return {
    /** For the pane: hears all that is written in it. */
    onInput: (event: FormEvent) => {
      const { target } = event
      if (proposal === null || !(target instanceof HTMLTextAreaElement) || !/^(?:edit|merge)/.test(mode)) return
      drafts.keep(proposal, mode, { text: target.value, choice: wordsOf(target.form?.querySelector<HTMLInputElement>("input[type=radio]:checked")) })
    },
    isBack: back === place && proposal !== null && drafts.get(proposal, mode) !== null,
    /** Changes when the panel begins anew. */
    again,
    startOver: () => {
      if (proposal !== null) drafts.drop(proposal, mode)
      setBack(null)
      setAgain(again + 1)
    },
  }
}

const boxIn = (pane: HTMLElement | null) => pane?.querySelector<HTMLTextAreaElement>("form textarea")

const wordsOf = (radio: HTMLInputElement | null | undefined) => radio?.closest("label")?.querySelector("span")?.textContent ?? null

/** As if it were typed: React hears of it. */
function write(box: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(box, text)
  box.dispatchEvent(new Event("input", { bubbles: true }))
}
