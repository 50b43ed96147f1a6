import { Instant } from "@/components/data/instant"
import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { FactList } from "@/components/memory-files/reader/fact-list"
import type { RevisionOrigin, RevisionLine } from "./history-types"
import { describeWho } from "./history-text"

const VERDICTS: Readonly<Record<string, string>> = {
  approved: "Approved",
  edited: "Approved with edits",
  merged: "Merged",
}

/**
 * Author, date and proposals of a revision. If the author approved the only proposal of the revision, the
 * person is shown once.
 */
export function OriginFacts({ team, revision }: { team: string; revision: RevisionLine }) {
  const [first, ...others] = revision.from
  const told = first !== undefined && others.length === 0 && first.decidedBy === revision.by
  return (
    <FactList
      facts={[
        { term: "Written by", value: told ? null : <VisibleText text={describeWho(revision)} /> },
        {
          term: "When",
          value: told ? null : <Instant at={revision.createdAt} />,
        },
        ...(first && others.length === 0
          ? [
              { term: "From", value: <From team={team} origin={first} /> },
              { term: "Reason", value: first.reason ? <VisibleText text={first.reason} /> : null },
              {
                term: ownValue(VERDICTS, first.verdict) ?? "Decided",
                value: (
                  <>
                    <VisibleText text={first.decidedBy} />, <Instant at={first.decidedAt} />
                  </>
                ),
              },
            ]
          : []),
        ...(others.length > 0 ? [{ term: "From", value: <Several team={team} from={revision.from} /> }] : []),
      ]}
    />
  )
}

function From({ team, origin }: { team: string; origin: RevisionOrigin }) {
  return (
    <>
      <VisibleText text={origin.agent ?? origin.author} />
      {origin.session ? (
        <>
          , session{" "}
          <span className="font-mono text-sm">
            <VisibleText text={origin.session} />
          </span>
        </>
      ) : null}
      {", "}
      <Link href={`/t/${team}/inbox?tab=decided&item=${origin.proposal}`} className="text-link">
        proposal
      </Link>
    </>
  )
}

function Several({ team, from }: { team: string; from: readonly RevisionOrigin[] }) {
  return (
    <ul className="grid gap-0.5">
      {from.map((one) => (
        <li key={one.proposal}>
          <From team={team} origin={one} />
        </li>
      ))}
    </ul>
  )
}
