import { answerBadge } from "@/lib/api/badge"

export const dynamic = "force-dynamic"

export async function GET(
  request: Request,
  { params }: { params: Promise<{ key: string }> },
): Promise<Response> {
  return answerBadge(request, (await params).key)
}
