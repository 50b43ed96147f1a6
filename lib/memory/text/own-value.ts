/**
 * Returns the record's own value at a free-text key, such as an agent name or a query parameter. Returns undefined if the record lacks the
 * key or is itself missing. Plain indexing would answer `constructor` and `__proto__` from `Object.prototype`.
 */
export function ownValue<Value>(
  record: Readonly<Partial<Record<string, Value>>> | null | undefined,
  key: string,
): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined
}
