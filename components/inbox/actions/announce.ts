import { say, sayProblem } from "@/components/data/show-toast"
import { isWide } from "../../queue/focus"

/** Places toasts where they do not cover the action bar. */
const place = () => ({ position: isWide() ? "bottom-left" : "top-center" }) as const

const SHORT_MS = 3_000

/** Shows a short message. */
export const sayShortly = (words: string) => say(words, { ...place(), id: words, duration: SHORT_MS })

export const sayProblemHere = (words: string) => sayProblem(words, place())
