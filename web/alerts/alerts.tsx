/** Alerts: rules that notify users, and the addresses that receive notifications. */
import type { Row } from '../api/documents.ts'
import { useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Tabs } from '../kit/panel.tsx'
import { useShortcuts } from '../kit/shortcuts.ts'
import { Loading, Trouble } from '../kit/states.tsx'
import { type UsedView, useView } from '../kit/view.ts'
import { Recipients } from './recipients.tsx'
import { RuleForm } from './rule-form.tsx'
import { Rules } from './rules.tsx'
import { useSeed } from './seed.ts'
import './alerts.css'

export default function Alerts() {
  const used = useView()
  const edit = used.view['edit']
  return edit ? <OneRule key={edit} id={edit} used={used} /> : <Lists used={used} />
}

const Lists = ({ used }: { readonly used: UsedView }) => (
  <div className="screen alerts">
    <header className="screen-head">
      <h1>Alerts</h1>
      <p className="muted">Rules that send a message when findings match a condition.</p>
    </header>
    <Tabs
      label="Rules and recipients"
      current={used.view['list'] ?? 'rules'}
      onChange={(list) => used.replace(list === 'rules' ? {} : { list })}
      tabs={[
        { key: 'rules', title: 'Rules', content: () => <Rules used={used} /> },
        { key: 'recipients', title: 'Recipients', content: () => <Recipients used={used} /> },
      ]}
    />
  </div>
)

function OneRule({
  id,
  used: { view, replace },
}: {
  readonly id: string
  readonly used: UsedView
}) {
  const isNew = id === 'new'
  const asked = useShow<'alert-rules'>(`/alerts/rules/${id}`, {}, { enabled: !isNew })
  const seed = useSeed(isNew ? view['like'] : undefined)
  const { error, refetch } = seed.error ? seed : asked
  const isReady = isNew ? view['like'] === undefined || seed.data : asked.data
  const back = (): void => replace(isNew ? {} : { open: id })
  useShortcuts('Alert rule', [{ keys: 'Escape', label: 'Back to the rules', run: back }])
  const stored: Row<'alert-rules'> | undefined = asked.data?.row
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>{isNew ? 'New alert rule' : (stored?.name ?? 'Alert rule')}</h1>
        <Button icon="left" onClick={back}>
          All rules
        </Button>
      </header>
      <div className="screen-body">
        {error && !isReady ? (
          <Trouble error={error} retry={() => void refetch()} />
        ) : isReady ? (
          <RuleForm stored={stored} seed={seed.data} onStored={(made) => replace({ open: made })} />
        ) : (
          <Loading rows={10} />
        )}
      </div>
    </div>
  )
}
