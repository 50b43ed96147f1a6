import { DocumentSkeleton } from "@/components/ui/skeleton"

export default function SynthesisLoading() {
  return <DocumentSkeleton title="Coach" what="the synthesis" />
}
