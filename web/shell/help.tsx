/** The list of shortcuts, from the same table as the handlers. */
import { useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { Checkbox } from '../kit/field.tsx'
import { activeGroups, areLettersOn, type Group, setLetters } from '../kit/shortcuts.ts'
import { Keys } from './keys.tsx'

const lists: Group = {
  title: 'In lists',
  shortcuts: [
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ['x', 'Select or clear the row'],
    ['Shift+j', 'Extend the selection to the next row'],
    ['Shift+k', 'Extend the selection to the previous row'],
    ['Enter', 'Open the row'],
    ['Escape', 'Close the panel'],
  ].map(([keys = '', label = '']) => ({ keys, label, run: () => {} })),
}

/** One group per title: parts of a screen register their shortcuts separately. */
const merged = (groups: readonly Group[]): readonly Group[] =>
  [...Map.groupBy(groups, ({ title }) => title)].map(([title, same]) => ({
    title,
    shortcuts: same.flatMap(({ shortcuts }) => shortcuts),
  }))

export default function Help({ onClose }: { readonly onClose: () => void }) {
  const [groups] = useState(() => merged([...activeGroups(), lists]))
  const [letters, set] = useState(areLettersOn)
  return (
    <Dialog title="Keyboard shortcuts" kind="wide" onClose={onClose}>
      <div className="help">
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div key={keys}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label="Enable single-key shortcuts"
        hint="If off, letters do nothing outside lists. Escape and shortcuts with Ctrl or ⌘ still work."
        checked={letters}
        onChange={({ target }) => {
          setLetters(target.checked)
          set(target.checked)
        }}
      />
    </Dialog>
  )
}
