/** Returns the message for a write by an agent that opted out of memory. */
export const optedOutMessage = (agent: string): string =>
  `${agent} has opted out of memory (memory: disabled in its own definition). Nothing is written for it`
