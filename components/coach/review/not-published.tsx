import { Link } from "@/components/ui/link"
import { WordsOf } from "@/components/proposals/untrusted-text"
import { count } from "@/components/data/count"
import { isSaid } from "./synthesis-document"
import type { Claim, Synthesis } from "./review-types"
import { claimDecisionWords } from "./review-text"

/** The claims that are not in the published text: promoted to shared memory, or rejected with a reason. */
export function NotPublished({ synthesis, now }: { synthesis: Synthesis; now: string }) {
  const { team, statements, state } = synthesis
  if (state !== "published" && state !== "replaced") return null
  const others = statements.filter((one) => !isSaid(state)(one))
  const promoted = others.filter((one) => one.state !== "rejected")
  const rejected = others.filter((one) => one.state === "rejected")
  return (
    <>
      <Folded
        title={`${count(promoted.length, "claim")} promoted to shared memory`}
        team={team}
        claims={promoted}
        now={now}
      />
      <Folded title={`${count(rejected.length, "claim")} rejected`} team={team} claims={rejected} now={now} />
    </>
  )
}

function Folded({
  title,
  team,
  claims,
  now,
}: {
  title: string
  team: string
  claims: readonly Claim[]
  now: string
}) {
  if (claims.length === 0) return null
  return (
    <details className="text-ink-2">
      <summary className="w-fit rounded-sm font-medium">{title}</summary>
      <ul className="mt-1.5 grid gap-2.5">
        {claims.map((one) => (
          <li key={one.position}>
            <span className={one.state === "rejected" ? "line-through" : "text-ink"}>
              <WordsOf text={one.text} />
            </span>
            <span className="block text-sm">
              <WordsOf text={`${claimDecisionWords(one, now)}${one.reason ? `: ${one.reason}` : ""}`} />
              {one.proposals.map(({ id, path, state }) => (
                <span key={id}>
                  {" · "}
                  <Link
                    href={`/t/${team}/inbox?${state === "waiting" ? "" : "tab=decided&"}item=${encodeURIComponent(id)}`}
                    className="text-link"
                  >
                    {path}
                  </Link>{" "}
                  {state === "waiting" ? "waiting" : state}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
