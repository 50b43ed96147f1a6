/** A spacer for rows that are not rendered. */
export function GapRow({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}
