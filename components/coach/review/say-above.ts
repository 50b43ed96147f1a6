import { say, sayProblem } from "@/components/data/announce"

/** Toasts of a review appear at the top: the decision bar and the undo tray are at the bottom. */
const ABOVE = { position: "top-center" } as const

const SHORT_MS = 3_000

export const sayShortly = (words: string) => say(words, { ...ABOVE, id: words, duration: SHORT_MS })

export const sayProblemAbove = (words: string) => sayProblem(words, ABOVE)
