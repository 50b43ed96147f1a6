import { say, sayProblem } from "@/components/data/announce"
import { isWide } from "../focus"

/** What is said beside the list never covers what one decides with: that stands at the right, or at the bottom of a narrow screen. */
const place = () => ({ position: isWide() ? "bottom-left" : "top-center" }) as const

const SHORT_MS = 3_000

/** What needs no more than a glance. */
export const sayShort = (words: string) => say(words, { ...place(), id: words, duration: SHORT_MS })

export const sayProblemHere = (words: string) => sayProblem(words, place())
