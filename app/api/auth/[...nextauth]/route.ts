import { guardDatabase } from "@/lib/api/error-responses"
import { answerAuth } from "@/lib/auth/provider-sign-in"

const handle = guardDatabase(answerAuth)

export { handle as GET, handle as POST }
