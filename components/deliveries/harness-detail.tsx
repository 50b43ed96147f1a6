import { Instant } from "@/components/data/instant"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Facts } from "@/components/ui/panel"
import { Skeleton } from "@/components/ui/skeleton"
import { TableBox } from "@/components/data/table"
import { LoadedAt, harnessWords, type Load, type Loader, type Receipt, DeliveryStateMark } from "./delivery"
import { DeliveryNextStep } from "./delivery-next-step"
import { ChevronRight, CircleCheck, CircleHelp, History } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { formatCount } from "@/lib/memory/text/sentence"

/** The delivered entries, highest rank first, with their current text and a link. */
function GivenEntries({ team, receipt: { given } }: { team: string; receipt: Receipt }) {
  if (given.length === 0) return <p className="text-ink-2">The delivery contains no entries.</p>
  const gone = given.filter((one) => one.text === null).length
  return (
    <details className="group">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1 text-sm font-medium text-ink-3 hover:text-ink">
        <ChevronRight className="icon group-open:rotate-90" aria-hidden />
        {formatCount(given.length, "entry")} delivered
        {gone > 0 ? `, ${gone} since removed` : ""}
      </summary>
      <ol className="mt-1 grid gap-1">
        {given.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            {one.text === null || one.file === null ? (
              <span className="text-ink-3">removed entry</span>
            ) : (
              <Link
                href={filePath(team, one.file, one.line ?? undefined)}
                className={`hover:text-accent hover:underline ${one.state === "current" ? "" : "text-ink-3 line-through"}`}
              >
                {one.text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

interface HarnessDetailProps {
  team: string
  loader: Loader
  harness: string | null
  /** Last delivery in this harness; null: none. */
  load: Load | null
  /** Null: loading. */
  receipt: Receipt | null
  problem: string | null
  again: () => void
  now: string
}

export function HarnessDetail({
  team,
  loader,
  harness,
  load,
  receipt,
  problem,
  again,
  now,
}: HarnessDetailProps) {
  const isNowhere = load === null && loader.loads.length === 0
  return (
    <TableBox className="grid min-w-0 gap-2.5 p-3">
      <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
        <span className="min-w-0 wrap-anywhere">
          {isNowhere && harness === null ? "No harness yet" : harnessWords(harness)}
        </span>
        <span className="flex flex-wrap gap-x-2.5 font-normal">
          <DeliveryState loader={loader} load={load} receipt={receipt} />
        </span>
        {load?.at ? (
          <LoadedAt at={load.at} now={now} className="ml-auto text-sm font-normal text-ink-3" />
        ) : null}
      </h3>
      <DeliveryNextStep loader={loader} harness={harness} load={load} receipt={receipt} />
      {load === null ? null : <Delivery {...{ team, receipt, problem, again }} />}
    </TableBox>
  )
}

/** The delivered files and entries. `receipt`: null while it loads, or if it could not be loaded. */
function Delivery({
  team,
  receipt,
  problem,
  again,
}: Pick<HarnessDetailProps, "team" | "receipt" | "problem" | "again">) {
  if (receipt)
    return (
      <>
        <ReceiptFiles team={team} receipt={receipt} />
        <GivenEntries team={team} receipt={receipt} />
        <ReceiptFacts receipt={receipt} />
      </>
    )
  if (problem !== null)
    return (
      <Notice
        tone="danger"
        title="Could not load the delivery"
        action={
          <Button size="sm" onClick={again}>
            Try again
          </Button>
        }
        live
      >
        {problem}
      </Notice>
    )
  return (
    <>
      <output className="sr-only">Loading delivery…</output>
      <Skeleton className="h-20 w-full" />
    </>
  )
}

interface DeliveryStateProps {
  loader: Loader
  load: Load | null
  receipt: Receipt | null
}

/** The state in one mark, or the states of the context and of the files on disk if the two differ. */
function DeliveryState({ loader, load, receipt }: DeliveryStateProps) {
  if (load === null) return <DeliveryStateMark standing="never" behind={0} quiet={loader.loads.length > 0} />
  const onDisk = load.standing === "old" ? (receipt?.onDisk.filter((one) => one.behind).length ?? 0) : 0
  if (receipt === null || onDisk === 0)
    return <DeliveryStateMark standing={load.standing} behind={load.behind} quiet={false} />
  const inContext = receipt.files.filter((one) => one.behind).length + receipt.missed.length
  return (
    <>
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        context: <DeliveryStateMark standing={inContext > 0 ? "old" : "current"} behind={inContext} />
      </span>
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        on disk: <DeliveryStateMark standing="old" behind={onDisk} />
      </span>
    </>
  )
}

function ReceiptFacts({ receipt: { session, at, tokens, sha256, by } }: { receipt: Receipt }) {
  return (
    <Facts
      facts={[
        [
          "Session",
          <code key="session" className="font-mono wrap-anywhere">
            {session}
          </code>,
        ],
        ["Loaded", <Instant key="loaded" at={at} look="second" />],
        [
          "Text",
          tokens === 0 ? (
            "empty"
          ) : (
            <span key="text">
              {tokens.toLocaleString("en")} tokens, SHA-256{" "}
              <code className="font-mono wrap-anywhere" title={sha256}>
                {sha256.slice(0, 12)}…
              </code>
            </span>
          ),
        ],
        ["Requested by", by],
      ]}
    />
  )
}

/**
 * The files in the context, the files on the harness's disk, and the files missing from the context, with
 * their revisions at delivery and now.
 */
function ReceiptFiles({ team, receipt: { files, onDisk, missed } }: { team: string; receipt: Receipt }) {
  return (
    <>
      <Group title="Files in context">
        {files.map((one) => (
          <FileLine key={one.file} team={team} {...one} />
        ))}
        {missed.map((one) => (
          <FileLine key={one.file} team={team} {...one} revision={null} behind />
        ))}
      </Group>
      <Group title="Files on disk">
        {onDisk.map((one) => (
          <FileLine key={one.path} team={team} {...one} isOnDisk />
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: readonly ReactNode[] | ReactNode }) {
  const isEmpty = Array.isArray(children) && children.flat().length === 0
  if (isEmpty) return null
  return (
    <div>
      <h4 className="text-sm font-medium text-ink-3">{title}</h4>
      <ul className="mt-0.5 grid gap-1">{children}</ul>
    </div>
  )
}

interface FileLineProps {
  team: string
  file: string | null
  path: string
  /** Delivered revision. Null: the file was not part of the context, or its content on disk is unknown. */
  revision: number | null
  head: number | null
  behind: boolean
  isOnDisk?: boolean
}

function FileLine({ team, file, path, revision, head, behind, isOnDisk }: FileLineProps) {
  const isUnknown = isOnDisk === true && revision === null
  const KnownIcon = behind ? History : CircleCheck
  const Icon = isUnknown ? CircleHelp : KnownIcon
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <Icon
        className={`icon shrink-0 self-center ${isUnknown || behind ? "text-caution" : "text-good"}`}
        aria-hidden
      />
      <span className="min-w-0 flex-1 basis-60">
        {file === null || head === null ? (
          <code className="font-mono text-sm wrap-anywhere">{path}</code>
        ) : (
          <Link
            href={filePath(team, file)}
            className="font-mono text-sm wrap-anywhere hover:text-accent hover:underline"
          >
            {path}
          </Link>
        )}
      </span>
      <span className="shrink-0 pl-5.5 text-sm text-ink-2 tabular-nums sm:pl-0">
        <Standing
          team={team}
          file={file}
          revision={revision}
          head={head}
          behind={behind}
          isUnknown={isUnknown}
        />
      </span>
    </li>
  )
}

function Standing({
  team,
  file,
  revision,
  head,
  behind,
  isUnknown,
}: Pick<FileLineProps, "team" | "file" | "revision" | "head" | "behind"> & { isUnknown: boolean }) {
  if (isUnknown) return <>unknown content</>
  if (head === null) return <>revision {revision}, since removed</>
  if (revision === null) return <>not included (latest: revision {head})</>
  if (head === revision || file === null) return <>revision {revision}</>
  const compare = (
    <Link
      href={`${filePath(team, file)}?view=compare&left=${revision}&right=${head}`}
      className="inline-block min-h-6 text-link"
    >
      revision {revision} → {head}
    </Link>
  )
  return behind ? compare : <>{compare}, no new entries</>
}
