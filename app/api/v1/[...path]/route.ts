import { answerRest } from "@/lib/api/rest"

interface Context {
  readonly params: Promise<{ path: string[] }>
}

async function handle(request: Request, context: Context): Promise<Response> {
  return answerRest(request, (await context.params).path)
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
