/** A reason to stop that a person can act on: shown as its message alone, without a stack. */
export class Refusal extends Error {
  name = "Refusal"
}
