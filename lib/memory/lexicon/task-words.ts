import { stemOf } from "../text/stems"

/** How somebody asks for something to be done, whatever it is about. A word that also names a thing (build, change, start, test) is none of these. */
const WORDS =
  "make made do does did done doing add fix use used using get got getting let lets need want please should shall can could may might must would will help try tried give put take go implement ensure improve allow everything anything something thing way sure"

const STEMS = new Set(WORDS.split(" ").map(stemOf))

/** Whether a word, by its stem, says that something is to be done, and not what. */
export const isTaskWord = (stem: string): boolean => STEMS.has(stem)
