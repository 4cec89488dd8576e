/** A read-only condition. */
import { isGroup, mostLevels, type Node, treeOf, type WireNode, written } from './condition.ts'
import { conditionWords, groupTitles, type Names } from './sentences.ts'

interface Props {
  readonly condition: WireNode
  readonly names: Names
}

export function ConditionTree({ condition, names }: Props) {
  const tree = treeOf(condition)
  const [only, ...others] = tree.nodes
  const isPlain = only && others.length === 0 && tree.op !== 'not'
  return (
    <ul className="condition-tree">
      <Branch node={isPlain ? only : tree} names={names} level={1} />
    </ul>
  )
}

interface BranchProps {
  readonly node: Node
  readonly names: Names
  readonly level: number
}

function Branch({ node, names, level }: BranchProps) {
  if (!isGroup(node) || level > mostLevels) {
    const { condition } = written({ key: '', op: 'and', nodes: [node] })
    return <li>{conditionWords(condition, names)}</li>
  }
  return (
    <li>
      <span className="muted">{groupTitles[node.op]}:</span>
      <ul>
        {node.nodes.map((one) => (
          <Branch key={one.key} node={one} names={names} level={level + 1} />
        ))}
      </ul>
    </li>
  )
}
