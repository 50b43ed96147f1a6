import { guardDatabase } from "@/lib/api/database-unavailable-response"
import { answerAuth } from "@/lib/auth/provider-sign-in"

const handle = guardDatabase(answerAuth)

export { handle as GET, handle as POST }
