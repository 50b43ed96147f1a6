"use client"

import { type FormEvent, type RefObject, useEffect, useState } from "react"
import { openDrafts } from "./drafts"
import { whenThere } from "./focus"

/** Shared by all tabs, so that switching keeps drafts. */
const drafts = openDrafts()

export const forgetDrafts = drafts.forget

/**
 * Keeps the text typed in the panels of the detail pane and restores it when a panel opens again. `mode`: the
 * panel, or "merge/…" with the selected entry. Reads and fills the boxes in the DOM, so the panels need no
 * code for it.
 */
export function useDrafts(pane: RefObject<HTMLElement | null>, item: string | null, mode: string) {
  const [again, setAgain] = useState(0)
  const [back, setBack] = useState<string | null>(null)
  const place = `${item}/${mode}`
  useEffect(() => {
    const draft = item === null ? null : drafts.get(item, mode)
    if (!draft) return
    const fill = () =>
      boxesIn(pane.current).forEach((box, at) =>
        draft.texts[at] == null ? undefined : write(box, draft.texts[at]),
      )
    return whenThere(
      () => boxesIn(pane.current)[0],
      (box) => {
        setBack(place)
        const radio = [...(box.form?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? [])].find(
          (one) => wordsOf(one) === draft.choice,
        )
        if (!radio || radio.checked) return fill()
        radio.click()
        // The boxes depend on the choice, which renders first.
        requestAnimationFrame(fill)
      },
    )
  }, [pane, item, mode, place, again]) // oxlint-disable-line react-hooks/exhaustive-deps -- a reset runs this again
  return {
    /** Input handler for the pane. */
    onInput: (event: FormEvent) => {
      const { target } = event
      if (
        item === null ||
        !(target instanceof HTMLTextAreaElement) ||
        !/^(?:edit|merge|keep-both)/.test(mode)
      )
        return
      const before = drafts.get(item, mode)?.texts ?? []
      const texts = boxesIn(pane.current).map((box, at) =>
        box === target ? box.value : (before[at] ?? null),
      )
      drafts.keep(item, mode, {
        texts,
        choice: wordsOf(target.form?.querySelector<HTMLInputElement>("input[type=radio]:checked")),
      })
    },
    isBack: back === place && item !== null && drafts.get(item, mode) !== null,
    /** Changes when the panel is reset. */
    again,
    startOver: () => {
      if (item !== null) drafts.drop(item, mode)
      setBack(null)
      setAgain(again + 1)
    },
  }
}

const boxesIn = (pane: HTMLElement | null) => [
  ...(pane?.querySelectorAll<HTMLTextAreaElement>("form textarea") ?? []),
]

const wordsOf = (radio: HTMLInputElement | null | undefined) =>
  radio?.closest("label")?.querySelector("span")?.textContent ?? null

/** Sets the value and fires the input event that React listens for. */
function write(box: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(box, text)
  box.dispatchEvent(new Event("input", { bubbles: true }))
}
