import { actorFromRequest } from "@/lib/auth/actor"
import { isHearing } from "@/lib/db/listen"
import { countChanges, listenTo, type Notice } from "@/lib/operations/live"

export const dynamic = "force-dynamic"

const BREATH_MS = 20_000
/** Rights are looked up again when the browser reconnects: after so long, and whenever somebody's in the team have changed. */
const LONGEST_MS = 10 * 60_000

/** Server-sent events: `ready` with how many changes there were until then, each change in a team as it is committed (`change`), and `lost` where some may have been missed. */
export async function GET(request: Request): Promise<Response> {
  const actor = await actorFromRequest(request)
  if (!actor.ok) return new Response(actor.message, { status: 401 })
  const team = new URL(request.url).searchParams.get("team") ?? ""
  let stop = () => {}
  const text = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: string, data: unknown) => {
        try {
          controller.enqueue(text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
        } catch {
          stop() // the browser has gone
        }
      }
      const end = () => {
        stop()
        try {
          controller.close()
        } catch {
          // closed by the browser already
        }
      }
      const heard = await listenTo(actor.value, team, (notice) => {
        if (notice === "rights") end()
        else if (notice === "lost") send("lost", {})
        else send("change", shown(notice))
      })
      if (!heard.ok) {
        send("refused", { message: heard.message })
        return end()
      }
      const breath = setInterval(() => send("breath", {}), BREATH_MS)
      const last = setTimeout(end, LONGEST_MS)
      stop = () => {
        clearInterval(breath)
        clearTimeout(last)
        heard.value()
      }
      request.signal.addEventListener("abort", () => stop(), { once: true })
      await isHearing()
      send("ready", { changes: await countChanges(actor.value, team) })
    },
    cancel: () => stop(),
  })
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  })
}

const shown = ({ number, kind, by, byId, proposals, conflicts, alerts, syntheses, seeds }: Notice) => ({
  number,
  kind,
  by,
  byId,
  ...(proposals ? { proposals } : {}),
  ...(conflicts ? { conflicts } : {}),
  ...(alerts ? { alerts } : {}),
  ...(syntheses ? { syntheses } : {}),
  ...(seeds ? { seeds } : {}),
})
