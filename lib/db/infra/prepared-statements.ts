/** Statements whose text never changes and comes often, by their names. */
const names = new Map<string, string>()

/** Each connection keeps the plan of every one of them. */
const MOST = 64

/**
 * Marks a statement as one for the database to keep, with its plan, on each connection: planning a long one takes longer than answering it.
 * For texts whose best plan does not hang on the values that are asked for. What is kept already is known by its text.
 */
export function prepared(sql: string): string {
  if (!names.has(sql) && names.size < MOST) names.set(sql, `quarterdeck_${names.size + 1}`)
  return sql
}

/** The name under which a statement is kept; none for all others. */
export const preparedName = ({ sql }: { readonly sql: string }): string => names.get(sql) ?? ""
