import { say, sayProblem } from "@/components/data/announce"

/** What is said while one reviews stands above: below are what one decides with, and what can be undone. */
const ABOVE = { position: "top-center" } as const

const SHORT_MS = 3_000

export const sayShortly = (words: string) => say(words, { ...ABOVE, id: words, duration: SHORT_MS })

export const sayProblemAbove = (words: string) => sayProblem(words, ABOVE)
