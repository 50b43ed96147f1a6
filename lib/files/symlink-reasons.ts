/** A link that was not followed, as described in the reason of a refused file. */
export interface UnfollowedLink {
  readonly state: "dangling" | "loop" | "outside"
  /** Target of the link; null: unknown. */
  readonly target: string | null
}

const WORDS = {
  dangling: "a link whose target does not exist",
  loop: "a link that points back to itself",
  outside: "a link that points outside the imported folder and was not followed",
} as const

/** Returns why a link was quarantined. `readLinkReason` parses the text again. */
export const linkReason = ({ state, target }: UnfollowedLink): string =>
  target === null ? WORDS[state] : `${WORDS[state]}: ${target}`

/** Parses a reason of `linkReason`; null for other reasons. */
export function readLinkReason(reason: string): UnfollowedLink | null {
  for (const state of ["dangling", "loop", "outside"] as const) {
    if (reason === WORDS[state]) return { state, target: null }
    if (reason.startsWith(`${WORDS[state]}: `))
      return { state, target: reason.slice(WORDS[state].length + 2) }
  }
  return null
}

/** Beginning of the reason for a link to another path of the same folder. */
export const INSIDE_LINK = "a link to "
const LOOKED_AT_THERE = ", which is checked at its own path"

/** Returns the reason for a link to another path of the same folder. `target`: a path below that folder; "": the folder itself. */
export const insideLinkReason = (target: string): string =>
  `${INSIDE_LINK}${target || "the folder itself"}${LOOKED_AT_THERE}`

/** Returns the target of a link inside its folder; null for other reasons. Earlier imports end their reasons with other words. */
export const readInsideLink = (reason: string): string | null => {
  const end = reason.lastIndexOf(", which is ")
  return reason.startsWith(INSIDE_LINK) && end > 0 ? reason.slice(INSIDE_LINK.length, end) : null
}
