/** Exit codes of all commands. */
export const EXIT = { done: 0, refused: 1, wrongArguments: 2, outOfReach: 3 } as const

interface StopOptions extends ErrorOptions {
  /** Fields of the JSON output in addition to the error. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** An error that ends the command with a message and an exit code. */
export class CommandError extends Error {
  override readonly name = "Stop"
  readonly more: Readonly<Record<string, unknown>>

  constructor(
    readonly exit: (typeof EXIT)[keyof typeof EXIT],
    readonly reason: string,
    message: string,
    { more = {}, ...options }: StopOptions = {},
  ) {
    super(message, options)
    this.more = more
  }
}

export const refuse = (
  reason: string,
  message: string,
  more?: Readonly<Record<string, unknown>>,
): CommandError => new CommandError(EXIT.refused, reason, message, more && { more })

export const wrongArguments = (message: string): CommandError =>
  new CommandError(EXIT.wrongArguments, "invalid", message)
