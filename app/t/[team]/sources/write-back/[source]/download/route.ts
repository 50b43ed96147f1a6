import { guardDatabase } from "@/lib/api/error-responses"
import { actorFromRequest } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { downloadWriteBack } from "@/lib/operations/write-back/write-back"

export const dynamic = "force-dynamic"

const STATUS: Readonly<Record<string, number>> = {
  "not-found": 404,
  forbidden: 403,
  unauthenticated: 401,
  conflict: 409,
}

/** Returns the patch or zip file as a download. */
export const GET = guardDatabase(answerDownload)

/** The same for a form, because the paths of many chosen files do not fit in an address. */
export const POST = guardDatabase(answerDownload)

async function answerDownload(
  request: Request,
  { params }: { params: Promise<{ team: string; source: string }> },
): Promise<Response> {
  const [{ team, source }, actor] = await Promise.all([params, actorFromRequest(request)])
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const paths = request.method === "POST" ? (await request.formData()).getAll("paths").map(String) : []
  const outcome = actor.ok
    ? await runOperation(downloadWriteBack, actor.value, {
        ...query,
        ...(paths.length > 0 ? { paths } : {}),
        team,
        source,
      })
    : actor
  if (!outcome.ok)
    return new Response(outcome.message, {
      status: STATUS[outcome.reason] ?? 422,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    })
  const { name, type, content } = outcome.value
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  }
  return new Response(Buffer.from(content, "base64"), { headers })
}
