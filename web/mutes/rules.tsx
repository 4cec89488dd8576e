/** Mute rules: findings, reason and expiration. */
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { usePaged } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { Button } from '../kit/button.tsx'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { useShortcuts } from '../kit/shortcuts.ts'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { CreateRule } from './create-rule.tsx'
import { RulePanel } from './rule-panel.tsx'
import { RuleState } from './rule-state.tsx'

const order = '-inserted_at'
/** A rule may contain 10,000 findings, which would make a page of rules too large. */
const always = {
  sort: order,
  include: 'created_by',
  'fields[mute-rules]': 'name,reason,enabled,finding_count,expires_at,inserted_at,created_by',
}

export function Rules() {
  const { view, query, set } = useView()
  const [isCreating, setCreating] = useState(false)
  const asked = useMemo(() => ({ ...always, ...query }), [query])
  const rules = usePaged<'mute-rules'>('/mute-rules', asked)
  useShortcuts('Mute rules', [{ keys: 'n', label: 'New mute rule', run: () => setCreating(true) }])
  return (
    <>
      <Filters view={view} set={set} search="mute rules" choices={choices}>
        <p className="muted rule-count" role="status">
          {rules.count === undefined ? '' : counted(rules.count, 'rule')}
        </p>
        <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
          New rule
        </Button>
      </Filters>
      <div className="split">
        <div>
          <List
            label="Mute rules"
            columns={columns}
            rows={rules}
            sort={order}
            empty={
              <Empty icon="mutes" title="No mute rules yet">
                A mute rule hides accepted findings with a reason, until a date you choose. To
                create a rule, click New rule, or press m in the list of findings.
              </Empty>
            }
          />
        </div>
        {view['open'] && (
          <RulePanel
            key={view['open']}
            id={view['open']}
            onClose={() => set({ open: undefined })}
          />
        )}
      </div>
      {isCreating && <CreateRule onClose={() => setCreating(false)} />}
    </>
  )
}

const choices = [
  {
    name: 'filter[enabled]',
    title: 'State',
    values: ['true', 'false'],
    label: (value: string) => (value === 'true' ? 'Enabled' : 'Disabled'),
  },
] as const

const columns: readonly Column<Listed<'mute-rules'>>[] = [
  {
    key: 'state',
    title: 'State',
    width: '96px',
    sort: 'enabled',
    card: 'end',
    cell: ({ row: rule }) => <RuleState rule={rule} />,
  },
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(160px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row: rule }) => rule.name,
  },
  {
    key: 'reason',
    title: 'Reason',
    width: 'minmax(180px, 3fr)',
    card: 'start',
    cell: ({ row: rule }) => <span title={rule.reason}>{rule.reason}</span>,
  },
  {
    key: 'findings',
    title: 'Findings',
    width: '88px',
    align: 'end',
    cell: ({ row: rule }) => (
      <Link href={`/mute-rules${search({ open: rule.id })}`} tabIndex={-1}>
        {number(rule.finding_count)}
      </Link>
    ),
  },
  {
    key: 'author',
    title: 'Author',
    width: 'minmax(100px, 1fr)',
    cell: ({ row, included }) =>
      included?.of('users', row, 'created_by')?.name ?? <span className="muted">deleted user</span>,
  },
  {
    key: 'expires',
    title: 'Expires',
    width: '120px',
    cell: ({ row: rule }) =>
      rule.expires_at ? <Time at={rule.expires_at} /> : <span className="muted">Never</span>,
  },
  {
    key: 'inserted',
    title: 'Created',
    width: '120px',
    sort: 'inserted_at',
    cell: ({ row: rule }) => <Time at={rule.inserted_at} />,
  },
]
