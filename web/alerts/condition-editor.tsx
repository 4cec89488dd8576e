/** The editor of a condition: a tree of groups and questions that can be added, changed and removed. */
import { useEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/field.tsx'
import {
  type Group,
  type GroupOp,
  groupOps,
  isGroup,
  levelsOf,
  mostLevels,
  newGroup,
  newQuestion,
  type Node,
  replaced,
} from './condition.ts'
import type { Faults } from './faults.ts'
import type { Known } from './known-values.ts'
import { type Answer, QuestionFields } from './question-fields.tsx'
import { groupTitles } from './sentences.ts'

interface Props {
  readonly tree: Group
  readonly onChange: (tree: Group) => void
  readonly known: Known
  readonly faults: Faults
  /** The counts of the last preview, by question key. */
  readonly answers: ReadonlyMap<string, Answer>
  readonly disabled?: boolean
}

export function ConditionEditor({ tree, onChange, ...rest }: Props) {
  const place = useRef<HTMLDivElement>(null)
  /** The element to focus after rendering: the focused one may have been removed. */
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    place.current?.querySelector<HTMLElement>(`[data-node="${next.current}"]`)?.focus()
    next.current = null
  }, [tree])
  useEffect(() => {
    if (rest.faults.size === 0) return
    const first = '[aria-invalid]:not(fieldset), fieldset[aria-invalid] input'
    place.current?.querySelector<HTMLElement>(first)?.focus()
  }, [rest.faults])
  const change = (node: Node): void =>
    onChange(node.key === tree.key ? (node as Group) : replaced(tree, node.key, () => [node]))
  const add = (group: Group, node: Node): void => {
    next.current = node.key
    change({ ...group, nodes: [...group.nodes, node] })
  }
  const remove = (group: Group, node: Node): void => {
    next.current = group.key
    change({ ...group, nodes: group.nodes.filter(({ key }) => key !== node.key) })
  }
  return (
    <div ref={place} className="condition">
      <GroupFields {...rest} group={tree} number="" level={1} {...{ change, add, remove }} />
    </div>
  )
}

interface GroupProps extends Omit<Props, 'tree' | 'onChange'> {
  readonly group: Group
  /** `1.2`: the second within the first; '' is the whole condition. */
  readonly number: string
  readonly level: number
  readonly change: (node: Node) => void
  readonly add: (group: Group, node: Node) => void
  readonly remove: (group: Group, node: Node) => void
}

function GroupFields({ group, number, level, change, add, remove, ...rest }: GroupProps) {
  const { faults, disabled } = rest
  const { key, op, nodes } = group
  const title = number === '' ? 'The rule fires when' : `Group ${number}`
  const isFull = op === 'not' && nodes.length > 0
  const why = isFull ? 'This group can contain only one condition or group.' : undefined
  return (
    <div role="group" aria-label={title}>
      <Select
        label={title}
        value={op}
        data-node={key}
        disabled={disabled}
        error={faults.get(key)?.['']}
        onChange={({ target }) => change({ ...group, op: target.value as GroupOp })}
        options={groupOps.map((value) => ({
          value,
          label: groupTitles[value],
          isDisabled: value === 'not' && nodes.length > 1,
        }))}
      />
      <ol className="condition-nodes">
        {nodes.map((node, index) => {
          const own = number === '' ? String(index + 1) : `${number}.${index + 1}`
          const kind = isGroup(node) ? 'group' : 'condition'
          return (
            <li key={node.key}>
              {isGroup(node) ? (
                <GroupFields
                  {...rest}
                  group={node}
                  number={own}
                  level={level + 1}
                  {...{ change, add, remove }}
                />
              ) : (
                <QuestionFields
                  question={node}
                  number={own}
                  onChange={change}
                  known={rest.known}
                  faults={faults.get(node.key) ?? {}}
                  answer={rest.answers.get(node.key)}
                  disabled={disabled}
                />
              )}
              <Button
                kind="quiet"
                icon="close"
                className="condition-remove"
                aria-label={`Remove ${kind} ${own}`}
                title={`Remove ${kind} ${own}`}
                disabled={disabled}
                onClick={() => remove(group, node)}
              />
            </li>
          )
        })}
      </ol>
      {!disabled && (
        <div className="row">
          <Button
            icon="plus"
            disabledBecause={why}
            onClick={() => add(group, newQuestion())}
            aria-label={number === '' ? 'Add a condition' : `Add a condition to group ${number}`}
          >
            Condition
          </Button>
          {level + levelsOf(newGroup()) <= mostLevels && (
            <Button
              icon="plus"
              disabledBecause={why}
              onClick={() => add(group, newGroup(op === 'or' ? 'and' : 'or'))}
              aria-label={number === '' ? 'Add a group' : `Add a group to group ${number}`}
            >
              Group
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
