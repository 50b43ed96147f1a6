/** Exit codes of every command, as the contract has them. */
export const EXIT = { done: 0, refused: 1, wrongArguments: 2, outOfReach: 3 } as const

/** Why a command ends without having done its work: what it says, and the code it ends with. */
export class Stop extends Error {
  override readonly name = "Stop"

  constructor(
    readonly exit: (typeof EXIT)[keyof typeof EXIT],
    readonly reason: string,
    message: string,
    /** What the JSON says beside the refusal. */
    readonly more: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export const refuse = (reason: string, message: string, more?: Readonly<Record<string, unknown>>): Stop =>
  new Stop(EXIT.refused, reason, message, more)

export const wrongArguments = (message: string): Stop => new Stop(EXIT.wrongArguments, "invalid", message)
