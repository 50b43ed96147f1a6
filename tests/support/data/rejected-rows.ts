import { asOwner } from "./owner"

/**
 * Makes the database reject the rows of a table that fulfill a condition on `NEW`, with an error of the given SQLSTATE
 * ("P0001": raised by a function). Returns the function that ends this.
 */
export async function rejectRows(
  table: string,
  { when, on = "INSERT OR UPDATE", state = "P0001" }: { when?: string; on?: string; state?: string } = {},
): Promise<() => Promise<void>> {
  await asOwner(
    `CREATE FUNCTION reject_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'rejected by the test' USING ERRCODE = '${state}'; END $$`,
  )
  await asOwner(
    `CREATE TRIGGER reject_row BEFORE ${on} ON ${table} FOR EACH ROW ${when ? `WHEN (${when})` : ""} EXECUTE FUNCTION reject_row()`,
  )
  return () => asOwner("DROP FUNCTION reject_row CASCADE")
}
