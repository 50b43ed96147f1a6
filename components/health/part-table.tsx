import { Table, Td, Th } from "@/components/data/table"
import { bandOf } from "@/lib/memory/health/health"
import { BAND_LOOK } from "./score"
import type { ShownPart } from "./health-types"

/** The parts of the score, highest weight first. */
export function PartTable({ parts }: { parts: readonly ShownPart[] }) {
  return (
    <Table label="Parts of the health score">
      <thead>
        <tr>
          <Th>Part</Th>
          <Th numeric>Score</Th>
          <Th className="max-sm:hidden" aria-label="Bar" />
          <Th numeric>Weight</Th>
          <Th className="max-md:hidden">Details</Th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, label, score, weight, message }) => (
          <tr key={name}>
            <th
              scope="row"
              className="border-t border-line px-3 py-1.5 text-left font-medium md:whitespace-nowrap"
            >
              {label}
              <span className="block text-sm font-normal text-ink-2 md:hidden">{message}</span>
            </th>
            <Td numeric>{score === null ? <span className="text-ink-3">–</span> : score}</Td>
            <Td className="w-40 max-sm:hidden">
              {score === null ? null : (
                <span
                  aria-hidden
                  className="relative block h-1.5 w-33 rounded-full bg-raised shadow-hairline"
                >
                  <span
                    className={`absolute inset-y-0 left-0 rounded-full ${BAND_LOOK[bandOf(score)].bar}`}
                    style={{ width: `${score}%` }}
                  />
                </span>
              )}
            </Td>
            <Td numeric className="text-ink-2">
              {weight === 0 ? (
                <span className="text-ink-3">not counted</span>
              ) : (
                `${Math.round(weight * 100)}%`
              )}
            </Td>
            <Td className="w-full text-ink-2 max-md:hidden">{message}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
