import { stemOf } from "../text/stems"
import taskWords from "./words/task-words.json" with { type: "json" }

/** How somebody asks for something to be done, whatever it is about. A word that also names a thing (build, change, start, test) is none of these. */
const WORDS = taskWords.terms

const STEMS = new Set(WORDS.map(stemOf))

/** Whether a word, by its stem, says that something is to be done, and not what. */
export const isTaskWord = (stem: string): boolean => STEMS.has(stem)
