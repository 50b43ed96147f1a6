import { Client, type ClientConfig, type DatabaseError } from "pg"

/**
 * A connection whose errors say what is wrong and where, but not with which values. PostgreSQL quotes the whole row that breaks a rule, and
 * the text that is no number; errors are logged, and what somebody wants remembered is nobody's business there.
 */
export class RedactingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    // Before the client itself hears of it, so that whatever it makes of the error has no values either.
    this.connection.prependListener("errorMessage", leaveValuesOut)
  }
}

function leaveValuesOut(error: DatabaseError): void {
  // The names of columns are enough: "Key (team_id, name)".
  error.detail = /^Key \([^)]*\)/.exec(error.detail ?? "")?.[0]
  error.where = undefined
  error.internalQuery = undefined
  // Class 22 is about data: invalid input syntax for type integer: "…"
  if (error.code?.startsWith("22") && error.message.endsWith('"'))
    error.message = error.message.split(': "')[0] ?? ""
}
