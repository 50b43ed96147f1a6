import { guardDatabase } from "@/lib/api/error-responses"
import { requireActor } from "@/lib/auth/actor"
import { showSynthesisText } from "@/lib/operations/coach/synthesis-document"
import { runOperation } from "@/lib/operations/operation"

export const dynamic = "force-dynamic"

const STATUS: Partial<Record<string, number>> = { "not-found": 404, forbidden: 404, invalid: 404 }

/** Responds with a synthesis as a Markdown file for download. */
export const GET = guardDatabase(answerDownload)

async function answerDownload(
  _request: Request,
  { params }: { params: Promise<{ team: string; synthesis: string }> },
): Promise<Response> {
  const [{ synthesis }, actor] = await Promise.all([params, requireActor()])
  const text = await runOperation(showSynthesisText, actor, { synthesis })
  if (!text.ok)
    return new Response(`${text.message}\n`, {
      status: STATUS[text.reason] ?? 503,
      headers: { "content-type": "text/plain; charset=utf-8" },
    })
  const { title, markdown } = text.value
  return new Response(markdown, {
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.md`)}`,
      "cache-control": "no-store",
    },
  })
}
