import { takeToken } from "@/lib/api/device-login"

/** Returns the token of a command line once its login is approved. */
export const POST = takeToken
