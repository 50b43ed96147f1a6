import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { synthesisPath } from "@/components/data/addresses"
import { PrintButton } from "@/components/coach/review/print-button"
import { SynthesisDocument } from "@/components/coach/review/synthesis-document"
import { PageTop } from "@/components/ui/page-top"
import { readSynthesis } from "../read-synthesis"

interface PrintPageProps {
  params: Promise<{ team: string; synthesis: string }>
}

export async function generateMetadata({ params }: PrintPageProps): Promise<Metadata> {
  const { team, synthesis } = await params
  return { title: `${(await readSynthesis(team, synthesis)).synthesis.title} (print)` }
}

/** Print page with only the text of a synthesis, reviewed or not. */
export default async function PrintPage({ params }: PrintPageProps) {
  const { team, synthesis: id } = await params
  const { synthesis } = await readSynthesis(team, id)
  return (
    <div className="flex min-h-full flex-col md:min-h-page">
      <PageTop
        title={
          <>
            <Link href={synthesisPath(team, id)} className="font-medium text-ink-2 hover:text-ink">
              Coach
            </Link>
            <span className="text-ink-3"> / </span>
            Print
          </>
        }
        actions={<PrintButton />}
      />
      <div className="flex-1 bg-surface print:bg-transparent">
        <SynthesisDocument synthesis={synthesis} now={new Date().toISOString()} printed />
      </div>
    </div>
  )
}
