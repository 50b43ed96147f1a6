import { sayProblem } from "@/components/data/announce"

/** Toasts of the board appear at the top: the decision bar is at the bottom. */
export const sayProblemAbove = (words: string) => sayProblem(words, { position: "top-center" })
