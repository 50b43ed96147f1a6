/** An error that the user can correct. Only its message is shown, without a stack. */
export class Refusal extends Error {
  name = "Refusal"
}
