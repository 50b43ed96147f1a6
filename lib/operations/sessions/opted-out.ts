/** Returns the message for writing on behalf of an agent that keeps no memory. */
export const optedOutMessage = (agent: string): string =>
  `${agent} has opted out of memory (memory: disabled in its own definition). Nothing is written for it`
