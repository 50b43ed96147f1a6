export {
  findUnavailable,
  isDatabaseUnavailable,
  type Unavailable,
  UNAVAILABLE_DIGEST,
} from "@/lib/db/infra/database-unavailable"
