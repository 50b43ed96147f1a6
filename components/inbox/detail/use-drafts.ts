"use client"

import { type FormEvent, type RefObject, useEffect, useState } from "react"
import { openDrafts } from "./drafts"
import { whenThere } from "../focus"

/** One for all lists: changing the tab loses no words. */
const drafts = openDrafts()

export const forgetDrafts = drafts.forget

/**
 * `mode`: the panel, "merge/…" with the entry that was asked for. Keeps what is written in the boxes of a panel of the pane and puts it
 * back when the panel opens again. It reads and fills the boxes itself: the panels know nothing of one another, nor of what was written before.
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
        // What the boxes say belongs to the choice, which is drawn first.
        requestAnimationFrame(fill)
      },
    )
  }, [pane, item, mode, place, again]) // oxlint-disable-line react-hooks/exhaustive-deps -- beginning anew asks again
  return {
    /** For the pane: hears all that is written in it. */
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
    /** Changes when the panel begins anew. */
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

/** As if it were typed: React hears of it. */
function write(box: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(box, text)
  box.dispatchEvent(new Event("input", { bubbles: true }))
}
