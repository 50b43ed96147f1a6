import { Link } from "@/components/ui/link"
import type { ApiShape } from "./api-docs-types"

/** A type in words. A named schema links to its description. */
export function ApiShapeWords({ shape }: { shape: ApiShape }) {
  return (
    <>
      {shape.words}
      {shape.named === null ? null : (
        <>
          {shape.words === "" ? "" : " "}
          <Link className="text-link" href={`/docs/api/shapes#${shape.named}`}>
            {shape.named}
          </Link>
        </>
      )}
    </>
  )
}
