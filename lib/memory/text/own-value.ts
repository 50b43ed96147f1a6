/**
 * Returns the record's own value at a key that is free text, such as the name of an agent or a query parameter. Returns undefined where the
 * record has no such key, or there is no record. Plain indexing would answer `constructor` and `__proto__` from `Object.prototype`.
 */
export function ownValue<Value>(
  record: Readonly<Partial<Record<string, Value>>> | null | undefined,
  key: string,
): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined
}
