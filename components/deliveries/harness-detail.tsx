import { Instant } from "@/components/data/instant"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Facts } from "@/components/ui/panel"
import { Skeleton } from "@/components/ui/skeleton"
import { TableBox } from "@/components/data/table"
import { LoadedAt } from "./loaded-at"
import { ReceiptFiles } from "./receipt-files"
import { harnessWords, type Load, type Loader, type Receipt } from "./delivery-types"
import { DeliveryStateMark } from "./delivery-state"
import { DeliveryNextStep } from "./delivery-next-step"
import { ChevronRight } from "lucide-react"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { count } from "@/components/data/count"

/** The delivered entries, highest rank first, with their current text and a link. */
function GivenEntries({ team, receipt: { given } }: { team: string; receipt: Receipt }) {
  if (given.length === 0) return <p className="text-ink-2">The delivery contains no entries.</p>
  const gone = given.filter((one) => one.text === null).length
  return (
    <details className="group">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1 text-sm font-medium text-ink-3 hover:text-ink">
        <ChevronRight className="icon group-open:rotate-90" aria-hidden />
        {count(given.length, "entry", "entries")} delivered
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
