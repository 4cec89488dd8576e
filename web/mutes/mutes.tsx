/** Mute rules for findings, and the mutelist of patterns, with their authors and expiration. */
import { useView } from '../kit/view.ts'
import { Tabs } from '../kit/panel.tsx'
import { Mutelist } from './mutelist.tsx'
import { Rules } from './rules.tsx'
import './mutes.css'

export default function Mutes() {
  const { view, replace } = useView()
  return (
    <div className="screen mutes">
      <header className="screen-head">
        <h1>Mute rules</h1>
        <p className="muted">Muted findings are counted separately and need no action.</p>
      </header>
      <Tabs
        label="Mute methods"
        current={view['tab'] ?? 'rules'}
        onChange={(tab) => replace(tab === 'rules' ? {} : { tab })}
        tabs={[
          { key: 'rules', title: 'Rules', content: () => <Rules /> },
          { key: 'mutelist', title: 'Mutelist', content: () => <Mutelist /> },
        ]}
      />
    </div>
  )
}
