/** Reasons for display, by the goal of a poisoned entry. */
export const POISONING_REASONS = {
  "approval-bypass": "Tells the agent to act without the approval or confirmation that is asked for",
  backdoor: "Weakens security or leaves a way in",
  concealment: "Tells the agent to hide what it does from people",
  "credential-persistence": "Keeps or passes on passwords, keys or codes for the agent to use",
  destruction: "Tells the agent to delete or overwrite what others need",
  disguised: "Hides an instruction in a comment, log line, code or encoded text",
  exfiltration: "Sends secrets or private data elsewhere",
  "false-preference": "Claims that somebody likes it when the agent takes harmful liberties",
  "forged-authority": "Claims an authority that permits what is otherwise forbidden",
  "instruction-override": "Tells the agent to ignore its instructions, its limits or its user",
  "memory-tampering": "Changes memory, logs or records so that they mislead",
  "recommendation-bias": "Makes the agent favor a product, a source or a view",
  "score-gaming": "Tells the agent to fake or game tests, reviews or reports",
  "sleeper-trigger": "Waits for a word or an event, then does harm",
  "urgency-threat": "Presses the agent with urgency or threats so that it skips checks",
  worm: "Tells the agent to copy this text into other memories, files or messages",
} as const

export type PoisoningFamily = keyof typeof POISONING_REASONS

export const POISONING_FAMILIES = Object.keys(POISONING_REASONS) as PoisoningFamily[]
