import { answerMcp } from "@/lib/api/mcp/mcp-endpoint"

export const dynamic = "force-dynamic"

export { answerMcp as DELETE, answerMcp as GET, answerMcp as POST }
