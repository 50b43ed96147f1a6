import type { ApiShape } from "./shapes"

/** A type in words; a named shape leads to where it is described. */
export function ApiShapeWords({ shape }: { shape: ApiShape }) {
  return (
    <>
      {shape.words}
      {shape.named === null ? null : (
        <>
          {shape.words === "" ? "" : " "}
          <a className="text-link" href={`#shape-${shape.named}`}>
            {shape.named}
          </a>
        </>
      )}
    </>
  )
}
