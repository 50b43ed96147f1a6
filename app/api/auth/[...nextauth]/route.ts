import { answerAuth } from "@/lib/auth/provider-sign-in"

export { answerAuth as GET, answerAuth as POST }
