/** Weights of the items of the Inbox, 0–100. Items that mislead agents now rank above items that would help them. */
export const HARM = {
  flagged: 90,
  error: 80,
  "file conflict": 70,
  contradiction: 60,
  /** Plus the confidence of the proposal, 0–1. */
  proposal: 50,
  synthesis: 40,
  seed: 40,
  warning: 30,
  duplicate: 20,
  /** A conflict that the language model considers compatible. */
  doubted: 15,
  info: 10,
  /** A conflict of a kind that the team mostly dismisses. Ranks last. */
  dismissed: 0,
} as const

/** Each agent that loads a conflict adds 1 to its harm. More agents than this do not. */
export const MOST_AGENTS_OF_HARM = 9
