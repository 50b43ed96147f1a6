import { fileName } from "@/lib/memory/memory-files/paths"
import { guardDatabase } from "@/lib/api/error-responses"
import { requireActor } from "@/lib/auth/actor"
import { SEED_FORMATS } from "@/lib/memory/seed/seed-entry"
import { runOperation } from "@/lib/operations/operation"
import { showSeedText } from "@/lib/operations/seed/text"

export const dynamic = "force-dynamic"

const STATUS: Partial<Record<string, number>> = { "not-found": 404, forbidden: 404, invalid: 400 }

/** Responds with the file that a plan would write, in the requested format, for download. */
export const GET = guardDatabase(answerDownload)

async function answerDownload(
  request: Request,
  { params }: { params: Promise<{ team: string; plan: string }> },
): Promise<Response> {
  const [{ plan }, actor] = await Promise.all([params, requireActor()])
  const asked = new URL(request.url).searchParams.get("format")
  const format = SEED_FORMATS.find((one) => one === asked)
  const made = await runOperation(showSeedText, actor, { plan, ...(format === undefined ? {} : { format }) })
  if (!made.ok)
    return new Response(`${made.message}\n`, {
      status: STATUS[made.reason] ?? 503,
      headers: { "content-type": "text/plain; charset=utf-8" },
    })
  const { text, path } = made.value
  const name = fileName(path)
  return new Response(text, {
    headers: {
      "content-type":
        name.endsWith(".json") || name.endsWith(".jsonl")
          ? "application/json; charset=utf-8"
          : "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "cache-control": "no-store",
    },
  })
}
