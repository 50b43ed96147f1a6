/** Stands for the rows that are not drawn. */
export function GapRow({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}
