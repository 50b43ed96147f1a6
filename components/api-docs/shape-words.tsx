import { Link } from "@/components/ui/link"
import type { ApiShape } from "./api-docs-types"

/** A type in words; a named shape leads to where it is described. */
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
