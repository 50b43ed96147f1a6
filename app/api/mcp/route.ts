import { answerMcp } from "@/lib/api/mcp/door"

export const dynamic = "force-dynamic"

export { answerMcp as DELETE, answerMcp as GET, answerMcp as POST }
