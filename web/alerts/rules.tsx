/** Rules: recipients, conditions, and when each last fired. */
import { useMemo } from 'react'
import { usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { useShortcuts } from '../kit/shortcuts.ts'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import type { UsedView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import type { WireNode } from './condition.ts'
import { useKnown } from './known-values.ts'
import { RuleState } from './marks.tsx'
import { RulePanel } from './rule-panel.tsx'
import { conditionWords, type Names, triggerTitles } from './sentences.ts'

type Trigger = keyof typeof triggerTitles

export function Rules({ used: { view, query, set } }: { readonly used: UsedView }) {
  const asked = useMemo(() => ({ sort: 'name', ...query, include: 'author' }), [query])
  const rules = usePaged<'alert-rules'>('/alerts/rules', asked)
  const { names } = useKnown()
  const columns = useMemo(() => columnsOf(names), [names])
  const begin = <NewRule onClick={() => set({ edit: 'new', open: undefined })} />
  return (
    <>
      <Filters view={view} set={set} search="alert rules" choices={choices}>
        <p className="muted list-count" role="status">
          {rules.count === undefined ? '' : counted(rules.count, 'rule')}
        </p>
        {begin}
      </Filters>
      <div className="split">
        <div>
          <List
            label="Alert rules"
            columns={columns}
            rows={rules}
            sort="name"
            empty={
              <Empty icon="alerts" title="No alert rules yet" action={begin}>
                A rule checks a condition after each full scan or once a day, for example a new
                critical finding or a lost connection to an account. If the condition is met, the
                rule sends one message.
              </Empty>
            }
          />
        </div>
        {view['open'] && (
          <RulePanel
            key={view['open']}
            id={view['open']}
            names={names}
            onEdit={() => set({ edit: view['open'], open: undefined })}
            onClose={() => set({ open: undefined })}
          />
        )}
      </div>
    </>
  )
}

function NewRule({ onClick }: { readonly onClick: () => void }) {
  const refusal = unless(useMe(), 'manage_alerts')
  useShortcuts('Alerts', [
    { keys: 'n', label: 'New alert rule', run: onClick, disabledBecause: refusal },
  ])
  return (
    <Button kind="primary" icon="plus" disabledBecause={refusal} onClick={onClick}>
      New rule
    </Button>
  )
}

const choices = [
  {
    name: 'filter[enabled]',
    title: 'State',
    values: ['true', 'false'],
    label: (value: string) => (value === 'true' ? 'Enabled' : 'Disabled'),
  },
  {
    name: 'filter[trigger__in]',
    title: 'When',
    values: Object.keys(triggerTitles),
    label: (value: string) => triggerTitles[value as Trigger],
  },
]

const shortTriggers: Readonly<Record<Trigger, string>> = {
  after_scan: 'After scans',
  daily: 'Daily',
  both: 'Both',
}

const columnsOf = (names: Names): readonly Column<Listed<'alert-rules'>>[] => [
  {
    key: 'state',
    title: 'State',
    width: '120px',
    card: 'end',
    cell: ({ row }) => <RuleState rule={row} />,
  },
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(140px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row }) => <strong>{row.name}</strong>,
  },
  {
    key: 'condition',
    title: 'Fires when',
    width: 'minmax(200px, 4fr)',
    card: 'start',
    cell: ({ row }) => {
      const text = conditionWords(row.condition as WireNode, names)
      return <span title={text}>{text}</span>
    },
  },
  {
    key: 'trigger',
    title: 'Runs',
    width: '110px',
    cell: ({ row }) => <span title={triggerTitles[row.trigger]}>{shortTriggers[row.trigger]}</span>,
  },
  {
    key: 'recipients',
    title: 'Recipients',
    width: '90px',
    align: 'end',
    cell: ({ row }) => row.recipient_emails.length,
  },
  {
    key: 'fired',
    title: 'Last message',
    width: '130px',
    sort: 'last_fired_at',
    cell: ({ row }) => <Time at={row.last_fired_at} />,
  },
  {
    key: 'author',
    title: 'Author',
    width: 'minmax(100px, 1fr)',
    cell: ({ row, included }) =>
      included?.of('users', row, 'author')?.name ?? <span className="muted">Left</span>,
  },
]
