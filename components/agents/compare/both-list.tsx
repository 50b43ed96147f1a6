import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { titledStatement } from "@/lib/memory/memory-files/titled-statement"
import { shortPath } from "@/components/text/short-path"
import { Tag } from "@/components/ui/tag"
import { TableBox } from "@/components/data/table"
import type { EntryOfBoth, AgentEntry } from "./compared"

/** Entries that both agents have: similar ones side by side, identical ones once. */
export function BothList({
  team,
  both,
  names,
}: {
  team: string
  both: readonly EntryOfBoth[]
  names: readonly [a: string, b: string]
}) {
  return (
    <TableBox className="overflow-hidden">
      <ul>
        {both.map(({ kind, score, why, a, b }) => (
          <li key={`${a.entry} ${b.entry}`} className="border-line px-3.5 py-2.25 not-first:border-t">
            <p className="mb-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
              {kind === "same" ? (
                <Tag>identical</Tag>
              ) : (
                <Tag tone="caution">{Math.round(score * 100)}% similar</Tag>
              )}
              {kind === "same" ? null : <span>{why}</span>}
            </p>
            {kind === "same" ? (
              <>
                <Said text={titledStatement(a)} />
                <p className="mt-0.5 flex flex-wrap gap-x-3 gap-y-1.5 text-sm">
                  <Place team={team} of={a} name={names[0]} />
                  <Place team={team} of={b} name={names[1]} />
                </p>
              </>
            ) : (
              <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
                {[a, b].map((one, side) => (
                  <div key={one.entry}>
                    <Said text={titledStatement(one)} />
                    <p className="mt-0.5 text-sm">
                      <Place team={team} of={one} name={names[side] ?? ""} />
                    </p>
                  </div>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </TableBox>
  )
}

function Said({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <VisibleText text={text} />
    </p>
  )
}

function Place({
  team,
  of: { file, path, line, section },
  name,
}: {
  team: string
  of: AgentEntry
  name: string
}) {
  return (
    <span className="text-ink-2">
      {name}:{" "}
      <Link href={filePath(team, file, line)} title={path} className="text-link wrap-anywhere">
        {shortPath(path)}:{line}
      </Link>
      {section === null ? null : <span className="text-ink-3"> {section}</span>}
    </span>
  )
}
