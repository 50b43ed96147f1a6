import { sayProblem } from "@/components/data/announce"

/** What went wrong while one puts entries in their places stands above: below is what one decides with. */
export const sayProblemAbove = (words: string) => sayProblem(words, { position: "top-center" })
