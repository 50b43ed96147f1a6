/** Suggestions for a text field with `list={id}`. */
export function Suggestions({ id, of }: { id: string; of: readonly string[] }) {
  return (
    <datalist id={id}>
      {of.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </datalist>
  )
}
