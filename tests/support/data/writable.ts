import { connection } from "@/lib/db/infra/client"

/** Returns the database with its ways to write: tests arrange rows, and damage them, without an operation. */
export const database = connection
