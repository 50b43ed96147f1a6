import { Check, CircleAlert, X } from "lucide-react"
import { VisibleText } from "@/components/text/visible-text"
import type { BulkReport } from "./apply-decision"

/** Outcomes of a bulk decision, undecided items first. */
export function ReportBox({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const all = report.outcomes.every((one) => one.ok)
  return (
    <section aria-label="Results" className="border-b border-line bg-ground px-4 py-2 md:px-7">
      <div className="flex items-center gap-2">
        <output className="min-w-0 flex-1 font-medium">{report.words}</output>
        <button
          type="button"
          aria-label="Close results"
          className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
          onClick={onClose}
        >
          <X className="icon" aria-hidden />
        </button>
      </div>
      {report.outcomes.length > 0 ? (
        <details open={!all}>
          <summary className="w-fit cursor-pointer rounded-sm text-sm text-ink-2">Details</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list scrolls, so it needs keyboard focus */}
          <ul tabIndex={0} aria-label="Results by item" className="mt-1.5 max-h-60 overflow-y-auto pb-1">
            {report.outcomes.map((one) => (
              <li
                key={one.id}
                data-outcome={one.ok ? "done" : "refused"}
                className="flex gap-2 py-0.5"
                style={{ contentVisibility: "auto", containIntrinsicBlockSize: "auto 24px" }}
              >
                {one.ok ? (
                  <Check className="icon mt-0.5 text-good" aria-hidden />
                ) : (
                  <CircleAlert className="icon mt-0.5 text-danger" aria-hidden />
                )}
                <span className="min-w-0 flex-1 truncate">
                  <VisibleText text={one.headline} />
                </span>
                <span
                  className={`max-w-80 shrink-0 truncate text-sm ${one.ok ? "text-ink-3" : "text-danger"}`}
                  title={one.words}
                >
                  {one.words}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}
