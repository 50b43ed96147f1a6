import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { synthesisPath } from "@/components/data/addresses"
import { makerAndMethod } from "../synthesis-text"
import {
  type ProjectNames,
  type ListedSynthesis,
  type ClaimCounts,
  acceptedWords,
  listedDecision,
  placeWords,
  countWords,
  SynthesisStateTag,
} from "./listed-synthesis"
import { Compass, Sparkles } from "lucide-react"
import type { SynthesisKind } from "@/lib/memory/coach/synthesis"

/** Icon of a kind. Hidden from screen readers, because the kind is always named beside it. */
function KindIcon({ kind }: { kind: SynthesisKind }) {
  const Icon = kind === "brief" ? Sparkles : Compass
  return <Icon className="icon text-ink-3" aria-hidden />
}

/** A bar of accepted, rejected and waiting claims. The text beside it gives the same figures. */
function ClaimCountBar({ counts, className = "" }: { counts: ClaimCounts; className?: string }) {
  const { accepted, edited, rejected, waiting } = counts
  const all = Math.max(1, accepted + edited + rejected + waiting)
  return (
    <span
      className={`inline-flex h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-raised align-middle shadow-hairline ${className}`}
      title={countWords(counts)}
    >
      <span className="sr-only">{countWords(counts)}: </span>
      <span aria-hidden className="bg-good" style={{ width: share(accepted + edited, all) }} />
      <span aria-hidden className="bg-ink-3" style={{ width: share(rejected, all) }} />
    </span>
  )
}

const share = (part: number, all: number) => `${((part / all) * 100).toFixed(1)}%`

interface SynthesisTableProps {
  team: string
  label: string
  syntheses: readonly ListedSynthesis[]
  projects: ProjectNames
  /** ISO instant, from the server, so that server and browser render the same ages. */
  now: string
}

/**
 * A table of briefs and orientations. Waiting ones show the progress of their review, decided ones the
 * outcome.
 */
export function SynthesisTable({ team, label, syntheses, projects, now }: SynthesisTableProps) {
  const wait = syntheses.every(({ state }) => state === "waiting")
  return (
    <Table label={label} className="table-fixed">
      <thead className="max-md:sr-only">
        <tr>
          <Th>{wait ? "To review" : "Brief or orientation"}</Th>
          {wait ? null : <Th className="w-36 max-md:hidden">State</Th>}
          <Th className="w-60 max-md:hidden">Claims</Th>
          <Th className="w-64 max-lg:hidden">Created by</Th>
          <Th className="w-32 max-md:hidden">{wait ? "Created" : "Decided"}</Th>
        </tr>
      </thead>
      <tbody>
        {syntheses.map((one) => (
          <tr key={one.id} className="relative hover:bg-raised has-focus-visible:bg-accent-wash">
            <Td className="h-auto py-2 align-top">
              <span className="flex items-start gap-2">
                <span className="mt-0.75">
                  <KindIcon kind={one.kind} />
                </span>
                <span className="grid min-w-0 flex-1 gap-0.5">
                  <Link
                    data-synthesis={one.id}
                    href={synthesisPath(team, one.id)}
                    title={one.title}
                    className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus max-md:whitespace-normal max-md:wrap-anywhere md:truncate"
                  >
                    {one.title}
                  </Link>
                  <span className="text-sm text-ink-2 max-md:whitespace-normal max-md:wrap-anywhere md:truncate">
                    {placeWords(one, projects)}
                    <span className="lg:hidden"> · {makerAndMethod(one)}</span>
                  </span>
                  <span className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2 md:hidden">
                    {wait ? null : <SynthesisStateTag state={one.state} />}
                    <Claims of={one} />
                    <span className="ml-auto text-ink-3">
                      <Instant at={one.decidedAt ?? one.createdAt} now={now} />
                    </span>
                  </span>
                </span>
              </span>
            </Td>
            {wait ? null : (
              <Td className="max-md:hidden">
                <SynthesisStateTag state={one.state} />
              </Td>
            )}
            <Td className="text-ink-2 tabular-nums max-md:hidden">
              <span className="flex items-center gap-2.5">
                <Claims of={one} />
              </span>
            </Td>
            <Td className="truncate text-ink-2 max-lg:hidden" title={makerAndMethod(one)}>
              {makerAndMethod(one)}
            </Td>
            <Td className="text-ink-2 max-md:hidden">
              <Instant at={one.decidedAt ?? one.createdAt} now={now} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Claims({ of: { state, counts } }: { of: ListedSynthesis }) {
  return (
    <>
      <ClaimCountBar counts={counts} className={state === "waiting" ? "" : "max-md:hidden"} />
      <span>{state === "waiting" ? listedDecision(counts) : acceptedWords(counts)}</span>
    </>
  )
}
