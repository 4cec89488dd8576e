import { useState } from 'react'
import { Button, IconButton } from '../kit/button.tsx'
import { Icon, type IconName, iconPaths } from '../kit/icons.tsx'
import { Menu } from '../kit/menu.tsx'
import { Keys } from '../shell/keys.tsx'
import { Example } from './section.tsx'

const kinds = ['primary', 'plain', 'quiet', 'danger'] as const
const labels = {
  primary: 'Start a scan',
  plain: 'Cancel',
  quiet: 'Edit',
  danger: 'Delete',
} as const
const colors =
  'bg surface sunken hover selected line text muted accent critical high medium low info fail pass manual'

export const Controls = () => (
  <>
    <Example title="Buttons">
      <div className="row">
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {labels[kind]}
          </Button>
        ))}
      </div>
    </Example>
    <Example title="Buttons with an icon">
      <div className="row">
        <Button kind="primary" icon="play">
          Start a scan
        </Button>
        <Button icon="export">Export</Button>
        <Button kind="quiet" icon="refresh">
          Try again
        </Button>
      </div>
    </Example>
    <Example title="Busy buttons">
      <div className="row">
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} isBusy>
            {labels[kind]}
          </Button>
        ))}
      </div>
    </Example>
    <Example title="Disabled buttons, with the reason on hover">
      <div className="row">
        {kinds.map((kind) => (
          <Button
            key={kind}
            kind={kind}
            disabledBecause="Requires the Manage scans permission, which your role does not have."
          >
            {labels[kind]}
          </Button>
        ))}
      </div>
    </Example>
    <Example title="Icon buttons, toggle buttons and text buttons">
      <div className="row">
        <IconButton icon="more" label="More actions" />
        <IconButton icon="copy" label="Copy the link" />
        <Toggle />
        <button type="button" className="link">
          Show all 214 resources
        </button>
        <a href="#controls">A link</a>
      </div>
    </Example>
    <Example title="Menus">
      <Menus />
    </Example>
    <Example title="Keys">
      <div className="row">
        {['j', 'Shift+j', 'g f', 'Mod+k', 'Escape'].map((keys) => (
          <Keys key={keys} keys={keys} />
        ))}
      </div>
    </Example>
    <Example title="Icons" isWide>
      <ul className="kit-icons">
        {(Object.keys(iconPaths) as IconName[]).map((name) => (
          <li key={name}>
            <Icon name={name} /> {name}
          </li>
        ))}
      </ul>
    </Example>
    <Example title="Colors" isWide>
      <ul className="kit-colors">
        {colors.split(' ').map((name) => (
          <li key={name}>
            <i style={{ background: `var(--${name})` }} /> {name}
          </li>
        ))}
      </ul>
    </Example>
  </>
)

function Toggle() {
  const [isOn, setOn] = useState(true)
  return (
    <Button kind="quiet" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      Only failing
    </Button>
  )
}

const orders = ['Severity', 'Resource', 'Last seen']

function Menus() {
  const [order, setOrder] = useState('Severity')
  const nothing = (): void => {}
  return (
    <div className="row">
      <Menu
        label="Actions"
        items={[
          { label: 'Mute', icon: 'mutes', note: 'm', onSelect: nothing },
          { label: 'Copy the link', icon: 'copy', note: 'c', onSelect: nothing },
          { label: 'Export as CSV', icon: 'export', onSelect: nothing },
          { label: 'Send', disabledBecause: 'No integration is set up', onSelect: nothing },
        ]}
      >
        Actions
      </Menu>
      <Menu
        label="Order"
        kind="quiet"
        items={orders.map((label) => ({
          label,
          isChecked: label === order,
          onSelect: () => setOrder(label),
        }))}
      >
        Order: {order}
      </Menu>
      <Menu
        label="More actions"
        kind="quiet"
        icon="more"
        items={[{ label: 'Delete', onSelect: nothing }]}
      />
    </div>
  )
}
