import { ownValue } from "@/lib/memory/text/own-value"

/** The query parameters of a page. */
export type PageSearch = Promise<Record<string, string | string[] | undefined>>

export function readParameters<Name extends string>(
  search: Awaited<PageSearch>,
  names: readonly Name[],
): { [key in Name]?: string } {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = ownValue(search, name)
      return typeof value === "string" && value !== "" ? [[name, value]] : []
    }),
  ) as { [key in Name]?: string }
}

/** Returns the query parameters of a page, without those that occur several times. */
export function singleParameters(search: Awaited<PageSearch>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  )
}
