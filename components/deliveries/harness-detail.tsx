import { Instant } from "@/components/data/instant"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Facts } from "@/components/ui/panel"
import { Skeleton } from "@/components/ui/skeleton"
import { Box } from "@/components/data/table"
import { GivenEntries } from "./given-entries"
import { LoadedAt } from "./loaded-at"
import { ReceiptFiles } from "./receipt-files"
import { harnessWords, type Load, type Loader, type Receipt } from "./delivery-types"
import { StandingMark } from "./standing-mark"
import { WayOut } from "./way-out"

interface HarnessDetailProps {
  team: string
  loader: Loader
  harness: string | null
  /** Null: no delivery in this harness. */
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
  // The context may be up to date while a file on disk is not, so both are shown.
  const told = receipt === null ? 0 : receipt.files.filter((one) => one.behind).length + receipt.missed.length
  const onDisk =
    receipt === null || load?.standing !== "old" ? 0 : receipt.onDisk.filter((one) => one.behind).length
  return (
    <Box className="grid min-w-0 gap-2.5 p-3">
      <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
        <span className="min-w-0 wrap-anywhere">
          {isNowhere && harness === null ? "No harness yet" : harnessWords(harness)}
        </span>
        <span className="flex flex-wrap gap-x-2.5 font-normal">
          {onDisk === 0 ? (
            <StandingMark
              standing={load?.standing ?? "never"}
              behind={load?.behind ?? 0}
              quiet={load === null && !isNowhere}
            />
          ) : (
            <>
              <span className="inline-flex items-center gap-1.5 text-ink-2">
                context: <StandingMark standing={told > 0 ? "old" : "current"} behind={told} />
              </span>
              <span className="inline-flex items-center gap-1.5 text-ink-2">
                on disk: <StandingMark standing="old" behind={onDisk} />
              </span>
            </>
          )}
        </span>
        {load?.at ? (
          <LoadedAt at={load.at} now={now} className="ml-auto text-sm font-normal text-ink-3" />
        ) : null}
      </h3>
      <WayOut loader={loader} harness={harness} load={load} receipt={receipt} />
      {load === null ? null : problem !== null && receipt === null ? (
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
      ) : receipt === null ? (
        <>
          <output className="sr-only">Loading delivery…</output>
          <Skeleton className="h-20 w-full" />
        </>
      ) : (
        <>
          <ReceiptFiles team={team} receipt={receipt} />
          <GivenEntries team={team} receipt={receipt} />
          <Facts
            facts={[
              [
                "Session",
                <code key="session" className="font-mono wrap-anywhere">
                  {receipt.session}
                </code>,
              ],
              ["Loaded", <Instant key="loaded" at={receipt.at} look="second" />],
              [
                "Text",
                receipt.tokens === 0 ? (
                  "empty"
                ) : (
                  <span key="text">
                    {receipt.tokens.toLocaleString("en")} tokens, SHA-256{" "}
                    <code className="font-mono wrap-anywhere" title={receipt.sha256}>
                      {receipt.sha256.slice(0, 12)}…
                    </code>
                  </span>
                ),
              ],
              ["Requested by", receipt.by],
            ]}
          />
        </>
      )}
    </Box>
  )
}
