/** Every component of the kit in its states, in both themes and all densities. */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Logo } from '../kit/logo.tsx'
import { Toasts } from '../kit/toast.tsx'
import { words } from '../kit/words.ts'
import { densities, density, setDensity, setTheme, theme, themes } from '../shell/appearance.ts'
import { Charts } from './charts.tsx'
import { Controls } from './controls.tsx'
import { Fields } from './fields.tsx'
import { Lists } from './lists.tsx'
import { Marks } from './marks.tsx'
import { Overlays } from './overlays.tsx'
import { idOf, Section } from './section.tsx'
import { States } from './states.tsx'

const sections = [
  { title: 'Controls', content: Controls },
  { title: 'Fields', content: Fields },
  { title: 'Dialogs and toasts', content: Overlays },
  { title: 'Marks and text', content: Marks },
  { title: 'States', content: States },
  { title: 'Lists', content: Lists },
  { title: 'Charts', content: Charts },
] as const

export function KitPage() {
  return (
    <div className="kit-page">
      <header className="kit-head">
        <Logo />
        <h1>Components</h1>
        <Setting label="Theme" values={themes} initial={theme()} onChange={setTheme} />
        <Setting label="Density" values={densities} initial={density()} onChange={setDensity} />
      </header>
      <nav aria-label="Sections" className="kit-nav">
        {sections.map(({ title }) => (
          <a key={title} href={`#${idOf(title)}`}>
            {title}
          </a>
        ))}
      </nav>
      <main>
        {sections.map(({ title, content: Content }) => (
          <Section key={title} title={title}>
            <Content />
          </Section>
        ))}
      </main>
      <Toasts />
    </div>
  )
}

interface SettingProps<T extends string> {
  readonly label: string
  readonly values: readonly T[]
  readonly initial: T
  readonly onChange: (value: T) => void
}

function Setting<T extends string>({ label, values, initial, onChange }: SettingProps<T>) {
  const [current, setCurrent] = useState(initial)
  return (
    <div role="group" aria-label={label} className="row">
      <span className="muted">{label}</span>
      {values.map((value) => (
        <Button
          key={value}
          kind="quiet"
          aria-pressed={value === current}
          onClick={() => {
            setCurrent(value)
            onChange(value)
          }}
        >
          {words(value)}
        </Button>
      ))}
    </div>
  )
}
