import { sankey, sankeyLinkHorizontal, type SankeyNode } from "d3-sankey"
import type { LoadMap, MapFlow, MapNode } from "@/lib/memory/agents/agent-loads"
import { formatCount } from "@/lib/memory/text/sentence"
import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { agentPath, categoryPath, filePath } from "@/components/data/addresses"

/**
 * Dimensions of a diagram: its width, and for the labels at both sides their width and maximum number of
 * letters.
 */
interface Frame {
  readonly width: number
  readonly agents: { readonly px: number; readonly letters: number }
  readonly files: { readonly px: number; readonly letters: number }
}

const WIDE: Frame = { width: 960, agents: { px: 230, letters: 38 }, files: { px: 230, letters: 38 } }
/** Dimensions that fit a phone without scrolling. */
const NARROW: Frame = { width: 320, agents: { px: 100, letters: 16 }, files: { px: 126, letters: 20 } }
const BAR = 8
/** The gap between two bars, for their labels. */
const GAP = 13
const ROW = 9
/** The margin above the first and below the last bar, so that labels are not clipped. */
const EDGE = 8

/**
 * A Sankey diagram: agents on the left, the memory they load on the right, ribbons as wide as the entries
 * loaded.
 */
export function LoadMapChart({ team, map }: { team: string; map: LoadMap }) {
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        <Legend className="stroke-accent/45">Loaded (width shows number of entries)</Legend>
        <Legend className="stroke-danger/70">Truncated</Legend>
        <Legend className="stroke-ink-3/60" dashed>
          Never delivered
        </Legend>
      </figcaption>
      <section aria-label="Agent–memory map">
        <Drawing {...{ team, map }} frame={WIDE} className="max-md:hidden" />
        <Drawing {...{ team, map }} frame={NARROW} className="md:hidden" />
      </section>
      <details className="mt-3">
        <summary className="cursor-pointer text-sm text-ink-2 hover:text-ink">Show as table</summary>
        <FlowTable map={map} flows={map.flows} />
      </details>
    </figure>
  )
}

interface DrawingProps {
  team: string
  map: LoadMap
  frame: Frame
  className: string
}

function Drawing({ team, map, frame, className }: DrawingProps) {
  const { agents, files } = map
  const rows = Math.max(agents.length, files.length)
  const height = Math.max(120, rows * (ROW + GAP))
  const layout = layOut(map, height, frame)
  const label = `Memory files loaded by each agent: ${formatCount(agents.length, "agent")}, ${formatCount(files.length, "memory file")}`
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${height}`}
      className={`w-full ${className}`}
      aria-label={label}
      data-map
    >
      <g fill="none">
        {layout.links.map(({ flow, path, width, source, target }) => (
          <g key={`${flow.from} ${flow.to}`} className="group">
            <path
              d={path}
              strokeWidth={Math.max(1, width)}
              strokeDasharray={flow.delivered === 0 ? "5 3" : undefined}
              className={
                flow.delivered === 0
                  ? "stroke-ink-3/35 hover:stroke-ink-3/70"
                  : "stroke-accent/30 hover:stroke-accent/70"
              }
            >
              <title>{wordsOf(flow, source, target)}</title>
            </path>
            {flow.truncated > 0 ? (
              <path
                d={path}
                strokeWidth={Math.max(1, (width * flow.truncated) / flow.entries)}
                className="pointer-events-none stroke-danger/70"
              />
            ) : null}
          </g>
        ))}
      </g>
      {layout.nodes.map((node) => (
        <NodeBar key={`${node.side} ${node.key}`} {...{ team, node, frame }} />
      ))}
    </svg>
  )
}

function NodeBar({ team, node, frame }: { team: string; node: Placed; frame: Frame }) {
  const isLeft = node.side === "agents"
  const middle = (node.y0 + node.y1) / 2
  const href = hrefOf(team, node)
  const text = (
    <text
      x={isLeft ? node.x0 - 6 : node.x1 + 6}
      y={middle}
      dy="0.35em"
      textAnchor={isLeft ? "end" : "start"}
      className={`text-xs ${href ? "fill-ink group-hover:fill-accent" : "fill-ink-2"}`}
    >
      {shortened(node, frame[node.side].letters)}
      <title>{node.label}</title>
    </text>
  )
  return (
    <g>
      <rect
        x={node.x0}
        y={node.y0}
        width={BAR}
        height={Math.max(1, node.y1 - node.y0)}
        rx={1}
        className="fill-ink-2"
      />
      {href ? (
        <Link href={href} className="group" tabIndex={0}>
          {text}
        </Link>
      ) : (
        text
      )}
    </g>
  )
}

function FlowTable({ map, flows }: { map: LoadMap; flows: readonly MapFlow[] }) {
  const labels = new Map([
    ...map.agents.map(({ key, label }) => [`from ${key}`, label] as const),
    ...map.files.map(({ key, label }) => [`to ${key}`, label] as const),
  ])
  return (
    <Table label="Memory files loaded by each agent">
      <thead>
        <tr>
          <Th>Agent</Th>
          <Th>Memory</Th>
          <Th numeric>Entries</Th>
          <Th numeric>Truncated</Th>
          <Th>Delivered</Th>
        </tr>
      </thead>
      <tbody>
        {flows.map((flow) => (
          <tr key={`${flow.from} ${flow.to}`}>
            <Td>{labels.get(`from ${flow.from}`)}</Td>
            <Td className="wrap-anywhere">{labels.get(`to ${flow.to}`)}</Td>
            <Td numeric>{flow.entries.toLocaleString("en")}</Td>
            <Td numeric>{flow.truncated.toLocaleString("en")}</Td>
            <Td>{deliveredWords(flow)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Legend({
  className,
  dashed = false,
  children,
}: {
  className: string
  dashed?: boolean
  children: string
}) {
  return (
    <span className="flex items-center gap-1.5">
      <svg aria-hidden width="20" height="8" className={className}>
        <line x1="0" x2="20" y1="4" y2="4" strokeWidth="6" strokeDasharray={dashed ? "5 3" : undefined} />
      </svg>
      {children}
    </span>
  )
}

type Side = "agents" | "files"
type Laid = MapNode & { readonly side: Side }
interface Placed extends Laid {
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
}

/** Returns the layout of nodes and ribbons, in the order of the map. */
function layOut(
  { agents, files, flows }: LoadMap,
  height: number,
  { width, agents: left, files: right }: Frame,
) {
  const nodes: Laid[] = [
    ...agents.map((node) => ({ ...node, side: "agents" as const })),
    ...files.map((node) => ({ ...node, side: "files" as const })),
  ]
  const places = new Map(nodes.map(({ side, key }, place) => [`${side} ${key}`, place]))
  const graph = sankey<Laid, { flow: MapFlow }>()
    .nodeWidth(BAR)
    .nodePadding(GAP)
    .nodeSort(null)
    .linkSort(null)
    .iterations(0)
    .extent([
      [left.px, EDGE],
      [width - right.px, height - EDGE],
    ])({
    nodes,
    links: flows.map((flow) => ({
      source: places.get(`agents ${flow.from}`) ?? 0,
      target: places.get(`files ${flow.to}`) ?? 0,
      value: flow.entries,
      flow,
    })),
  })
  const pathOf = sankeyLinkHorizontal<Laid, { flow: MapFlow }>()
  return {
    nodes: graph.nodes.map(placed),
    links: graph.links.map((link) => ({
      flow: link.flow,
      path: pathOf(link) ?? "",
      width: link.width ?? 1,
      source: link.source as MapNode,
      target: link.target as MapNode,
    })),
  }
}

function placed(node: SankeyNode<Laid, { flow: MapFlow }>): Placed {
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = node
  return { ...node, x0, x1, y0, y1 }
}

function hrefOf(team: string, { kind, key, side, group }: Placed): string | null {
  if (kind === "file") return filePath(team, key)
  if (kind === "category") return group === null ? null : categoryPath(team, group)
  if (side !== "agents") return null
  const slash = key.indexOf("/")
  return agentPath(team, key.slice(0, slash), key.slice(slash + 1))
}

/** Returns the label, shortened to fit (paths at the start). Groups include their size if it fits. */
function shortened({ label, kind, size }: MapNode, letters: number): string {
  const isGroup = kind === "category" || kind === "files"
  const whole = isGroup ? `${label} (${size})` : label
  if (whole.length <= letters) return whole
  const brief = label.replace(" memory: ", ": ")
  if (brief.length <= letters) return brief
  return kind === "file" ? `…${brief.slice(1 - letters)}` : `${brief.slice(0, letters - 1)}…`
}

function wordsOf(flow: MapFlow, agent: MapNode, file: MapNode): string {
  const truncated = flow.truncated === 0 ? "" : `, ${flow.truncated.toLocaleString("en")} truncated`
  return `${agent.label} ← ${file.label}: ${formatCount(flow.entries, "entry")}${truncated}. ${deliveredWords(flow)}`
}

function deliveredWords({ loads, delivered }: MapFlow): string {
  if (delivered === 0) return "Never delivered"
  return loads === 1
    ? "Delivered"
    : `Delivered: ${delivered.toLocaleString("en")} of ${loads.toLocaleString("en")} loads`
}
