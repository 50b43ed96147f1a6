import { guardDatabase } from "@/lib/api/error-responses"
import { requireActor } from "@/lib/auth/actor"
import { exportAudit } from "@/lib/operations/audit/audit-log"
import { runOperation } from "@/lib/operations/operation"

export const dynamic = "force-dynamic"

/**
 * Responds with a whole audit chain as JSON Lines, streamed while it is read. `?of=deployment`: the chain of
 * the deployment instead of the team.
 */
export const GET = guardDatabase(answerDownload)

async function answerDownload(
  request: Request,
  { params }: { params: Promise<{ team: string }> },
): Promise<Response> {
  const [{ team }, actor] = await Promise.all([params, requireActor()])
  const deployment = new URL(request.url).searchParams.get("of") === "deployment"
  const page = (after?: string) =>
    runOperation(exportAudit, actor, {
      ...(deployment ? {} : { team }),
      ...(after === undefined ? {} : { after }),
    })
  const first = await page()
  if (!first.ok)
    return new Response(`${first.message}\n`, {
      status: first.reason === "forbidden" ? 403 : 404,
      headers: { "content-type": "text/plain; charset=utf-8" },
    })
  let next: typeof first | null = first
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next === null) return controller.close()
      controller.enqueue(
        new TextEncoder().encode(next.value.events.map((event) => `${JSON.stringify(event)}\n`).join("")),
      )
      if (next.value.next === null) {
        next = null
        return controller.close()
      }
      const following = await page(next.value.next)
      if (!following.ok) return controller.error(new Error(following.message))
      next = following
    },
  })
  const name = `audit-${deployment ? "deployment" : team}-${new Date().toISOString().slice(0, 10)}.jsonl`
  return new Response(body, {
    headers: {
      "content-type": "application/jsonl; charset=utf-8",
      "content-disposition": `attachment; filename="${encodeURIComponent(name)}"`,
      "cache-control": "no-store",
    },
  })
}
