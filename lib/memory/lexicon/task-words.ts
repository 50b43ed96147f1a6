import { stemOf } from "../text/stems"
import taskWords from "./words/task-words.json" with { type: "json" }

/**
 * Words that ask for an action on any subject. Words that also name a thing (build, change, start, test) are
 * not included.
 */
const WORDS = taskWords.terms

const STEMS = new Set(WORDS.map(stemOf))

/** True if a stem only says that something is to be done. */
export const isTaskWord = (stem: string): boolean => STEMS.has(stem)
