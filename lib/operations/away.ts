export { isDatabaseAway } from "@/lib/db/away"
