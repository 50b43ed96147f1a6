import { Client, type ClientConfig, type DatabaseError } from "pg"

/**
 * A connection that removes values from error messages. PostgreSQL quotes whole rows and values, and memory
 * text must not reach the logs.
 */
export class RedactingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    // Registered first, so that no message with values is created.
    this.connection.prependListener("errorMessage", leaveValuesOut)
  }
}

function leaveValuesOut(error: DatabaseError): void {
  // Keeps the names of columns: "Key (team_id, name)".
  error.detail = /^Key \([^)]*\)/.exec(error.detail ?? "")?.[0]
  error.where = undefined
  error.internalQuery = undefined
  // Class 22 quotes values: invalid input syntax for type integer: "…"
  if (error.code?.startsWith("22") && error.message.endsWith('"'))
    error.message = error.message.split(': "')[0] ?? ""
}
