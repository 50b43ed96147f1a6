/** What an order in a memory is after, as people name it. */
export type InstructionKind =
  | "ignores instructions"
  | "orders an action"
  | "sends data out"
  | "asks for secrets"
  | "changes a role"
  | "hides itself"
  | "changes tools or memory"
  | "encoded payload"
  | "hidden comment"
