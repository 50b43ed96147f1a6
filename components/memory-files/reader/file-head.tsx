import { Th } from "@/components/data/table"

const COLUMNS = [
  { label: "File", className: "" },
  { label: "Agent", className: "hidden w-38 lg:table-cell xl:w-56" },
  { label: "Format", className: "hidden w-50 2xl:table-cell" },
  { label: "Lines vs. budget", className: "hidden w-44 md:table-cell" },
  { label: "Entries", numeric: true, className: "hidden w-20 lg:table-cell" },
  { label: "Updated", className: "hidden w-29 md:table-cell" },
  { label: "State", className: "hidden w-44 md:table-cell" },
]

export function FileHead() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <Th
            key={column.label}
            numeric={column.numeric}
            className={`${column.className} below-top z-10 bg-surface first:rounded-tl-lg last:rounded-tr-lg`}
          >
            {column.label}
          </Th>
        ))}
      </tr>
    </thead>
  )
}
