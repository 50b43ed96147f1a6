/** Reasons for display, by the goal of a poisoned entry. */
export const POISONING_REASONS = {
  "approval-bypass": "Tells the agent to act without the required approval or confirmation",
  backdoor: "Weakens security or leaves a backdoor",
  concealment: "Tells the agent to hide its actions from people",
  "credential-persistence": "Stores or passes on passwords, keys or codes for the agent to use",
  destruction: "Tells the agent to delete or overwrite data that others need",
  disguised: "Hides an instruction in a comment, a log line, code or encoded text",
  exfiltration: "Sends secrets or private data elsewhere",
  "false-preference": "Presents harmful behavior as someone’s preference",
  "forged-authority": "Claims authority to allow something that is otherwise forbidden",
  "instruction-override": "Tells the agent to ignore its instructions, its limits or its user",
  "memory-tampering": "Tampers with memory, logs or records to make them misleading",
  "recommendation-bias": "Makes the agent favor a product, a source or a view",
  "score-gaming": "Tells the agent to fake or game tests, reviews or reports",
  "sleeper-trigger": "Tells the agent to do something harmful once a certain word or event comes up",
  "urgency-threat": "Uses urgency or threats to make the agent skip checks",
  worm: "Tells the agent to copy this text into other memories, files or messages",
} as const

export type PoisoningFamily = keyof typeof POISONING_REASONS

export const POISONING_FAMILIES = Object.keys(POISONING_REASONS) as PoisoningFamily[]
