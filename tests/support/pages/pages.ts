import { readdirSync } from "node:fs"
import { dirname } from "node:path"

/** Routes of all pages in Next's form without route groups: "/t/[team]/coach/[synthesis]". */
export function pagesOfApp(): string[] {
  const files = (readdirSync("app", { recursive: true }) as string[]).filter((path) =>
    path.endsWith("page.tsx"),
  )
  return files
    .map(
      (path) =>
        `/${dirname(path)
          .split("/")
          .filter((part) => part !== "." && !part.startsWith("("))
          .join("/")}`,
    )
    .toSorted()
}
