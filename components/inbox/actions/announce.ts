import { showToast, showErrorToast } from "@/components/data/show-toast"
import { isWide } from "../../queue/focus-and-presses"

/** Places toasts where they do not cover the action bar. */
const place = () => ({ position: isWide() ? "bottom-left" : "top-center" }) as const

const SHORT_MS = 3_000

/** Shows a short message. */
export const announceBriefly = (words: string) =>
  showToast(words, { ...place(), id: words, duration: SHORT_MS })

export const announceProblem = (words: string) => showErrorToast(words, place())
