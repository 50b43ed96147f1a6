import { takeToken } from "@/lib/api/device"

/** A command line asks whether it was let in. */
export const POST = takeToken
