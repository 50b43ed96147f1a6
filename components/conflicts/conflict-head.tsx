import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Tag } from "@/components/ui/tag"
import { fileHeadline } from "./headline"
import type { ConflictDetail, ConflictSummary } from "./conflict-types"
import { conflictTitle, foundByWords } from "./conflict-text"
import { asSentence } from "@/lib/memory/text/sentence"

interface ConflictHeadProps {
  team: string
  conflict: ConflictSummary
  detail: ConflictDetail | null
  now: string
}

const SCOPES = { "same-scope": "same scope", "cross-scope": "across scopes", file: "file" } as const

/** Title and evidence of a conflict. */
export function ConflictHead({ team, conflict, detail, now }: ConflictHeadProps) {
  const message =
    conflict.kind === "file"
      ? fileHeadline(conflict.path, conflict.evidence.message)
      : conflict.evidence.message
  const words = notSaid(conflict.evidence)
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{conflictTitle(conflict)}</h2>
        <Tag>{SCOPES[conflict.kind]}</Tag>
        <time
          dateTime={conflict.createdAt}
          title={foundByWords(conflict.foundBy)}
          className="ml-auto whitespace-nowrap text-ink-3"
        >
          <Instant at={conflict.createdAt} now={now} />
        </time>
      </header>
      {conflict.kind === "file" ? (
        <p className="mt-0.75 text-ink-2">
          {conflict.fileId === null ? (
            <code className="font-mono wrap-anywhere">
              <VisibleText text={conflict.path} />
            </code>
          ) : (
            <Link
              href={filePath(team, conflict.fileId)}
              className="font-mono text-sm wrap-anywhere text-link"
            >
              <VisibleText text={conflict.path} />
            </Link>
          )}
          {detail?.file ? (
            <>
              {" "}
              from <VisibleText text={detail.file.source} />
            </>
          ) : null}
        </p>
      ) : null}
      <p className="mt-0.75 text-ink-2">
        <UntrustedText text={asSentence(message)} />
        {words ? (
          <>
            {" "}
            <q className="text-ink">
              <UntrustedText text={words} />
            </q>
          </>
        ) : null}
      </p>
    </>
  )
}

/** Returns the exact words of the evidence; null if there are none or the message contains them. */
function notSaid({ message, words }: ConflictSummary["evidence"]): string | null {
  return words === null || words.split(" / ").every((one) => message.includes(one)) ? null : words
}
