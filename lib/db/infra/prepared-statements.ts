/** Names of prepared statements, by their constant SQL text. */
const names = new Map<string, string>()

/** Maximum number of prepared statements. Each connection keeps the plans of all of them. */
const MOST = 64

/**
 * Marks a statement to be prepared on each connection, because planning it takes longer than running it, and
 * returns the statement. Use it only for statements whose best plan does not depend on the values.
 */
export function prepared(sql: string): string {
  if (!names.has(sql) && names.size < MOST) names.set(sql, `quarterdeck_${names.size + 1}`)
  return sql
}

/** Returns the name of a prepared statement, "" for others. */
export const preparedName = ({ sql }: { readonly sql: string }): string => names.get(sql) ?? ""
