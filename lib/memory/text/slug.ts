/** Returns a slug: "Ledger API" → "ledger-api". Never empty: a name without letters or digits becomes "x" and its code points. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
  return slug || `x${[...name].map((letter) => letter.codePointAt(0)?.toString(16)).join("-")}`
}
