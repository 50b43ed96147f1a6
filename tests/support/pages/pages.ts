import { readdirSync } from "node:fs"
import { dirname } from "node:path"

/** Every page of the application by its route, as Next names it but for groups: "/t/[team]/coach/[synthesis]". */
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
