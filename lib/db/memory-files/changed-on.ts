/**
 * SQL for the date on which the content of a file `f` last changed. The first revision keeps the date that its text or
 * source states. Every later revision counts from the date that it was stored. See `changeDay` in
 * `lib/memory/memory-files/change-day`.
 */
export const CHANGED_ON =
  "greatest(CASE WHEN f.head > 1 OR f.updated_on IS NULL THEN timezone('UTC', f.changed_at)::date END, f.updated_on)"
