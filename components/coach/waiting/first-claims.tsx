import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { DrawnText } from "@/components/text/drawn-text"
import { FOUND } from "@/components/proposals/proposal-text"
import { Box } from "@/components/data/table"
import { Tag, type Tone } from "@/components/ui/tag"
import { claimWord } from "../coach-text"
import type { CitedAgentLine, ClaimSummary } from "./waiting-synthesis-types"

/** The number of claims to show. */
export const SHOWN_CLAIMS = 5
/** The number of citations to show for each claim. */
const SHOWN_PLACES = 4

const STATE_TONES: Record<ClaimSummary["state"], Tone> = {
  waiting: "neutral",
  accepted: "good",
  edited: "good",
  rejected: "danger",
}

/** The first claims, each with its citations. */
export function FirstClaims({ team, statements }: { team: string; statements: readonly ClaimSummary[] }) {
  return (
    <Box className="overflow-hidden">
      <ol aria-label="First claims">
        {statements.slice(0, SHOWN_CLAIMS).map((one) => (
          <li key={one.position} className="border-line px-3.5 py-2.5 not-first:border-t">
            <p className="max-w-180 wrap-anywhere whitespace-pre-line">
              <DrawnText text={one.text} />
            </p>
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm text-ink-2">
              {one.flags.length > 0 ? <Tag tone="danger">{flagWords(one.flags[0]?.kind)}</Tag> : null}
              {one.state === "waiting" ? null : <Tag tone={STATE_TONES[one.state]}>{one.state}</Tag>}
              <span className="font-medium">{claimWord(one.kind)}</span>
              <span className="tabular-nums">{Math.round(one.confidence * 100)}% confident</span>
              {one.citations.slice(0, SHOWN_PLACES).map((cited) => (
                <Place key={cited.entry} team={team} cited={cited} />
              ))}
              {one.citations.length > SHOWN_PLACES ? (
                <span>and {one.citations.length - SHOWN_PLACES} more</span>
              ) : null}
            </p>
          </li>
        ))}
      </ol>
    </Box>
  )
}

const flagWords = (kind: string | undefined): string =>
  Object.entries(FOUND).find(([known]) => known === kind)?.[1].words ?? "flagged"

/** A link "agent:line"; the tooltip has the whole path. */
function Place({
  team,
  cited: { file, path, line, lineNow, agent, stands },
}: {
  team: string
  cited: CitedAgentLine
}) {
  const words = `${agent ?? path.split("/").slice(-2).join("/")}:${lineNow ?? line}`
  if (stands === "gone") return <span title={`${path}:${line}`}>{words} (removed)</span>
  return (
    <span>
      <Link
        href={filePath(team, file, lineNow ?? line)}
        title={`${path}:${lineNow ?? line}`}
        className="font-mono text-link wrap-anywhere"
      >
        <DrawnText text={words} />
      </Link>
      {stands === "changed" ? " (changed since)" : ""}
    </span>
  )
}
