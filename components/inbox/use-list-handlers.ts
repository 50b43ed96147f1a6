"use client"

import { useCallback } from "react"
import type { useInbox } from "./use-inbox"

/** Returns stable handlers of the list, so that its rows do not render again. */
export function useListHandlers({ move, retry }: ReturnType<typeof useInbox>, ask: () => void) {
  const onOpen = useCallback(
    (id: string) => {
      ask()
      move({ do: "go", id })
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets a state, so the first one does
    [move],
  )
  const onChoose = useCallback(
    (id: string, range: boolean) => move(range ? { do: "choose to", id } : { do: "choose", id }),
    [move],
  )
  const onChooseFile = useCallback(
    (id: string) => {
      move({ do: "choose none" })
      move({ do: "choose to", id })
    },
    [move],
  )
  return { onOpen, onChoose, onChooseFile, onRetry: retry, onTakeIn: () => move({ do: "take in" }) }
}
