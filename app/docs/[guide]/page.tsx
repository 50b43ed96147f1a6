import { notFound } from "next/navigation"
import { DocsFrame } from "@/components/docs/frame"
import { Markdown } from "@/components/docs/markdown-blocks"
import { findGuide, guideAddress, listGuides } from "../guides"

interface Props {
  params: Promise<{ guide: string }>
}

export async function generateMetadata({ params }: Props) {
  return { title: findGuide((await params).guide)?.title ?? "Guides" }
}

export default async function GuidePage({ params }: Props) {
  const guide = findGuide((await params).guide)
  if (!guide) notFound()
  return (
    <DocsFrame groups={listGuides()} open={guide.slug}>
      <article className="min-w-0">
        <Markdown text={guide.text} resolve={guideAddress} />
      </article>
    </DocsFrame>
  )
}
