import { useRouter } from "next/navigation"
import { useRef } from "react"
import { say, sayProblem, unsay } from "@/components/data/show-toast"
import {
  type Curating,
  type EntryPlace,
  entryAt,
  forget,
  leavesWords,
  restore,
  forgetDateWords,
  vouch,
  withdrawVouch,
} from "./curating"

/** Only the last change can be undone, so its toast replaces the one before. */
const UNDOABLE = "curated"

/** Returns actions that forget and verify an entry. Each can be undone while its toast is visible. */
export function useCurate(curating: Curating | null) {
  const router = useRouter()
  const last = useRef<(() => void) | null>(null)
  if (curating === null) return null
  const back = (work: () => Promise<unknown>, words: string) => {
    const onClick = () => {
      last.current = null
      void unsay(UNDOABLE)
      void work().then(
        () => {
          void say(words)
          router.refresh()
        },
        (cause: Error) => sayProblem(cause.message),
      )
    }
    last.current = onClick
    return { label: "Undo", onClick }
  }
  return {
    undo: (): void =>
      last.current ? last.current() : void say("Nothing to undo. See Forgotten entries beside the text."),
    /** Resolves to an error message, or to null on success. */
    async forget(place: EntryPlace, reason: string): Promise<string | null> {
      try {
        const entry = await entryAt(curating, place)
        const { state, proposal } = await forget(entry, reason)
        if (state === "waiting")
          void say("Proposal added to the inbox", {
            action: {
              label: "Open",
              onClick: () => router.push(`/t/${curating.team}/inbox?item=${proposal}`),
            },
          })
        else
          void say(`Entry ${leavesWords(curating.agents)}`, {
            id: UNDOABLE,
            action: back(() => restore(entry.id), "Entry restored"),
          })
        router.refresh()
        return null
      } catch (cause) {
        return (cause as Error).message
      }
    },
    async vouch(place: EntryPlace): Promise<void> {
      try {
        const entry = await entryAt(curating, place)
        const { until } = await vouch(entry)
        void say(forgetDateWords(until), {
          id: UNDOABLE,
          action: back(() => withdrawVouch(entry.id), "Verification withdrawn"),
        })
        router.refresh()
      } catch (cause) {
        void sayProblem((cause as Error).message)
      }
    },
  }
}
