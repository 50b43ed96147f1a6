import { formatCount } from "@/lib/memory/text/sentence"
import type { Screen } from "./command"

interface ListPage {
  /** The cursor of the next page, or null. */
  readonly next: string | number | null
}

/** Yields the pages of a list, first page first. `read` returns the page after a cursor. */
export async function* eachPage<Page extends ListPage>(
  read: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void> {
  for (let after: string | undefined; ;) {
    const page = await read(after)
    yield page
    if (page.next === null) return
    after = String(page.next)
  }
}

interface ListRequest<Page, Row> {
  readonly screen: Screen
  /** Singular noun for a row, for the progress: "proposal". */
  readonly noun: string
  /** Maximum number of rows in one request. */
  readonly atOnce: number
  /** Maximum number of rows to read. Default: all. */
  readonly most?: number
  read(this: void, part: { readonly limit: number; readonly after: string | undefined }): Promise<Page>
  rows(this: void, page: Page): readonly Row[]
  total(this: void, page: Page): number
}

/**
 * Reads all pages of a list and shows the progress. Returns the rows, and the last page, which contains the
 * totals.
 */
export async function listAll<Page extends ListPage, Row>(
  asked: ListRequest<Page, Row>,
): Promise<{ rows: readonly Row[]; last: Page }> {
  const { screen, noun, atOnce, most = Infinity, read } = asked
  const rows: Row[] = []
  const pages = eachPage((after) => read({ limit: Math.min(atOnce, most - rows.length), after }))
  for await (const page of pages) {
    rows.push(...asked.rows(page))
    if (page.next === null || rows.length >= most) {
      screen.progress(null)
      return { rows, last: page }
    }
    screen.progress(`Reading ${rows.length.toLocaleString("en")} of ${formatCount(asked.total(page), noun)}`)
  }
  throw new Error("a list has at least one page")
}
